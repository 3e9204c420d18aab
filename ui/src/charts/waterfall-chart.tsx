import { useCallback, useMemo } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import type { FigureFormat } from '../figures/format-figure.ts';
import { useFigure } from '../figures/use-figure.ts';
import type { MenuPlace } from '../menus/context-menu.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { CHART_HEIGHT, type ChartContext } from './chart-option.ts';
import { ChartWalk } from './chart-walk.tsx';
import { useChartClick } from './use-chart-click.ts';
import { type ChartHeight, shapes, useChart } from './use-chart.ts';
import {
  waterfallBars,
  type WaterfallData,
  waterfallOption,
  type WaterfallStep,
  waterfallText,
} from './waterfall-option.ts';

export interface WaterfallChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  /** What the steps are ('Source'): header of the table's first column. */
  categoryLabel: string;
  /** In order. A total is a level, such as the start and the end; between them are changes. */
  steps: readonly WaterfallStep[];
  format: FigureFormat;
  /** False where an increase is bad, as of costs. */
  isIncreaseGood?: boolean;
  /** Writes the values at the bars, where they fit. */
  labels?: boolean;
  /** Pixels, or 'fill': as high as the box around it. */
  height?: ChartHeight;
  /** Shown where there are no steps. */
  emptyText?: string;
  onSelect?: (key: string) => void;
  /** On a right click, and on the menu key or Shift+F10. */
  onMenu?: (key: string, place: MenuPlace) => void;
}

/** How a figure came about: from a start through its changes to an end. */
export function WaterfallChart({
  label,
  categoryLabel,
  steps,
  format,
  isIncreaseGood = true,
  labels = true,
  height = CHART_HEIGHT,
  emptyText,
  onSelect,
  onMenu,
}: WaterfallChartProps) {
  const { texts } = useUiContext();
  const figure = useFigure();
  const isSelectable = onSelect !== undefined;
  const data = useMemo<WaterfallData>(
    () => ({ steps, format, isIncreaseGood, labels, isSelectable, figure }),
    [steps, format, isIncreaseGood, labels, isSelectable, figure],
  );
  const build = useCallback((place: ChartContext) => waterfallOption(data, place), [data]);
  const { container, status, chart } = useChart(height, steps.length === 0 ? null : build, shapes);
  const select = (index: number) => onSelect?.(steps[index]!.key);
  const open = (index: number, place: MenuPlace) => onMenu?.(steps[index]!.key, place);
  useChartClick(
    { chart, status },
    onSelect && (({ dataIndex }) => select(dataIndex)),
    'x',
    onMenu && (({ dataIndex }, place) => open(dataIndex, place)),
  );
  const bars = waterfallBars(steps);
  return (
    <ChartFigure
      label={label}
      height={height}
      container={container}
      status={status}
      emptyText={emptyText}
      table={{
        head: [categoryLabel, texts.change, texts.total],
        rows: bars.map((bar) => [
          bar.label,
          bar.kind === 'delta' ? waterfallText(data, bar) : '',
          figure(bar.kind === 'total' && bar.value === null ? null : bar.to, format),
        ]),
      }}
    >
      <ChartWalk
        label={label}
        chart={chart}
        marks={bars.map((bar) =>
          bar.kind === 'total'
            ? `${bar.label}, ${waterfallText(data, bar)}`
            : `${bar.label}, ${waterfallText(data, bar)}, ${texts.total} ${figure(bar.to, format)}`,
        )}
        onSelect={onSelect && select}
        onMenu={onMenu && open}
      />
    </ChartFigure>
  );
}
