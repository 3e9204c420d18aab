import type { FigureFormat, WriteFigure } from '../figures/format-figure.ts';
import { type ChartColors, type SeriesStyle, seriesStyles } from './chart-colors.ts';

export interface SeriesCategory {
  key: string;
  label: string;
  /** A period that has not ended: its marks are hollow. */
  isIncomplete?: boolean;
}

export type AxisSide = 'left' | 'right';

export interface ChartSeries {
  key: string;
  name: string;
  mark: 'line' | 'area' | 'column';
  format: FigureFormat;
  /** In horizontal charts left is at the bottom and right at the top. Default: one axis for each unit. */
  axis?: AxisSide;
  /** One value for each category; null is a gap. */
  data: readonly (number | null)[];
  /** The sum of all series that are not shown: drawn in a quiet color. */
  isOther?: boolean;
}

export interface ReferenceLine {
  label: string;
  value: number;
  axis?: AxisSide;
}

/** A text at a category. */
export interface ChartNote {
  category: string;
  text: string;
}

/** Columns and areas are stacked, lines never: `share` stacks to 100 %. */
export type SeriesStack = 'none' | 'total' | 'share';

/** What a chart shows, before its series have their places. */
export interface SeriesInput {
  categories: readonly SeriesCategory[];
  series: readonly ChartSeries[];
  orientation: 'vertical' | 'horizontal';
  stack: SeriesStack;
  /** Writes the values at the marks. */
  labels: boolean;
  lines: readonly ReferenceLine[];
  /** At most one at a category, in the order of these. */
  notes?: readonly ChartNote[];
  selected: ReadonlySet<string> | null;
  isSelectable: boolean;
  figure: WriteFigure;
  texts: { incomplete: string; total: string };
}

export interface SeriesChartData extends SeriesInput {
  placed: readonly PlacedSeries[];
  /** The totals of a stack for each category; null if nothing is stacked. */
  totals: readonly (number | null)[] | null;
}

/** A series with its place in the chart. */
export interface PlacedSeries extends ChartSeries {
  axis: AxisSide;
  /** Series of the same stack are on top of each other; null for a series by itself. */
  stackId: string | null;
  /** What is drawn: shares in a 100 % stack. */
  drawn: readonly (number | null)[];
  /** The format of what is drawn. */
  drawnFormat: FigureFormat;
}

export const SHARE_FORMAT: FigureFormat = { unit: 'percent', decimals: 1 };

const isSameUnit = (one: FigureFormat, other: FigureFormat) =>
  one.unit === other.unit && one.currency === other.currency;

const isStacked = ({ mark }: ChartSeries, stack: SeriesStack) => stack !== 'none' && mark !== 'line';

/** The axis, the stack and the drawn values of each series. */
export function placeSeries({ series, stack }: Pick<SeriesInput, 'series' | 'stack'>): PlacedSeries[] {
  const drawnFormat = (one: ChartSeries) => (stack === 'share' && isStacked(one, stack) ? SHARE_FORMAT : one.format);
  const leading = series.find((one) => one.axis !== 'right' && isStacked(one, stack)) ?? series[0];
  const sides = series.map((one): AxisSide => {
    if (one.axis !== undefined) return one.axis;
    const isShareBesideValues = stack === 'share' && isStacked(one, stack) !== isStacked(leading!, stack);
    return isSameUnit(drawnFormat(one), drawnFormat(leading!)) && !isShareBesideValues ? 'left' : 'right';
  });
  const isOneSided = sides.every((side) => side === 'right');
  const placed = series.map((one, index) => {
    const axis = isOneSided ? 'left' : sides[index]!;
    return {
      ...one,
      axis,
      stackId: isStacked(one, stack) ? `${axis} ${one.mark}` : null,
      drawn: one.data,
      drawnFormat: drawnFormat(one),
    };
  });
  return stack === 'share' ? placed.map((one) => ({ ...one, drawn: shares(one, placed) })) : placed;
}

/** Shares of the stack's absolute total, so that negative values stay negative and the bar is 100 % long. */
function shares(one: PlacedSeries, all: readonly PlacedSeries[]): (number | null)[] {
  const stack = all.filter(({ stackId }) => stackId === one.stackId);
  return one.data.map((value, at) => {
    if (one.stackId === null || value === null) return value;
    const whole = stack.reduce((sum, { data }) => sum + Math.abs(data[at] ?? 0), 0);
    return whole === 0 ? null : value / whole;
  });
}

export function seriesData(input: SeriesInput): SeriesChartData {
  const series = input.series.map((one) => ({ ...one, data: input.categories.map((_, at) => valueAt(one, at)) }));
  const placed = placeSeries({ ...input, series });
  return { ...input, series, placed, totals: stackTotals(placed, input.categories.length) };
}

function valueAt({ data }: ChartSeries, at: number): number | null {
  const value = data[at] ?? null;
  return value !== null && Number.isFinite(value) ? value : null;
}

function stackTotals(placed: readonly PlacedSeries[], count: number): (number | null)[] | null {
  const stack = totaledStack(placed);
  if (stack === null) return null;
  return Array.from({ length: count }, (_, at) => {
    const values = stack.flatMap(({ data }) => data[at] ?? []);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
  });
}

/** The series that a total is of: one stack of one unit, or null. */
function totaledStack(placed: readonly PlacedSeries[]): PlacedSeries[] | null {
  const stack = placed.filter(({ stackId }) => stackId !== null);
  const [first] = stack;
  if (first === undefined || stack.length < 2) return null;
  return stack.every(({ stackId, format }) => stackId === first.stackId && isSameUnit(format, first.format))
    ? stack
    : null;
}

/** Colors and line styles: a single line over columns leads, several series cycle through the series colors. */
export function chartSeriesStyles(series: readonly ChartSeries[], colors: ChartColors): SeriesStyle[] {
  const named = series.filter(({ isOther }) => isOther !== true);
  const lines = named.filter(({ mark }) => mark === 'line').length;
  // Beside what is left over, which is quiet, two series are in colors.
  const styles =
    named.length < series.length ? seriesStyles(Math.max(3, named.length), colors) : namedStyles(named, colors);
  return series.map((one) => {
    if (one.isOther === true) return { color: colors.quiet, line: 'solid' };
    const { color, line } = styles[named.indexOf(one)]!;
    return { color, line: lines > 1 && one.mark === 'line' ? line : 'solid' };
  });
}

function namedStyles(named: readonly ChartSeries[], colors: ChartColors): SeriesStyle[] {
  const [first, second] = named;
  if (named.length === 2 && (first!.mark === 'line') !== (second!.mark === 'line')) {
    const styles = seriesStyles(2, colors);
    return first!.mark === 'line' ? styles : styles.toReversed();
  }
  return seriesStyles(named.length, colors);
}
