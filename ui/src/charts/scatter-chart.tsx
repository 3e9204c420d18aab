import { useCallback, useMemo } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import { useFigure } from '../figures/use-figure.ts';
import type { MenuPlace } from '../menus/context-menu.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { ChartKey } from './chart-key.tsx';
import type { ChartContext } from './chart-option.ts';
import { ChartWalk } from './chart-walk.tsx';
import {
  pointFigures,
  pointShape,
  scatterColors,
  type ScatterData,
  type ScatterFigure,
  scatterGroups,
  scatterOption,
  type ScatterPoint,
} from './scatter-option.ts';
import { type ChartClick, useChartClick } from './use-chart-click.ts';
import { type ChartHeight, scatter, useChart, useChartColors } from './use-chart.ts';

export interface ScatterChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  /** What the points are ('Branch'): header of the table's first column. */
  pointLabel: string;
  /** What the groups are ('Region'), if points have one. */
  seriesLabel?: string;
  /** Up to 2,000: more should be binned. */
  points: readonly ScatterPoint[];
  x: ScatterFigure;
  y: ScatterFigure;
  /** If points have a size, drawn as their area. */
  size?: ScatterFigure | null;
  /** Pixels, or 'fill': as high as the box around it. */
  height?: ChartHeight;
  /** Shown where there are no points. */
  emptyText?: string;
  onSelect?: (key: string) => void;
  /** On a right click, and on the menu key or Shift+F10. */
  onMenu?: (key: string, place: MenuPlace) => void;
  /** Keys of highlighted points; the others are faded. */
  selected?: ReadonlySet<string>;
}

/** Members by two figures, as bubbles by a third. */
export function ScatterChart({
  label,
  pointLabel,
  seriesLabel,
  points,
  x,
  y,
  size = null,
  height = 320,
  emptyText,
  onSelect,
  onMenu,
  selected,
}: ScatterChartProps) {
  const { texts } = useUiContext();
  const figure = useFigure();
  const isSelectable = onSelect !== undefined;
  const data = useMemo<ScatterData>(
    () => ({ points, x, y, size, selected: selected ?? null, isSelectable, figure }),
    [points, x, y, size, selected, isSelectable, figure],
  );
  const build = useCallback((place: ChartContext) => scatterOption(data, place), [data]);
  const { container, status, chart } = useChart(height, points.length === 0 ? null : build, scatter);
  const { groups, walk } = useMemo(() => marksOf(points), [points]);
  const colors = scatterColors(Math.max(1, groups.length), useChartColors());
  const isGrouped = points.some(({ series }) => series !== undefined);
  const keyAt = ({ seriesIndex, dataIndex }: ChartClick) => groups[seriesIndex ?? 0]!.points[dataIndex]!.key;
  useChartClick(
    { chart, status },
    onSelect && ((clicked) => onSelect(keyAt(clicked))),
    null,
    onMenu && ((clicked, place) => onMenu(keyAt(clicked), place)),
  );
  const describe = (point: ScatterPoint) => [
    point.label,
    ...(isGrouped ? [point.series ?? ''] : []),
    ...pointFigures(data, point).map(([, value]) => value),
  ];
  const names = [x, y, ...(size === null ? [] : [size])].map(({ name }) => name);
  return (
    <ChartFigure
      label={label}
      height={height}
      container={container}
      status={status}
      emptyText={emptyText}
      legend={
        groups.length > 1 && (
          <ChartKey
            entries={groups.map(({ name }, index) => ({ name, mark: pointShape(data, index), color: colors[index]! }))}
          />
        )
      }
      table={{
        head: [pointLabel, ...(isGrouped ? [seriesLabel ?? texts.name] : []), ...names],
        rows: points.map(describe),
      }}
    >
      <ChartWalk
        label={label}
        chart={chart}
        marks={walk.map(({ point }) =>
          [point.label, point.series, ...pointFigures(data, point).map((pair) => pair.join(' '))]
            .filter(Boolean)
            .join(', '),
        )}
        aim={(mark) => ({ seriesIndex: walk[mark]?.seriesIndex ?? 0, dataIndex: walk[mark]?.dataIndex ?? 0 })}
        onSelect={onSelect && ((mark) => onSelect(walk[mark]!.point.key))}
        onMenu={onMenu && ((mark, place) => onMenu(walk[mark]!.point.key, place))}
      />
    </ChartFigure>
  );
}

/** The points in their groups, and all of them from left to right with their places in the groups. */
function marksOf(points: readonly ScatterPoint[]) {
  const groups = scatterGroups(points);
  const walk = groups
    .flatMap((group, seriesIndex) => group.points.map((point, dataIndex) => ({ point, seriesIndex, dataIndex })))
    .toSorted((one, other) => one.point.x - other.point.x || one.point.y - other.point.y);
  return { groups, walk };
}
