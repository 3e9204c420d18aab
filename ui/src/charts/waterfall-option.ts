import type { CustomSeriesOption } from 'echarts/charts';
import type { FigureFormat, WriteFigure } from '../figures/format-figure.ts';
import type { ChartColors } from './chart-colors.ts';
import { chartBase, type ChartContext, type ChartOption, FONT, tip } from './chart-option.ts';
import { textWidth, wrapText } from './chart-text.ts';
import { BESIDE_FIGURES } from './figure-axis.ts';
import { type NiceScale, scaleTicks, scaleWriter, zeroAxes } from './nice-scale.ts';
import { labelPlan } from './series-axes.ts';

export interface WaterfallStep {
  key: string;
  label: string;
  /** A change, or of a total its level. Null without data. */
  value: number | null;
  kind: 'total' | 'delta';
}

export interface WaterfallData {
  steps: readonly WaterfallStep[];
  format: FigureFormat;
  /** False where an increase is bad, as of costs. */
  isIncreaseGood: boolean;
  labels: boolean;
  isSelectable: boolean;
  figure: WriteFigure;
}

/** A step between two levels. */
export interface WaterfallBar extends WaterfallStep {
  from: number;
  to: number;
}

/** Each change starts at the level before it; totals start at zero. */
export function waterfallBars(steps: readonly WaterfallStep[]): WaterfallBar[] {
  let level = 0;
  return steps.map((step) => {
    const from = step.kind === 'total' ? 0 : level;
    level = step.kind === 'total' ? (step.value ?? level) : level + (step.value ?? 0);
    return { ...step, from: step.value === null ? level : from, to: level };
  });
}

/** A step's value as text; changes have a sign. */
export const waterfallText = ({ figure, format }: WaterfallData, { kind, value }: WaterfallStep, compact = false) =>
  figure(value, format, { signed: kind === 'delta', compact });

function barColor({ kind, value }: WaterfallStep, { isIncreaseGood }: WaterfallData, colors: ChartColors): string {
  if (kind === 'total') return colors.primary;
  return (value ?? 0) >= 0 === isIncreaseGood ? colors.positive : colors.negative;
}

const LABEL = 11;

/** A bar between its levels, its value beyond its end, and a line to the next bar. */
function drawBar(
  bars: readonly WaterfallBar[],
  data: WaterfallData,
  { colors }: ChartContext,
  hasLabels: boolean,
): CustomSeriesOption['renderItem'] {
  return (params, api) => {
    const bar = bars[params.dataIndex]!;
    const [middle, start] = api.coord([params.dataIndex, bar.from]) as [number, number];
    const [, end] = api.coord([params.dataIndex, bar.to]) as [number, number];
    const band = (api.size!([1, 0]) as [number, number])[0];
    const width = Math.min(56, band * 0.62);
    const [top, bottom] = [Math.min(start, end), Math.max(start, end)];
    const isDown = bar.to < bar.from;
    return {
      type: 'group',
      children: [
        {
          type: 'rect',
          // A change of zero is still a mark.
          shape: { x: middle - width / 2, y: top, width, height: Math.max(1, bottom - top), r: 2 },
          style: { fill: barColor(bar, data, colors) },
          emphasis: { style: { stroke: colors.text, lineWidth: 1 } },
        },
        ...(params.dataIndex < bars.length - 1
          ? [
              {
                type: 'line',
                shape: { x1: middle + width / 2, y1: end, x2: middle + band - width / 2, y2: end },
                style: { stroke: colors.quiet, lineWidth: 1, lineDash: [3, 2] },
                silent: true,
              },
            ]
          : []),
        ...(hasLabels
          ? [
              {
                type: 'text',
                style: {
                  text: waterfallText(data, bar, true),
                  x: middle,
                  y: isDown ? bottom + 4 : top - 4,
                  align: 'center',
                  verticalAlign: isDown ? 'top' : 'bottom',
                  fontFamily: FONT,
                  fontSize: LABEL,
                  fontWeight: bar.kind === 'total' ? 600 : 400,
                  fill: colors.text,
                },
                silent: true,
              },
            ]
          : []),
      ],
    } as never;
  };
}

function levels(bars: readonly WaterfallBar[], { format }: WaterfallData, height: number): NiceScale {
  const ends = bars.flatMap(({ from, to }) => [from, to]);
  const isCount = format.unit === 'count' && (format.decimals ?? 0) === 0;
  return zeroAxes([{ low: Math.min(0, ...ends), high: Math.max(0, ...ends), isCount }], height < 200 ? 2 : 4)[0]!;
}

/** A start, its changes and an end, as bars between levels. */
export function waterfallOption(data: WaterfallData, place: ChartContext): ChartOption {
  const { colors, width, height } = place;
  const bars = waterfallBars(data.steps);
  const scale = levels(bars, data, height);
  const write = scaleWriter(data.figure, data.format, scale);
  const figures = Math.max(...scaleTicks(scale).map((tick) => textWidth(write(tick)))) + 10;
  const band = (width - figures) / Math.max(1, bars.length);
  const names = bars.map(({ label }) => label);
  const plan = labelPlan(names, band);
  const widest = Math.max(0, ...bars.map((bar) => textWidth(waterfallText(data, bar, true), LABEL)));
  return {
    ...chartBase(place),
    tooltip: {
      ...chartBase(place).tooltip,
      trigger: 'axis',
      axisPointer: { type: 'shadow', z: 1, shadowStyle: { color: colors.grid, opacity: 0.6 } },
      formatter: (at) => {
        const marks = (Array.isArray(at) ? at : [at]) as { dataIndex: number }[];
        const bar = bars[marks[0]!.dataIndex]!;
        const level = data.figure(bar.to, data.format);
        return tip(bar.label, bar.kind === 'total' ? [level] : [waterfallText(data, bar), `= ${level}`]);
      },
    },
    grid: { left: 0, right: 8, top: data.labels ? 20 : 10, bottom: 8, ...BESIDE_FIGURES },
    xAxis: {
      type: 'category',
      data: bars.map(({ key }) => key),
      axisLine: { show: true, onZero: true, lineStyle: { color: scale.min < 0 ? colors.quiet : colors.border } },
      axisTick: { show: false },
      axisLabel: {
        margin: 10,
        color: colors.secondary,
        fontSize: 12,
        width: plan.width,
        overflow: 'truncate',
        interval: (index: number) => index % plan.every === 0,
        lineHeight: 15,
        formatter: (_key: string, index: number) =>
          plan.every === 1 ? wrapText(names[index] ?? '', plan.width) : (names[index] ?? ''),
      },
    },
    yAxis: {
      type: 'value',
      min: scale.min,
      max: scale.max,
      interval: scale.step,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: true, lineStyle: { color: colors.grid } },
      axisLabel: { margin: 10, color: colors.secondary, fontSize: 12, formatter: write },
      z: 0,
    },
    series: [
      {
        type: 'custom',
        cursor: data.isSelectable ? 'pointer' : 'default',
        renderItem: drawBar(bars, data, place, data.labels && band >= widest + 2)!,
        data: bars.map(({ from, to }, index) => [index, from, to]),
        encode: { x: 0, y: [1, 2] },
        z: 2,
      } as CustomSeriesOption,
    ],
  };
}
