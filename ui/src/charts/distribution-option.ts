import { type FigureValue, isFigure } from '../figures/format-figure.ts';
import { chartBase, type ChartOption, type ChartPlace, tip } from './chart-option.ts';

export interface Bucket {
  /** Null at an open end. */
  lower: number | null;
  upper: number | null;
  members: number;
  holdsSubject: boolean;
}

/** A line across the chart with its name. */
interface Mark {
  label: string;
  value: FigureValue;
}

const isDrawn = (mark: Mark | null | undefined): mark is Mark => isFigure(mark?.value);

export interface DistributionData {
  /** In order, each as wide as the others. */
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

/** Buckets with the open ends closed, as wide as their neighbours. */
export function closedEdges(buckets: readonly Bucket[]): Edges[] {
  const widths = buckets.flatMap(({ lower, upper }) => (lower === null || upper === null ? [] : [upper - lower]));
  const width = widths[0] ?? 1;
  return buckets.map(({ lower, upper }) => ({
    lower: lower ?? (upper ?? width) - width,
    upper: upper ?? (lower ?? 0) + width,
  }));
}

/** 1, 2, 2.5 or 5 times a power of ten, so that about `steps` of them reach `top`. At least one where things are counted. */
export function niceStep(top: number, steps: number, counted = true): number {
  const rough = (counted ? Math.max(top, 1) : top) / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= rough) ?? 10;
  return counted ? Math.max(1, factor * power) : factor * power;
}

/** A histogram; the subject's bucket in the primary, the subject and the median as lines with their names on them. */
export function distributionOption(data: DistributionData, place: ChartPlace): ChartOption {
  const { colours, width } = place;
  const edges = closedEdges(data.buckets);
  const [low, high] = [edges[0]?.lower ?? 0, edges.at(-1)?.upper ?? 1];
  const most = Math.max(1, ...data.buckets.map(({ members }) => members));
  const margin = { left: 8, right: 8, top: 4, bottom: 24 };
  const plot = width - margin.left - margin.right;
  const barWidth = Math.max(1, Math.floor((plot / Math.max(1, edges.length)) * 10) / 10 - 1.5);
  // Room above the tallest bar for two lines of labels.
  const ceiling = most * 1.28;
  const step = niceStep(most, 3);

  const mark = (at: Mark | null | undefined, level: number, own: boolean) => {
    if (!isDrawn(at)) return [];
    const value = Math.min(high, Math.max(low, Number(at.value)));
    const share = (value - low) / (high - low || 1);
    // The median's name turns away from the subject's line; else a name goes where there is room.
    const turned = !own && share > 0.2 && share < 0.8 && isDrawn(data.subject);
    const crowded = (1 - share) * plot < at.label.length * 7 + 8 && share > 0.5;
    const rightHalf = turned ? Number(data.subject?.value) >= Number(at.value) : crowded;
    return [
      [
        {
          coord: [value, 0] as [number, number],
          lineStyle: {
            color: own ? colours.primary : colours.secondary,
            width: own ? 2 : 1,
            type: own ? ('solid' as const) : ([4, 3] as number[]),
          },
          label: {
            show: true,
            position: 'end' as const,
            formatter: at.label.replaceAll(/[{}]/g, ' '),
            align: rightHalf ? ('right' as const) : ('left' as const),
            verticalAlign: 'top' as const,
            distance: 0,
            offset: [rightHalf ? -6 : 6, 0] as [number, number],
            color: own ? colours.primary : colours.secondary,
            fontWeight: own ? ('bold' as const) : ('normal' as const),
            fontSize: 12,
            width: Math.max(80, (rightHalf ? share : 1 - share) * plot - 8),
            overflow: 'truncate' as const,
          },
        },
        { coord: [value, level] as [number, number] },
      ] as [object, object],
    ];
  };

  return {
    ...chartBase(place),
    grid: { ...margin, outerBoundsMode: 'none' },
    xAxis: {
      type: 'value',
      min: low,
      max: high,
      axisLine: { show: true, lineStyle: { color: colours.quiet } },
      axisTick: { show: true, lineStyle: { color: colours.quiet }, length: 4 },
      splitLine: { show: false },
      splitNumber: Math.max(2, Math.min(8, Math.floor(plot / 90))),
      axisLabel: {
        color: colours.secondary,
        fontSize: 12,
        showMinLabel: false,
        showMaxLabel: false,
        hideOverlap: true,
        formatter: (value: number) => data.write(value),
      },
    },
    yAxis: {
      type: 'value',
      axisLine: { show: false },
      axisTick: { show: false },
      max: ceiling,
      interval: step,
      axisLabel: {
        inside: true,
        margin: 0,
        align: 'left',
        verticalAlign: 'bottom',
        color: colours.hint,
        fontSize: 11,
        showMinLabel: false,
        showMaxLabel: false,
        formatter: (value: number) => (value > most ? '' : data.writeCount(value)),
      },
      splitLine: { show: true, showMaxLine: false, lineStyle: { color: colours.grid } },
      z: 0,
    },
    series: [
      {
        type: 'bar',
        barWidth,
        cursor: 'default',
        data: data.buckets.map((bucket, index) => ({
          value: [(edges[index]!.lower + edges[index]!.upper) / 2, bucket.members],
          itemStyle: {
            color: bucket.holdsSubject ? colours.primary : colours.quiet,
          },
        })),
        emphasis: { itemStyle: { borderColor: colours.text, borderWidth: 1 } },
        tooltip: {
          formatter: (at) => {
            const bucket = data.buckets[(at as { dataIndex: number }).dataIndex]!;
            return tip(data.writeRange(bucket), [`${data.countLabel}: ${data.writeCount(bucket.members)}`]);
          },
        },
        markLine: {
          silent: true,
          symbol: 'none',
          animation: false,
          data: [...mark(data.median, most * 1.14, false), ...mark(data.subject, ceiling, true)] as never,
        },
      },
    ],
  };
}
