import type { CustomSeriesOption } from 'echarts/charts';
import { mix } from '../theme/color.ts';
import type { FigureFormat, WriteFigure } from '../figures/format-figure.ts';
import { chartBase, type ChartContext, type ChartOption, tipTable } from './chart-option.ts';
import { textWidth } from './chart-text.ts';
import { BESIDE_FIGURES } from './figure-axis.ts';
import { isFarFromZero, scaledAxis, scaleWriter, zeroAxes } from './nice-scale.ts';

export interface BoxItem {
  key: string;
  label: string;
  min: number;
  /** Lower quartile. */
  p25: number;
  median: number;
  /** Upper quartile. */
  p75: number;
  max: number;
  /** The subject's own value. */
  marked?: number | null;
  /** Name, value pairs that tooltip and table have behind the five. */
  further?: readonly (readonly [name: string, value: string])[];
}

export interface BoxData {
  items: readonly BoxItem[];
  format: FigureFormat;
  /** What the marked values are ('Ours'); null without any. */
  markedLabel: string | null;
  /** Names of the five values, from the least to the greatest. */
  names: readonly [string, string, string, string, string];
  selected: ReadonlySet<string> | null;
  isSelectable: boolean;
  figure: WriteFigure;
}

const ROW = 34;
const AXIS = 34;

/** Height in pixels that a box chart needs for its items. */
export const boxChartHeight = (items: number): number => items * ROW + AXIS;

export const boxValues = ({ min, p25, median, p75, max }: BoxItem) => [min, p25, median, p75, max] as const;

/** Name, value pairs of an item, with its marked value first. */
export function boxFigures(data: BoxData, item: BoxItem): [name: string, value: string][] {
  const five = boxValues(item).map((value, at): [string, string] => [data.names[at]!, data.figure(value, data.format)]);
  const all = [...five, ...(item.further ?? []).map(([name, value]): [string, string] => [name, value])];
  if (data.markedLabel === null) return all;
  return [[data.markedLabel, data.figure(item.marked ?? null, data.format)], ...all];
}

/** A line from the least to the greatest value, a box around the middle half, a stroke at the median. */
function drawBox(data: BoxData, { colors }: ChartContext): CustomSeriesOption['renderItem'] {
  return (params, api) => {
    const item = data.items[params.dataIndex]!;
    const x = (value: number) => (api.coord([value, params.dataIndex]) as [number, number])[0];
    const y = (api.coord([item.median, params.dataIndex]) as [number, number])[1];
    const band = Math.abs((api.size!([0, 1]) as [number, number])[1]);
    const half = Math.min(9, band * 0.3);
    const isFaded = data.selected !== null && data.selected.size > 0 && !data.selected.has(item.key);
    const opacity = isFaded ? 0.4 : 1;
    const line = (from: [number, number], to: [number, number], style: object) => ({
      type: 'line',
      shape: { x1: from[0], y1: from[1], x2: to[0], y2: to[1] },
      style: { stroke: colors.quiet, lineWidth: 1, opacity, ...style },
    });
    const cap = (value: number) => line([x(value), y - half / 2], [x(value), y + half / 2], {});
    const marked = item.marked ?? null;
    return {
      type: 'group',
      children: [
        // The pointer meets the whole row of values.
        {
          type: 'rect',
          shape: { x: x(item.min), y: y - half, width: x(item.max) - x(item.min), height: half * 2 },
          style: { fill: `${colors.surface}01` },
        },
        line([x(item.min), y], [x(item.max), y], {}),
        cap(item.min),
        cap(item.max),
        {
          type: 'rect',
          shape: { x: x(item.p25), y: y - half, width: Math.max(1, x(item.p75) - x(item.p25)), height: half * 2, r: 2 },
          style: { fill: mix(colors.quiet, colors.surface, 0.35), stroke: colors.quiet, lineWidth: 1, opacity },
          emphasis: { style: { stroke: colors.text } },
        },
        line([x(item.median), y - half], [x(item.median), y + half], { stroke: colors.text, lineWidth: 2 }),
        ...(marked === null
          ? []
          : [
              {
                type: 'circle',
                shape: { cx: x(marked), cy: y, r: Math.min(5.5, half) },
                style: { fill: colors.primary, stroke: colors.surface, lineWidth: 1.5, opacity },
              },
            ]),
      ],
    } as never;
  };
}

/** The spread of a measure for each category, on one horizontal axis. */
export function boxOption(data: BoxData, place: ChartContext): ChartOption {
  const { colors, width } = place;
  const all = data.items.flatMap((item) => [
    ...boxValues(item),
    ...(item.marked === null ? [] : [item.marked ?? item.median]),
  ]);
  const extent = {
    low: all.reduce((low, value) => Math.min(low, value), Infinity),
    high: all.reduce((high, value) => Math.max(high, value), -Infinity),
    isCount: data.format.unit === 'count' && (data.format.decimals ?? 0) === 0,
  };
  const steps = Math.max(2, Math.min(5, Math.floor(width / 130)));
  const scale = isFarFromZero(extent) ? scaledAxis(extent, steps) : zeroAxes([extent], steps)[0]!;
  const names = data.items.map(({ label }) => label);
  const room = Math.min(Math.max(...names.map((name) => textWidth(name)), 16) + 6, width * 0.36, 240);
  return {
    ...chartBase(place),
    tooltip: {
      ...chartBase(place).tooltip,
      trigger: 'axis',
      axisPointer: { type: 'shadow', axis: 'y', z: 1, shadowStyle: { color: colors.grid, opacity: 0.6 } },
      formatter: (at) => {
        const marks = (Array.isArray(at) ? at : [at]) as { dataIndex: number }[];
        const item = data.items[marks[0]!.dataIndex]!;
        return tipTable(
          item.label,
          boxFigures(data, item).map(([name, value], index) => ({
            color: data.markedLabel !== null && index === 0 ? colors.primary : 'none',
            name,
            value,
          })),
        );
      },
    },
    grid: { left: 0, right: 12, top: 4, bottom: 4, ...BESIDE_FIGURES },
    xAxis: {
      type: 'value',
      min: scale.min,
      max: scale.max,
      interval: scale.step,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: true, lineStyle: { color: colors.grid } },
      axisLabel: {
        margin: 10,
        color: colors.secondary,
        fontSize: 12,
        hideOverlap: true,
        formatter: scaleWriter(data.figure, data.format, scale),
      },
      z: 0,
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: data.items.map(({ key }) => key),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: {
        interval: 0,
        margin: 10,
        color: colors.secondary,
        fontSize: 12,
        width: room,
        overflow: 'truncate',
        formatter: (_key: string, index: number) => names[index] ?? '',
      },
    },
    series: [
      {
        type: 'custom',
        cursor: data.isSelectable ? 'pointer' : 'default',
        renderItem: drawBox(data, place)!,
        data: data.items.map((item, index) => [...boxValues(item), index]),
        encode: { x: [0, 1, 2, 3, 4], y: 5 },
        z: 2,
      } as CustomSeriesOption,
    ],
  };
}
