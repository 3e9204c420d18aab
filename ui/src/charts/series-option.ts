import { chartBase, type ChartContext, type ChartOption, tipTable } from './chart-option.ts';
import { BESIDE_FIGURES } from './figure-axis.ts';
import { categoryAxis, figureAxes, plotOf, type ValueAxis } from './series-axes.ts';
import { chartSeriesStyles, type SeriesChartData, SHARE_FORMAT } from './series-data.ts';
import { seriesMark, stackLabelWidth } from './series-marks.ts';

const ROW = 24;
const AXES = 44;

/** Height in pixels that a horizontal chart needs for its bars: one for each category, or for each of its series. */
export const seriesChartHeight = (rows: number): number => rows * ROW + AXES;

/** The texts of a category in the order of the series: value, and its share in a 100 % stack. */
export function seriesTexts(data: SeriesChartData, at: number): string[] {
  return data.placed.map(({ data: values, drawn, format, stackId }) => {
    const text = data.figure(values[at] ?? null, format);
    const isShare = data.stack === 'share' && stackId !== null && (drawn[at] ?? null) !== null;
    return isShare ? `${text} (${data.figure(drawn[at]!, SHARE_FORMAT)})` : text;
  });
}

/** The label of a category, with a note if its period has not ended. */
export const categoryTitle = (data: SeriesChartData, at: number): string => {
  const { label, isIncomplete } = data.categories[at]!;
  return isIncomplete === true ? `${label} · ${data.texts.incomplete}` : label;
};

/** The total of a stacked category as text, or null. */
export function totalText(data: SeriesChartData, at: number): string | null {
  const format = data.placed.find(({ stackId }) => stackId !== null)?.format;
  return data.totals === null || format === undefined ? null : data.figure(data.totals[at] ?? null, format);
}

/** The note at a category, as text; null without one. */
export const noteText = ({ categories, notes = [] }: SeriesChartData, at: number): string | null =>
  notes.find(({ category }) => category === categories[at]?.key)?.text ?? null;

/** Lines at the categories with notes, with their numbers: the texts are beside the chart. */
function noteLines({ notes = [], orientation }: SeriesChartData, { colors }: ChartContext) {
  return notes.map(({ category }, index) => ({
    ...(orientation === 'vertical' ? { xAxis: category } : { yAxis: category }),
    lineStyle: { color: colors.text, width: 1, type: [2, 3] },
    label: {
      show: true,
      position: 'end' as const,
      formatter: String(index + 1),
      color: colors.surface,
      backgroundColor: colors.text,
      borderRadius: 7,
      width: 14,
      height: 14,
      lineHeight: 14,
      align: 'center' as const,
      padding: 0,
      fontSize: 10,
      fontWeight: 600,
      distance: 2,
    },
  }));
}

function categoryTip(data: SeriesChartData, colors: readonly string[], at: number): string {
  const texts = seriesTexts(data, at);
  const rows = data.series.map(({ name }, index) => ({ color: colors[index]!, name, value: texts[index]! }));
  const total = totalText(data, at);
  const note = noteText(data, at);
  return tipTable(
    note === null ? categoryTitle(data, at) : `${categoryTitle(data, at)} · ${note}`,
    total === null ? rows : [...rows, { color: 'none', name: data.texts.total, value: total }],
  );
}

/** Dashed lines with their labels, on the first series of their axis. */
function referenceLines(
  data: SeriesChartData,
  axis: ValueAxis,
  { isOnlyAxis, isFirst }: { isOnlyAxis: boolean; isFirst: boolean },
  place: ChartContext,
) {
  const { colors } = place;
  const own = data.lines.filter(({ axis: side = 'left' }) => isOnlyAxis || side === axis.side);
  const notes = isFirst ? noteLines(data, place) : [];
  if (own.length === 0 && notes.length === 0) return {};
  const isVertical = data.orientation === 'vertical';
  return {
    markLine: {
      silent: true,
      symbol: 'none',
      animation: false,
      // Otherwise 0.0575 would be at 0.06.
      precision: 12,
      data: [
        ...own.map(({ label, value }, index) => ({
          ...(isVertical ? { yAxis: value } : { xAxis: value }),
          lineStyle: { color: colors.secondary, width: 1, type: [4, 3] },
          label: {
            // Alternating ends: lines may be close to each other.
            position: isVertical ? (index % 2 === 0 ? 'insideEndTop' : 'insideStartTop') : 'start',
            formatter: label.replaceAll(/[{}]/g, ' '),
            color: colors.text,
            fontSize: 11,
            textBorderColor: colors.halo,
            textBorderWidth: 3,
            distance: isVertical ? 3 : 4,
          },
        })),
        ...notes,
      ],
      z: 5,
    },
  };
}

/** Lines, areas, columns and horizontal bars over categories, side by side or stacked, on one or two axes. */
export function seriesOption(data: SeriesChartData, place: ChartContext): ChartOption {
  const { colors } = place;
  const styles = chartSeriesStyles(data.series, colors);
  const { placed } = data;
  const plot = plotOf(data, place);
  const isVertical = data.orientation === 'vertical';
  const columns = placed.filter(({ mark }) => mark === 'column');
  const groups = new Set(columns.map(({ stackId, key }) => stackId ?? key)).size;
  const labelWidth = data.labels ? stackLabelWidth({ data }) : 0;
  const category = categoryAxis(data, place, plot);
  const values = figureAxes(data, place, plot);
  const hasLineLabels = !isVertical && data.lines.length > 0;
  const hasNotes = isVertical && (data.notes ?? []).length > 0;
  const leaders = new Set(plot.axes.map(({ side }) => placed.findIndex(({ axis }) => axis === side)));
  return {
    ...chartBase(place),
    tooltip: {
      ...chartBase(place).tooltip,
      trigger: 'axis',
      axisPointer:
        columns.length > 0 || !isVertical
          ? { type: 'shadow', z: 1, shadowStyle: { color: colors.grid, opacity: 0.6 } }
          : { type: 'line', lineStyle: { color: colors.quiet, type: 'solid', width: 1 } },
      formatter: (at) => {
        const marks = (Array.isArray(at) ? at : [at]) as { dataIndex: number }[];
        return categoryTip(
          data,
          styles.map(({ color }) => color),
          marks[0]!.dataIndex,
        );
      },
    },
    grid: {
      left: 0,
      right:
        !isVertical && data.labels && data.stack === 'none'
          ? 48
          : !isVertical && (data.notes ?? []).length > 0
            ? 26
            : plot.axes.length > 1
              ? 0
              : 8,
      top: hasLineLabels || hasNotes ? 22 : data.labels && isVertical ? 18 : 10,
      bottom: 8,
      ...BESIDE_FIGURES,
    },
    xAxis: (isVertical ? category : values) as ChartOption['xAxis'],
    yAxis: (isVertical ? values : category) as ChartOption['yAxis'],
    series: placed.map((one, index) => {
      const axis = plot.axes.find(({ side }) => side === one.axis)!;
      return {
        ...seriesMark(one, index, { data, place, plot, axis, style: styles[index]!, groups, labelWidth }),
        ...(leaders.has(index) &&
          referenceLines(
            data,
            axis,
            { isOnlyAxis: plot.axes.length === 1, isFirst: index === Math.min(...leaders) },
            place,
          )),
      };
    }) as ChartOption['series'],
  };
}
