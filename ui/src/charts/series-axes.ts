import { textWidth, wrapText } from './chart-text.ts';
import type { ChartContext } from './chart-option.ts';
import {
  alignedAxis,
  isFarFromZero,
  type NiceScale,
  scaledAxis,
  scaleTicks,
  scaleWriter,
  zeroAxes,
} from './nice-scale.ts';
import type { AxisSide, PlacedSeries, SeriesChartData } from './series-data.ts';

export interface ValueAxis extends NiceScale {
  side: AxisSide;
  write: (value: number) => string;
  /** Width of the widest label in pixels. */
  labelWidth: number;
}

/** The plot without its axes, in pixels. */
export interface Plot {
  axes: readonly ValueAxis[];
  /** Length of the value axis. */
  length: number;
  /** Width of a category. */
  band: number;
  /** Width of the category labels at the left of a horizontal chart. */
  nameWidth: number;
}

const AXIS_LABELS = 26;
const MARGIN = 10;
const EDGE = 8;

/** The highest and lowest end of the marks on an axis, stacks included. */
function extentOf(placed: readonly PlacedSeries[], data: SeriesChartData) {
  const ends: number[] = [];
  for (const { stackId, drawn } of placed) {
    if (stackId === null) ends.push(...drawn.filter((value) => value !== null));
  }
  for (const id of new Set(placed.flatMap(({ stackId }) => stackId ?? []))) {
    const stack = placed.filter(({ stackId }) => stackId === id);
    for (let at = 0; at < data.categories.length; at += 1) {
      const values = stack.map(({ drawn }) => drawn[at] ?? 0);
      ends.push(values.reduce((sum, value) => sum + Math.max(0, value), 0));
      ends.push(values.reduce((sum, value) => sum + Math.min(0, value), 0));
    }
  }
  return ends;
}

/** One axis for each side that has series: from zero, or around the values where lines are far from zero. */
export function valueAxes(data: SeriesChartData, steps: number): ValueAxis[] {
  const { placed } = data;
  const sides = (['left', 'right'] as const).filter((side) => placed.some(({ axis }) => axis === side));
  const plans = sides.map((side) => {
    const own = placed.filter(({ axis }) => axis === side);
    const lines = data.lines.filter(({ axis = 'left' }) => axis === side || sides.length === 1);
    const ends = [...extentOf(own, data), ...lines.map(({ value }) => value)].filter((value) => Number.isFinite(value));
    const extent = {
      low: ends.reduce((low, value) => Math.min(low, value), ends[0] ?? 0),
      high: ends.reduce((high, value) => Math.max(high, value), ends[0] ?? 0),
      isCount: own.every(({ drawnFormat }) => drawnFormat.unit === 'count' && (drawnFormat.decimals ?? 0) === 0),
    };
    const isScaled = own.every(({ mark }) => mark === 'line') && isFarFromZero(extent);
    return { side, extent, isScaled, format: own[0]!.drawnFormat };
  });
  const zeros = zeroAxes(
    plans.flatMap(({ extent, isScaled }) => (isScaled ? [] : extent)),
    steps,
  );
  const leading = zeros[0] ?? scaledAxis(plans[0]!.extent, steps);
  const intervals = Math.round((leading.max - leading.min) / leading.step);
  return plans.map(({ side, extent, isScaled, format }) => {
    const scale = isScaled ? alignedAxis(extent, intervals) : zeros.shift()!;
    const write = scaleWriter(data.figure, format, scale);
    const labelWidth = Math.max(...scaleTicks(scale).map((tick) => textWidth(write(tick))));
    return { ...scale, side, write, labelWidth };
  });
}

/** Room of names at the left of horizontal bars. */
const nameRoom = (data: SeriesChartData, width: number): number =>
  Math.min(Math.max(...data.categories.map(({ label }) => textWidth(label)), 16) + 6, width * 0.36, 240);

export function plotOf(data: SeriesChartData, { width, height }: ChartContext): Plot {
  const isVertical = data.orientation === 'vertical';
  const steps = isVertical ? (height < 200 ? 2 : 4) : Math.max(2, Math.min(5, Math.floor(width / 130)));
  const axes = valueAxes(data, steps);
  const nameWidth = isVertical ? 0 : nameRoom(data, width);
  const across =
    width - EDGE - (isVertical ? axes.reduce((sum, axis) => sum + axis.labelWidth + MARGIN, 0) : nameWidth + MARGIN);
  const along = height - AXIS_LABELS - MARGIN;
  const [length, extent] = isVertical ? [along, across] : [across, along];
  return { axes, length, band: extent / Math.max(1, data.categories.length), nameWidth };
}

/** Every n-th label, each as wide as its place: labels never overlap, and are not rotated. */
export function labelPlan(labels: readonly string[], band: number): { every: number; width: number } {
  const widest = Math.max(0, ...labels.map((label) => textWidth(label)));
  const isReadable = band >= Math.min(widest, 44) + 10;
  const every = isReadable ? 1 : Math.max(1, Math.ceil((Math.min(widest, 96) + 12) / band));
  return { every, width: Math.max(12, every * band - 8) };
}

/** The axis of the categories, at the bottom or at the left. */
export function categoryAxis(data: SeriesChartData, { colors }: ChartContext, plot: Plot) {
  const labels = data.categories.map(({ label }) => label);
  const isVertical = data.orientation === 'vertical';
  const hasBars = data.series.some(({ mark }) => mark === 'column');
  const plan = isVertical
    ? labelPlan(labels, plot.band)
    : { every: Math.max(1, Math.ceil(15 / plot.band)), width: plot.nameWidth + 2 };
  return {
    type: 'category',
    data: data.categories.map(({ key }) => key),
    inverse: !isVertical,
    boundaryGap: hasBars || !isVertical || labels.length < 3,
    axisLine: {
      show: true,
      onZero: true,
      lineStyle: { color: plot.axes.some(({ min }) => min < 0) ? colors.quiet : colors.border },
    },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: {
      margin: MARGIN,
      color: colors.secondary,
      fontSize: 12,
      interval: (index: number) => index % plan.every === 0,
      // The plan leaves no overlap; the chart library would count the width that a label may have.
      hideOverlap: false,
      width: plan.width,
      overflow: 'truncate',
      formatter: (_key: string, index: number) =>
        isVertical && plan.every === 1 ? wrapText(labels[index] ?? '', plan.width) : (labels[index] ?? ''),
      lineHeight: 15,
    },
  } as const;
}

/** The axes of the values. Always both: options are merged, so an omitted axis would stay. */
export function figureAxes(data: SeriesChartData, { colors }: ChartContext, plot: Plot) {
  const isVertical = data.orientation === 'vertical';
  const places = isVertical ? (['left', 'right'] as const) : (['bottom', 'top'] as const);
  return places.map((position, index) => {
    const axis = plot.axes.find(({ side }) => side === (index === 0 ? 'left' : 'right'));
    return {
      type: 'value' as const,
      position,
      show: axis !== undefined,
      min: axis?.min ?? 0,
      max: axis?.max ?? 1,
      interval: axis?.step ?? 1,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: axis === plot.axes[0], lineStyle: { color: colors.grid } },
      axisLabel: {
        margin: MARGIN,
        color: colors.secondary,
        fontSize: 12,
        hideOverlap: true,
        formatter: axis?.write ?? String,
      },
      z: 0,
    };
  });
}
