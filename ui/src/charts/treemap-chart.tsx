import { useCallback, useMemo } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import type { FigureFormat } from '../figures/format-figure.ts';
import { useFigure } from '../figures/use-figure.ts';
import type { MenuPlace } from '../menus/context-menu.tsx';
import { ChartFigure } from './chart-figure.tsx';
import type { ChartContext } from './chart-option.ts';
import { ChartWalk } from './chart-walk.tsx';
import { type TreemapData, type TreemapMark, treemapMarks, type TreemapNode, treemapOption } from './treemap-option.ts';
import { useChartClick } from './use-chart-click.ts';
import { type ChartHeight, treemap, useChart } from './use-chart.ts';

export interface TreemapChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  /** What the parts are ('Product'): header of the table's first column. */
  categoryLabel: string;
  /** What their parts are ('Branch'), on two levels. */
  partLabel?: string;
  valueLabel: string;
  /** One or two levels; values are zero or more. */
  nodes: readonly TreemapNode[];
  format: FigureFormat;
  /** Pixels, or 'fill': as high as the box around it. */
  height?: ChartHeight;
  /** Shown where no value is above zero. */
  emptyText?: string;
  /** Keys of the rectangle and, on two levels, of the part that it belongs to. */
  onSelect?: (key: string, parent: string | null) => void;
  /** On a right click, and on the menu key or Shift+F10. */
  onMenu?: (key: string, parent: string | null, place: MenuPlace) => void;
  /** Keys of highlighted rectangles; the others are faded. */
  selected?: ReadonlySet<string>;
}

/** Parts of a whole as areas: for more parts than a pie has room for. */
export function TreemapChart({
  label,
  categoryLabel,
  partLabel,
  valueLabel,
  nodes,
  format,
  height = 320,
  emptyText,
  onSelect,
  onMenu,
  selected,
}: TreemapChartProps) {
  const { texts } = useUiContext();
  const figure = useFigure();
  const isSelectable = onSelect !== undefined;
  const data = useMemo<TreemapData>(
    () => ({
      nodes,
      selected: selected ?? null,
      isSelectable,
      write: (value) => figure(value, format),
      writeShort: (value) => figure(value, format, { compact: true }),
      writeShare: (share) => figure(share, { unit: 'percent', decimals: 1 }),
    }),
    [nodes, selected, isSelectable, figure, format],
  );
  const build = useCallback((place: ChartContext) => treemapOption(data, place), [data]);
  const marks = useMemo(() => treemapMarks(nodes), [nodes]);
  const isEmpty = !marks.some(({ value }) => value > 0);
  const { container, status, chart } = useChart(height, isEmpty ? null : build, treemap);
  const select = (mark: TreemapMark | undefined) => mark && onSelect?.(mark.key, mark.parent?.key ?? null);
  const open = (mark: TreemapMark | undefined, place: MenuPlace) =>
    mark && onMenu?.(mark.key, mark.parent?.key ?? null, place);
  useChartClick(
    { chart, status },
    onSelect && (({ dataIndex }) => select(marks.find((mark) => mark.dataIndex === dataIndex))),
    null,
    onMenu &&
      (({ dataIndex }, place) =>
        open(
          marks.find((mark) => mark.dataIndex === dataIndex),
          place,
        )),
  );
  const walk = useMemo(() => marks.toSorted((one, other) => other.value - one.value), [marks]);
  const hasLevels = marks.some(({ parent }) => parent !== null);
  const describe = ({ name, parent, value, share }: TreemapMark) => {
    const place = hasLevels ? [parent?.name ?? name, parent === null ? '' : name] : [name];
    return [...place, data.write(value), data.writeShare(share)];
  };
  return (
    <ChartFigure
      label={label}
      height={height}
      container={container}
      status={status}
      emptyText={emptyText}
      table={{
        head: [categoryLabel, ...(hasLevels ? [partLabel ?? texts.name] : []), valueLabel, texts.share],
        rows: marks.map(describe),
      }}
    >
      <ChartWalk
        label={label}
        chart={chart}
        marks={walk.map((mark) => describe(mark).filter(Boolean).join(', '))}
        aim={(at) => ({ seriesIndex: 0, dataIndex: walk[at]?.dataIndex ?? 0 })}
        onSelect={onSelect && ((at) => select(walk[at]))}
        onMenu={onMenu && ((at, place) => open(walk[at], place))}
      />
    </ChartFigure>
  );
}
