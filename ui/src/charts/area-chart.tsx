import { useCallback, useMemo } from 'react';
import { MISSING } from '../figures/format-figure.ts';
import type { FigureFormat } from '../figures/format-figure.ts';
import { useFigure } from '../figures/use-figure.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { areaOption } from './area-option.ts';
import { type ChartGround, seriesStyles } from './chart-colors.ts';
import { ChartFigure } from './chart-figure.tsx';
import { ChartKey } from './chart-key.tsx';
import { tickWriter } from './figure-axis.ts';
import { niceStep } from './distribution-option.ts';
import { CHART_HEIGHT, type ChartContext } from './chart-option.ts';
import { ChartWalk } from './chart-walk.tsx';
import { chartNumber, type ChartX, timeAxis } from './time-axis.ts';
import { type ChartHeight, lines, useChart, useChartColors } from './use-chart.ts';

export interface AreaSeries {
  name: string;
  /** In the order of x. Null: no value, which leaves a gap in the line. */
  data: readonly { x: ChartX; y: number | null }[];
}

export interface AreaChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  /** What x is ('Date'): header of the table's first column. */
  xLabel: string;
  series: readonly AreaSeries[];
  /** Format of y: compact on the axis, exact elsewhere. */
  format: FigureFormat;
  /** Formats x. Default: dates by locale, plain numbers as they are. */
  writeX?: (x: number) => string;
  /** Fills the area below each line. */
  fill?: boolean;
  smooth?: boolean;
  /** Whether y starts at zero, as it should where areas are compared. Default: `fill`. */
  fromZero?: boolean;
  axes?: 'both' | 'x' | 'none';
  /** Spans the full width, with the y labels inside. */
  bleed?: boolean;
  /** `dark` on dark and colored backgrounds, in both schemes. */
  ground?: ChartGround;
  /** Pixels, or 'fill': as high as the box around it. */
  height?: ChartHeight;
  /** Shown if there are no points. */
  emptyText?: string;
  /** Names the series above the chart. Default: if there are several. */
  legend?: boolean;
}

/** One or more series over time or numbers. */
export function AreaChart({
  label,
  xLabel,
  series,
  format,
  writeX,
  fill = true,
  smooth = false,
  fromZero = fill,
  axes = 'both',
  bleed = false,
  ground = 'surface',
  height = CHART_HEIGHT,
  emptyText,
  legend = series.length > 1,
}: AreaChartProps) {
  const { locale } = useUiContext();
  const figure = useFigure();
  const colors = useChartColors(ground);
  const data = useMemo(() => {
    const xs = series.flatMap(({ data: points }) => points.map(({ x }) => x));
    const isTime = xs.some((x) => typeof x !== 'number');
    const time = isTime ? timeAxis(xs, locale) : null;
    return {
      series: series.map(({ name, data: points }) => ({
        name,
        points: points.map(({ x, y }) => [chartNumber(x), y] as const),
      })),
      time,
      fill,
      smooth,
      fromZero,
      axes,
      bleed,
      ticks: time?.ticks ?? ((places: number) => roundTicks(xs.map(chartNumber), places)),
      writeTick: writeX ?? time?.writeTick ?? ((x: number) => figure(x, PLAIN)),
      writeX: writeX ?? time?.writeMoment ?? ((x: number) => figure(x, PLAIN)),
      // Not compact if the axis does not start at zero: ticks may differ in the fourth digit.
      writeYTick: tickWriter(figure, format, fromZero),
      writeY: (y: number | null) => figure(y, format),
    };
  }, [series, locale, figure, format, writeX, fill, smooth, fromZero, axes, bleed]);
  const xs = useMemo(
    () =>
      [...new Set(data.series.flatMap(({ points }) => points.map(([x]) => x)))].toSorted((one, other) => one - other),
    [data],
  );
  const build = useCallback((place: ChartContext) => areaOption(data, place), [data]);
  const { container, status, chart } = useChart(height, xs.length > 0 ? build : null, lines, ground);
  const values = useMemo(() => data.series.map(({ points }) => new Map(points)), [data]);
  const written = (x: number) => values.map((of) => (of.has(x) ? data.writeY(of.get(x)!) : MISSING));
  const looks = seriesStyles(series.length, colors);
  return (
    <ChartFigure
      label={label}
      height={height}
      container={container}
      status={status}
      ground={ground}
      emptyText={emptyText}
      legend={
        legend && <ChartKey entries={series.map(({ name }, index) => ({ name, mark: 'line', ...looks[index]! }))} />
      }
      table={{
        head: [xLabel, ...series.map(({ name }) => name)],
        rows: xs.map((x) => [data.writeX(x), ...written(x)]),
      }}
    >
      <ChartWalk
        label={label}
        chart={chart}
        marks={xs.map((x) =>
          [data.writeX(x), ...written(x).map((text, index) => `${series[index]!.name} ${text}`)].join(', '),
        )}
        aim={(mark) => {
          const holders = data.series.map(({ points }) => points.findIndex(([x]) => x === xs[mark]));
          const seriesIndex = Math.max(
            0,
            holders.findIndex((place) => place >= 0),
          );
          return { seriesIndex, dataIndex: Math.max(0, holders[seriesIndex] ?? 0) };
        }}
      />
    </ChartFigure>
  );
}

const PLAIN: FigureFormat = { unit: 'number' };

/** Multiples of a round number, none of them beyond the ends. */
function roundTicks(xs: readonly number[], places: number): number[] | null {
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  if (high - low < 2) return null;
  const step = niceStep(high - low, places);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, place) => (first + place) * step);
}
