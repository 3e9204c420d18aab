import { useCallback, useMemo } from 'react';
import type { FigureFormat } from '../figures/format-figure.ts';
import { useFigure } from '../figures/use-figure.ts';
import { seriesStyles } from './chart-colors.ts';
import { ChartFigure } from './chart-figure.tsx';
import { ChartKey } from './chart-key.tsx';
import type { ChartContext } from './chart-option.ts';
import { ChartWalk } from './chart-walk.tsx';
import { radarCorner, radarOption, type RadarSeries, radarTip } from './radar-option.ts';
import { type ChartHeight, radar, useChart, useChartColors } from './use-chart.ts';

export interface RadarChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  /** What the categories are ('Budget'): header of the table's first column. */
  categoryLabel: string;
  /** Clockwise from the top; about five. */
  categories: readonly string[];
  series: readonly RadarSeries[];
  format: FigureFormat;
  /** Pixels, or 'fill': as high as the box around it. */
  height?: ChartHeight;
  /** Shown where there are no categories. */
  emptyText?: string;
}

/** One or more series over a few categories of the same unit, as shapes. */
export function RadarChart({
  label,
  categoryLabel,
  categories,
  series,
  format,
  height = 320,
  emptyText,
}: RadarChartProps) {
  const figure = useFigure();
  const colors = useChartColors();
  const looks = seriesStyles(series.length, colors);
  const data = useMemo(
    () => ({ categories, series, write: (value: number) => figure(value, format) }),
    [categories, series, figure, format],
  );
  const build = useCallback((place: ChartContext) => radarOption(data, place), [data]);
  const isEmpty = categories.length === 0 || series.length === 0;
  const { container, status, chart } = useChart(height, isEmpty ? null : build, radar);
  const written = (at: number) => series.map(({ data: values }) => data.write(values[at] ?? 0));
  return (
    <ChartFigure
      label={label}
      height={height}
      container={container}
      status={status}
      emptyText={emptyText}
      legend={
        series.length > 1 && (
          <ChartKey entries={series.map(({ name }, index) => ({ name, mark: 'line', ...looks[index]! }))} />
        )
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
        aim={(mark) => {
          const [width, boxHeight] = [chart.current?.getWidth() ?? 0, chart.current?.getHeight() ?? 0];
          return {
            seriesIndex: 0,
            dataIndex: 0,
            // The chart library reports hovering per shape, not per corner.
            tip: {
              ...radarCorner(data, mark, width, boxHeight),
              tooltip: { formatter: () => radarTip(data, mark, { colors }) },
            },
          };
        }}
      />
    </ChartFigure>
  );
}
