import { shade } from './area-option.ts';
import type { SeriesStyle } from './chart-colors.ts';
import type { ChartContext } from './chart-option.ts';
import { inkOn, textWidth } from './chart-text.ts';
import type { Plot, ValueAxis } from './series-axes.ts';
import { type PlacedSeries, type SeriesChartData, SHARE_FORMAT } from './series-data.ts';

interface MarkContext {
  data: SeriesChartData;
  place: ChartContext;
  plot: Plot;
  axis: ValueAxis;
  style: SeriesStyle;
  /** Bars side by side in a category. */
  groups: number;
  /** Width of the widest label in stacks, in pixels. */
  labelWidth: number;
}

/** Opacity of marks that are not selected. */
const FADED = 0.38;
/** Points of a line that are all drawn. */
const FEW = 13;
const LABEL = 11;

const valueText = (one: PlacedSeries, { data }: Pick<MarkContext, 'data'>, value: number) =>
  data.figure(value, one.drawnFormat === SHARE_FORMAT ? { unit: 'percent' } : one.drawnFormat, { compact: true });

export const stackLabelWidth = (context: Pick<MarkContext, 'data'>): number =>
  context.data.placed
    .filter(({ stackId, mark }) => stackId !== null && mark === 'column')
    .flatMap((one) => one.drawn.map((value) => (value === null ? 0 : textWidth(valueText(one, context, value), LABEL))))
    .reduce((widest, width) => Math.max(widest, width), 0);

const isFaded = ({ data }: MarkContext, at: number) =>
  data.selected !== null && data.selected.size > 0 && !data.selected.has(data.categories[at]!.key);

/** Bars of an incomplete period are hollow: a tint inside a dashed outline. */
function barStyle(context: MarkContext, at: number, isNegative: boolean) {
  const { data, style, place } = context;
  const opacity = isFaded(context, at) ? FADED : 1;
  const round = isNegative ? [0, 0, 3, 3] : [3, 3, 0, 0];
  // Clockwise from the top left: for horizontal bars the outer end is at the right.
  const turned = isNegative ? [3, 0, 0, 3] : [0, 3, 3, 0];
  const borderRadius = data.stack === 'none' ? (data.orientation === 'vertical' ? round : turned) : 0;
  if (data.categories[at]!.isIncomplete !== true) {
    // A line of the background separates the parts of a stack.
    const seam = data.stack === 'none' ? {} : { borderColor: place.colors.surface, borderWidth: 0.5 };
    return { color: style.color, opacity, borderRadius, ...seam };
  }
  return {
    color: `${style.color}26`,
    borderColor: style.color,
    borderWidth: 1,
    borderType: 'dashed' as const,
    opacity,
    borderRadius,
  };
}

/** Beyond the end of a bar, or inside a part of a stack where it fits. */
function barLabel(one: PlacedSeries, context: MarkContext, at: number, value: number) {
  const { data, place, plot, axis, style, groups } = context;
  const text = valueText(one, context, value);
  const isVertical = data.orientation === 'vertical';
  const base = { show: data.labels, minMargin: 2, formatter: text, fontSize: LABEL, color: place.colors.text };
  if (one.stackId === null) {
    const outside = isVertical ? (['bottom', 'top'] as const) : (['left', 'right'] as const);
    return { ...base, position: outside[value < 0 ? 0 : 1], distance: 4 };
  }
  const length = (Math.abs(value) / (axis.max - axis.min)) * plot.length;
  const thick = Math.min(BAR_WIDTH.stacked, (plot.band * 0.7) / groups);
  // The widest label decides for all columns: single labels among others without would look accidental.
  const width = Math.max(textWidth(text, LABEL), isVertical ? context.labelWidth : 0) + 2;
  const fits = isVertical ? length >= 15 && thick >= width : thick >= 13 && length >= width;
  const isHollow = data.categories[at]!.isIncomplete === true || isFaded(context, at);
  return {
    ...base,
    show: data.labels && fits,
    position: 'inside' as const,
    color: isHollow ? place.colors.text : inkOn(style.color),
  };
}

const BAR_WIDTH = { single: 40, stacked: 56 };

function columnMark(one: PlacedSeries, context: MarkContext) {
  const { data } = context;
  return {
    type: 'bar' as const,
    barMaxWidth: one.stackId === null ? BAR_WIDTH.single : BAR_WIDTH.stacked,
    barCategoryGap: '30%',
    barGap: '8%',
    emphasis: { disabled: true },
    cursor: data.isSelectable ? 'pointer' : 'default',
    labelLayout: { hideOverlap: true },
    data: one.drawn.map((value, at) =>
      value === null
        ? null
        : { value, itemStyle: barStyle(context, at, value < 0), label: barLabel(one, context, at, value) },
    ),
    z: 2,
  };
}

/** Points that are drawn: of few, without neighbors, incomplete or selected. The others appear at the pointer. */
function pointStyle(one: PlacedSeries, context: MarkContext, at: number) {
  const { data, place, style } = context;
  const isIncomplete = data.categories[at]!.isIncomplete === true;
  const isSelected = data.selected?.has(data.categories[at]!.key) === true;
  const isAlone = (one.drawn[at - 1] ?? null) === null && (one.drawn[at + 1] ?? null) === null;
  const isShown = data.categories.length <= FEW || isAlone || isIncomplete || isSelected;
  return {
    symbolSize: isSelected ? 11 : isIncomplete ? 9 : 7,
    itemStyle: {
      color: isIncomplete ? place.colors.surface : style.color,
      borderColor: style.color,
      borderWidth: isIncomplete ? 2 : 0,
      opacity: isShown ? (isFaded(context, at) ? FADED + 0.2 : 1) : 0,
    },
  };
}

function lineMark(one: PlacedSeries, context: MarkContext, index: number) {
  const { data, style, place } = context;
  const isAnySelected = data.selected !== null && data.selected.size > 0;
  const fill = one.stackId === null ? { color: shade(style.color, index) } : { color: style.color, opacity: 0.55 };
  return {
    type: 'line' as const,
    showSymbol: true,
    showAllSymbol: true,
    symbol: 'circle',
    cursor: data.isSelectable ? 'pointer' : 'default',
    lineStyle: { color: style.color, width: 2, type: style.line, opacity: isAnySelected ? 0.55 : 1 },
    itemStyle: { color: style.color },
    emphasis: { lineStyle: { width: 2 }, itemStyle: { opacity: 1 } },
    labelLayout: { hideOverlap: true },
    ...(one.mark === 'area' && { areaStyle: { ...fill, origin: 0 } }),
    data: one.drawn.map((value, at) =>
      value === null
        ? null
        : {
            value,
            ...pointStyle(one, context, at),
            label: {
              show: data.labels,
              formatter: valueText(one, context, value),
              position: 'top' as const,
              distance: 5,
              minMargin: 2,
              fontSize: LABEL,
              color: place.colors.text,
              textBorderColor: place.colors.halo,
              textBorderWidth: 2,
            },
          },
    ),
    z: one.mark === 'line' ? 4 : 1,
  };
}

/** The marks of a series on its axis. */
export function seriesMark(one: PlacedSeries, index: number, context: MarkContext) {
  const axisIndex = one.axis === 'left' ? 0 : 1;
  return {
    name: one.name,
    ...(context.data.orientation === 'vertical' ? { yAxisIndex: axisIndex } : { xAxisIndex: axisIndex }),
    ...(one.stackId !== null && { stack: one.stackId }),
    ...(one.mark === 'column' ? columnMark(one, context) : lineMark(one, context, index)),
  };
}
