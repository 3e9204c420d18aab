import { type FigureValue, isFigure } from '../figures/format-figure.ts';
import type { ChartColors } from './chart-colors.ts';
import { chartBase, type ChartContext, type ChartOption, tip } from './chart-option.ts';

export interface Bucket {
  /** Null at an open end. */
  lower: number | null;
  upper: number | null;
  members: number;
  containsSubject: boolean;
}

/** A labeled reference line. */
interface Mark {
  label: string;
  value: FigureValue;
}

const isDrawn = (mark: Mark | null | undefined): mark is Mark => isFigure(mark?.value);

export interface DistributionData {
  /** In order, all of equal width. */
  buckets: readonly Bucket[];
  subject?: Mark | null;
  median?: Mark | null;
  /** An edge of a bucket or the subject's value as text. */
  write: (value: FigureValue) => string;
  writeCount: (count: number) => string;
  /** A bucket in words: '6.5% to 7.0%'. */
  writeRange: (bucket: Bucket) => string;
  /** What is counted: 'Members'. */
  countLabel: string;
}

export const DISTRIBUTION_HEIGHT = 280;

interface Edges {
  lower: number;
  upper: number;
}

/** Buckets whose open ends get the width of their neighbors. */
export function closedEdges(buckets: readonly Bucket[]): Edges[] {
  const widths = buckets.flatMap(({ lower, upper }) => (lower === null || upper === null ? [] : [upper - lower]));
  const width = widths[0] ?? 1;
  return buckets.map(({ lower, upper }) => ({
    lower: lower ?? (upper ?? width) - width,
    upper: upper ?? (lower ?? 0) + width,
  }));
}

/** 1, 2, 2.5 or 5 times a power of ten, so that about `steps` of them reach `top`. At least 1 for counts. */
export function niceStep(top: number, steps: number, counted = true): number {
  const rough = (counted ? Math.max(top, 1) : top) / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= rough) ?? 10;
  return counted ? Math.max(1, factor * power) : factor * power;
}

/** Geometry shared by axes, bars and reference lines, in pixels except for `low`, `high` and the counts. */
interface Scale {
  low: number;
  high: number;
  edges: readonly Edges[];
  /** The count of the tallest bar. */
  most: number;
  /** Room above the tallest bar for two lines of labels. */
  ceiling: number;
  plot: number;
}

const MARGIN = { left: 8, right: 8, top: 4, bottom: 24 };

function scaleOf({ buckets }: DistributionData, width: number): Scale {
  const edges = closedEdges(buckets);
  const most = Math.max(1, ...buckets.map(({ members }) => members));
  return {
    low: edges[0]?.lower ?? 0,
    high: edges.at(-1)?.upper ?? 1,
    edges,
    most,
    ceiling: most * 1.28,
    plot: width - MARGIN.left - MARGIN.right,
  };
}

/** A histogram: the subject's bucket in the primary color, subject and median as labeled lines. */
export function distributionOption(data: DistributionData, context: ChartContext): ChartOption {
  const { colors } = context;
  const scale = scaleOf(data, context.width);
  return {
    ...chartBase(context),
    grid: { ...MARGIN, outerBoundsMode: 'none' },
    xAxis: {
      type: 'value',
      min: scale.low,
      max: scale.high,
      axisLine: { show: true, lineStyle: { color: colors.quiet } },
      axisTick: { show: true, lineStyle: { color: colors.quiet }, length: 4 },
      splitLine: { show: false },
      splitNumber: Math.max(2, Math.min(8, Math.floor(scale.plot / 90))),
      axisLabel: {
        color: colors.secondary,
        fontSize: 12,
        showMinLabel: false,
        showMaxLabel: false,
        hideOverlap: true,
        formatter: (value: number) => data.write(value),
      },
    },
    yAxis: countAxis(data, scale, colors),
    series: [barSeries(data, scale, colors)],
  };
}

function countAxis(data: DistributionData, { most, ceiling }: Scale, colors: ChartColors) {
  return {
    type: 'value' as const,
    axisLine: { show: false },
    axisTick: { show: false },
    max: ceiling,
    interval: niceStep(most, 3),
    axisLabel: {
      inside: true,
      margin: 0,
      align: 'left' as const,
      verticalAlign: 'bottom' as const,
      color: colors.hint,
      fontSize: 11,
      showMinLabel: false,
      showMaxLabel: false,
      formatter: (value: number) => (value > most ? '' : data.writeCount(value)),
    },
    splitLine: { show: true, showMaxLine: false, lineStyle: { color: colors.grid } },
    z: 0,
  };
}

function barSeries(data: DistributionData, scale: Scale, colors: ChartColors) {
  const { edges, most, ceiling, plot } = scale;
  const reference = (mark: Mark | null | undefined, level: number, isSubject: boolean) =>
    isDrawn(mark) ? [referenceLine(mark, { level, isSubject, scale, data, colors })] : [];
  return {
    type: 'bar' as const,
    barWidth: Math.max(1, Math.floor((plot / Math.max(1, edges.length)) * 10) / 10 - 1.5),
    cursor: 'default',
    data: data.buckets.map((bucket, index) => ({
      value: [(edges[index]!.lower + edges[index]!.upper) / 2, bucket.members],
      itemStyle: {
        color: bucket.containsSubject ? colors.primary : colors.quiet,
      },
    })),
    emphasis: { itemStyle: { borderColor: colors.text, borderWidth: 1 } },
    tooltip: {
      formatter: (at: unknown) => {
        const bucket = data.buckets[(at as { dataIndex: number }).dataIndex]!;
        return tip(data.writeRange(bucket), [`${data.countLabel}: ${data.writeCount(bucket.members)}`]);
      },
    },
    markLine: {
      silent: true,
      symbol: 'none',
      animation: false,
      data: [...reference(data.median, most * 1.14, false), ...reference(data.subject, ceiling, true)] as never,
    },
  };
}

interface ReferenceContext {
  /** Height of the line, as a count. */
  level: number;
  isSubject: boolean;
  scale: Scale;
  data: DistributionData;
  colors: ChartColors;
}

/** A line at the subject's value or the median, with its label next to its top. */
function referenceLine(mark: Mark, { level, isSubject, scale, data, colors }: ReferenceContext): [object, object] {
  const { low, high, plot } = scale;
  const value = Math.min(high, Math.max(low, Number(mark.value)));
  const share = (value - low) / (high - low || 1);
  // The median's label is on the side away from the subject's line; otherwise a label is where there is room.
  const turned = !isSubject && share > 0.2 && share < 0.8 && isDrawn(data.subject);
  const crowded = (1 - share) * plot < mark.label.length * 7 + 8 && share > 0.5;
  const onLeft = turned ? Number(data.subject?.value) >= Number(mark.value) : crowded;
  const color = isSubject ? colors.primary : colors.secondary;
  return [
    {
      coord: [value, 0],
      lineStyle: { color, width: isSubject ? 2 : 1, type: isSubject ? 'solid' : [4, 3] },
      label: {
        show: true,
        position: 'end',
        formatter: mark.label.replaceAll(/[{}]/g, ' '),
        align: onLeft ? 'right' : 'left',
        verticalAlign: 'top',
        distance: 0,
        offset: [onLeft ? -6 : 6, 0],
        color,
        fontWeight: isSubject ? 'bold' : 'normal',
        fontSize: 12,
        width: Math.max(80, (onLeft ? share : 1 - share) * plot - 8),
        overflow: 'truncate',
      },
    },
    { coord: [value, level] },
  ];
}
