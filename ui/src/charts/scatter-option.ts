import type { FigureFormat, WriteFigure } from '../figures/format-figure.ts';
import { type ChartColors, seriesStyles } from './chart-colors.ts';
import { chartBase, type ChartContext, type ChartOption, tipTable } from './chart-option.ts';
import { textWidth } from './chart-text.ts';
import { BESIDE_FIGURES } from './figure-axis.ts';
import { isFarFromZero, type NiceScale, scaledAxis, scaleTicks, scaleWriter, zeroAxes } from './nice-scale.ts';

export interface ScatterPoint {
  key: string;
  label: string;
  x: number;
  y: number;
  /** Drawn as the area of the point; null without data, then as small as possible. */
  size?: number | null;
  /** Name of the group that colors the point. */
  series?: string;
}

/** A figure of the points: its name and format. */
export interface ScatterFigure {
  name: string;
  format: FigureFormat;
}

export interface ScatterData {
  points: readonly ScatterPoint[];
  x: ScatterFigure;
  y: ScatterFigure;
  size: ScatterFigure | null;
  selected: ReadonlySet<string> | null;
  isSelectable: boolean;
  figure: WriteFigure;
}

/** Shapes of points. */
export type PointShape = (typeof SHAPES)[number];

/** Circles first: other shapes distinguish groups without their color. */
const SHAPES = ['circle', 'rect', 'triangle', 'diamond', 'roundRect'] as const;

export const pointShape = (data: Pick<ScatterData, 'size'>, group: number): PointShape =>
  data.size === null ? SHAPES[group % SHAPES.length]! : 'circle';

const SINGLE = 9;
const MANY = 400;
const FADED = 0.18;

export interface ScatterGroup {
  name: string;
  points: readonly ScatterPoint[];
}

/** The groups in order of appearance, or one without a name. Large points come first, so that none covers a small one. */
export function scatterGroups(points: readonly ScatterPoint[]): ScatterGroup[] {
  const groups = new Map<string, ScatterPoint[]>();
  for (const point of points) {
    const name = point.series ?? '';
    groups.set(name, groups.get(name) ?? []);
    groups.get(name)!.push(point);
  }
  return [...groups].map(([name, members]) => ({
    name,
    points: members.toSorted((one, other) => (other.size ?? 0) - (one.size ?? 0)),
  }));
}

export function scatterColors(count: number, colors: ChartColors): string[] {
  if (count === 1) return [colors.primary];
  return seriesStyles(Math.max(3, count), colors).map(({ color }) => color);
}

/** Name, value pairs of a point. */
export function pointFigures(data: ScatterData, point: ScatterPoint): [name: string, value: string][] {
  const { x, y, size, figure } = data;
  return [
    [x.name, figure(point.x, x.format)],
    [y.name, figure(point.y, y.format)],
    ...(size === null ? [] : [[size.name, figure(point.size, size.format)] as [string, string]]),
  ];
}

/** Diameter in pixels; the area is proportional to the size. */
export const bubbleDiameter = (size: number | null | undefined, largest: number, room: number): number =>
  Math.max(5, Math.sqrt(Math.max(0, size ?? 0) / (largest || 1)) * room);

function axisOf(values: readonly number[], { format }: ScatterFigure, steps: number): NiceScale {
  const extent = {
    low: values.reduce((low, value) => Math.min(low, value), Infinity),
    high: values.reduce((high, value) => Math.max(high, value), -Infinity),
    isCount: format.unit === 'count' && (format.decimals ?? 0) === 0,
  };
  return isFarFromZero(extent) ? scaledAxis(extent, steps) : zeroAxes([extent], steps)[0]!;
}

function pointAxis(scale: NiceScale, write: (value: number) => string, { colors }: ChartContext) {
  return {
    type: 'value',
    min: scale.min,
    max: scale.max,
    interval: scale.step,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: true, lineStyle: { color: colors.grid } },
    axisLabel: { margin: 10, color: colors.secondary, fontSize: 12, hideOverlap: true, formatter: write },
    nameTextStyle: { color: colors.secondary, fontSize: 12, fontWeight: 500 },
    z: 0,
  } as const;
}

/** The points of one group. */
function pointSeries(data: ScatterData, place: ChartContext, group: ScatterGroup, index: number, color: string) {
  const { colors, width, height } = place;
  const largest = data.points.reduce((most, { size }) => Math.max(most, size ?? 0), 0);
  const room = Math.max(18, Math.min(56, Math.min(width, height) * 0.16));
  const diameter = (point: ScatterPoint) =>
    data.size === null ? (data.points.length > MANY ? 6 : SINGLE) : bubbleDiameter(point.size, largest, room);
  const opacity = data.size === null && data.points.length <= MANY ? 0.85 : 0.6;
  return {
    type: 'scatter' as const,
    name: group.name,
    symbol: pointShape(data, index),
    clip: false,
    cursor: data.isSelectable ? 'pointer' : 'default',
    animation: place.motion && data.points.length <= MANY,
    itemStyle: { color, opacity, borderColor: colors.surface, borderWidth: 1 },
    emphasis: { scale: 1.2, itemStyle: { opacity: 1, borderColor: colors.text, borderWidth: 1.5 } },
    data: group.points.map((point) => {
      const isFaded = data.selected !== null && data.selected.size > 0 && !data.selected.has(point.key);
      return {
        value: [point.x, point.y],
        symbolSize: diameter(point),
        ...(isFaded && { itemStyle: { opacity: FADED } }),
      };
    }),
    z: 3,
  };
}

/** Points on two value axes, as bubbles if they have a size. */
export function scatterOption(data: ScatterData, place: ChartContext): ChartOption {
  const groups = scatterGroups(data.points);
  const x = axisOf(
    data.points.map((point) => point.x),
    data.x,
    Math.max(2, Math.min(6, Math.floor(place.width / 120))),
  );
  const y = axisOf(
    data.points.map((point) => point.y),
    data.y,
    place.height < 200 ? 2 : 4,
  );
  const writeX = scaleWriter(data.figure, data.x.format, x);
  const writeY = scaleWriter(data.figure, data.y.format, y);
  const labels = Math.max(...scaleTicks(y).map((tick) => textWidth(writeY(tick)))) + 10;
  const axis = pointAxis(y, writeY, place);
  const colors = scatterColors(groups.length, place.colors);
  return {
    ...chartBase(place),
    tooltip: {
      ...chartBase(place).tooltip,
      formatter: (at) => {
        const { seriesIndex, dataIndex } = at as unknown as { seriesIndex: number; dataIndex: number };
        const point = groups[seriesIndex]!.points[dataIndex]!;
        const rows = pointFigures(data, point).map(([name, value]) => ({ color: 'none', name, value }));
        const title = point.series === undefined ? point.label : `${point.label} · ${point.series}`;
        return tipTable(title, rows.with(0, { ...rows[0]!, color: colors[seriesIndex]! }));
      },
    },
    grid: { left: 0, right: 16, top: 30, bottom: 26, ...BESIDE_FIGURES },
    xAxis: { ...pointAxis(x, writeX, place), name: data.x.name, nameLocation: 'middle', nameGap: 30 },
    yAxis: {
      ...axis,
      name: data.y.name,
      nameLocation: 'end',
      nameTruncate: { maxWidth: place.width - 16 },
      nameGap: 14,
      // Above its labels instead of rotated beside them.
      nameTextStyle: { ...axis.nameTextStyle, align: 'left', padding: [0, 0, 0, -labels] },
    },
    series: groups.map((group, index) => pointSeries(data, place, group, index, colors[index]!)),
  };
}
