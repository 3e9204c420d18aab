import { useCallback, useMemo } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import type { FigureFormat } from '../figures/format-figure.ts';
import { useFigure } from '../figures/use-figure.ts';
import { boxChartHeight, type BoxData, boxFigures, type BoxItem, boxOption } from './box-option.ts';
import { ChartFigure } from './chart-figure.tsx';
import { ChartKey } from './chart-key.tsx';
import type { ChartContext } from './chart-option.ts';
import { ChartWalk } from './chart-walk.tsx';
import { useChartClick } from './use-chart-click.ts';
import { type ChartHeight, shapes, useChart, useChartColors } from './use-chart.ts';

export interface BoxChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  /** What the categories are ('Region'): header of the table's first column. */
  categoryLabel: string;
  /** From top to bottom. */
  items: readonly BoxItem[];
  format: FigureFormat;
  /** What the marked values are ('Ours'), if there are any. */
  markedLabel?: string | null;
  /** Names of the five values, from the least to the greatest; minimum, quartiles, median and maximum by default. */
  names?: BoxData['names'];
  /** Pixels, or 'fill': as high as the box around it. Default: what the items need. */
  height?: ChartHeight;
  /** Shown where there are no items. */
  emptyText?: string;
  onSelect?: (key: string) => void;
  /** Keys of highlighted categories; the others are faded. */
  selected?: ReadonlySet<string>;
}

/** The spread of a measure for each category: least, greatest, quartiles and median. */
export function BoxChart({
  label,
  categoryLabel,
  items,
  format,
  markedLabel = null,
  names,
  height = boxChartHeight(items.length),
  emptyText,
  onSelect,
  selected,
}: BoxChartProps) {
  const { texts } = useUiContext();
  const figure = useFigure();
  const isSelectable = onSelect !== undefined;
  const data = useMemo<BoxData>(
    () => ({
      items,
      format,
      markedLabel,
      names: names ?? [texts.minimum, texts.lowerQuartile, texts.medianLabel, texts.upperQuartile, texts.maximum],
      selected: selected ?? null,
      isSelectable,
      figure,
    }),
    [items, format, markedLabel, names, texts, selected, isSelectable, figure],
  );
  const build = useCallback((place: ChartContext) => boxOption(data, place), [data]);
  const { container, status, chart } = useChart(height, items.length === 0 ? null : build, shapes);
  const colors = useChartColors();
  const select = (index: number) => onSelect?.(items[index]!.key);
  useChartClick({ chart, status }, onSelect && (({ dataIndex }) => select(dataIndex)), 'y');
  return (
    <ChartFigure
      label={label}
      height={height}
      container={container}
      status={status}
      skeleton="rows"
      emptyText={emptyText}
      legend={
        markedLabel !== null && <ChartKey entries={[{ name: markedLabel, mark: 'circle', color: colors.primary }]} />
      }
      table={{
        head: [
          categoryLabel,
          ...(markedLabel === null ? [] : [markedLabel]),
          ...data.names,
          ...(items[0]?.further ?? []).map(([name]) => name),
        ],
        rows: items.map((item) => [item.label, ...boxFigures(data, item).map(([, value]) => value)]),
      }}
    >
      <ChartWalk
        label={label}
        chart={chart}
        marks={items.map((item) => [item.label, ...boxFigures(data, item).map((pair) => pair.join(' '))].join(', '))}
        onSelect={onSelect && select}
      />
    </ChartFigure>
  );
}
