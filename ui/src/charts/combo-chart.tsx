import { useCallback, useMemo } from 'react';
import type { FigureFormat } from '../figures/format-figure.ts';
import { useFigure } from '../figures/use-figure.ts';
import { ChartFigure } from './chart-figure.tsx';
import { ChartKey } from './chart-key.tsx';
import { CHART_HEIGHT, type ChartContext } from './chart-option.ts';
import { ChartWalk } from './chart-walk.tsx';
import { comboStyles, comboOption, type ComboSeries } from './combo-option.ts';
import { tickWriter } from './figure-axis.ts';
import { type ChartHeight, combination, useChart, useChartColors } from './use-chart.ts';

export interface ComboChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  /** What the categories are ('Weekday'): header of the table's first column. */
  categoryLabel: string;
  categories: readonly string[];
  series: readonly ComboSeries[];
  format: FigureFormat;
  /** Pixels, or 'fill': as high as the box around it. */
  height?: ChartHeight;
  /** Shown where there are no categories. */
  emptyText?: string;
}

/** Lines and columns over categories. */
export function ComboChart({
  label,
  categoryLabel,
  categories,
  series,
  format,
  height = CHART_HEIGHT,
  emptyText,
}: ComboChartProps) {
  const figure = useFigure();
  const looks = comboStyles(series, useChartColors());
  const data = useMemo(
    () => ({
      categories,
      series,
      writeTick: tickWriter(figure, format, true),
      write: (value: number | null) => figure(value, format),
    }),
    [categories, series, figure, format],
  );
  const build = useCallback((place: ChartContext) => comboOption(data, place), [data]);
  const isEmpty = categories.length === 0 || series.length === 0;
  const { container, status, chart } = useChart(height, isEmpty ? null : build, combination);
  const written = (at: number) => series.map(({ data: values }) => data.write(values[at] ?? null));
  return (
    <ChartFigure
      label={label}
      height={height}
      container={container}
      status={status}
      emptyText={emptyText}
      legend={
        <ChartKey
          entries={series.map(({ name, type }, index) => ({
            name,
            mark: type === 'line' ? 'line' : 'filled',
            ...looks[index]!,
          }))}
        />
      }
      table={{
        head: [categoryLabel, ...series.map(({ name }) => name)],
        rows: categories.map((category, at) => [category, ...written(at)]),
      }}
    >
      <ChartWalk
        label={label}
        chart={chart}
        marks={categories.map((category, at) =>
          [category, ...written(at).map((text, index) => `${series[index]!.name} ${text}`)].join(', '),
        )}
        aim={(mark) => ({
          seriesIndex: Math.max(
            0,
            series.findIndex(({ data: values }) => (values[mark] ?? null) !== null),
          ),
          dataIndex: mark,
        })}
      />
    </ChartFigure>
  );
}
