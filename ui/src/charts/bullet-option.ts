import type { CustomSeriesOption } from 'echarts/charts';
import { chartBase, type ChartContext, type ChartOption, FONT } from './chart-option.ts';
import { textWidth } from './chart-text.ts';

export interface BulletItem {
  key: string;
  label: string;
  /** Null without data. */
  value: number | null;
  target?: number | null;
  /** Upper limits of the bands behind the bar, ascending ('poor' up to, 'fair' up to). */
  bands?: readonly number[];
}

export interface BulletAxis {
  low: number;
  high: number;
}

/** From zero to a little beyond the greatest value, target or limit. */
export function bulletAxis(items: readonly BulletItem[]): BulletAxis {
  const values = items.flatMap(({ value, target, bands = [] }) => [value ?? 0, target ?? 0, ...bands]);
  const low = values.reduce((least, value) => Math.min(least, value), 0);
  const high = values.reduce((most, value) => Math.max(most, value), 0);
  return { low: low < 0 ? low * 1.04 : 0, high: high > 0 ? high * 1.04 : low < 0 ? 0 : 1 };
}

/** Position on the axis, 0 to 1. */
export const bulletPlace = (value: number, { low, high }: BulletAxis): number =>
  Math.min(1, Math.max(0, (value - low) / (high - low)));

export interface BulletDrawing {
  items: readonly BulletItem[];
  write: (value: number | null) => string;
}

const ROW = 36;
const TRACK = 18;
const GAP = 10;
const TEXT = 12;

/** Height in pixels that so many items need. */
export const bulletChartHeight = (items: number): number => items * ROW;

const figuresOf = ({ value, target }: BulletItem, write: BulletDrawing['write']): string =>
  target === null || target === undefined ? write(value) : `${write(value)} / ${write(target)}`;

/** For paper: on screen `BulletChart` has its figures as text. All items have one axis. */
export function bulletOption({ items, write }: BulletDrawing, place: ChartContext): ChartOption {
  const { width, height, colors } = place;
  const axis = bulletAxis(items);
  const names = Math.min(width * 0.32, Math.max(0, ...items.map(({ label }) => textWidth(label, TEXT))));
  const figures = Math.max(0, ...items.map((item) => textWidth(figuresOf(item, write), TEXT)));
  const [left, right] = [names + GAP, width - figures - GAP];
  const x = (value: number) => left + bulletPlace(value, axis) * (right - left);
  const step = height / Math.max(1, items.length);
  const draw: CustomSeriesOption['renderItem'] = ({ dataIndex }) => {
    const item = items[dataIndex]!;
    const { value, target = null, bands = [] } = item;
    const middle = (dataIndex + 0.5) * step;
    const bar = (from: number, to: number, thickness: number, style: object) => ({
      type: 'rect',
      shape: { x: Math.min(from, to), y: middle - thickness / 2, width: Math.abs(to - from), height: thickness, r: 2 },
      style,
    });
    const text = (at: number, words: string, style: object) => ({
      type: 'text',
      x: at,
      y: middle,
      style: { text: words, fontFamily: FONT, fontSize: TEXT, fill: colors.text, verticalAlign: 'middle', ...style },
    });
    return {
      type: 'group',
      children: [
        text(0, item.label, { width: names + 2, overflow: 'truncate' }),
        bar(left, right, TRACK, { fill: colors.grid }),
        ...bands.map((limit) => bar(left, x(limit), TRACK, { fill: colors.quiet, opacity: 0.28 })),
        ...(value === null ? [] : [bar(x(0), x(value), 8, { fill: colors.primary })]),
        ...(target === null ? [] : [bar(x(target) - 1.5, x(target) + 1.5, TRACK - 4, { fill: colors.text })]),
        text(width, figuresOf(item, write), { align: 'right', fontWeight: 600 }),
      ],
    } as never;
  };
  return {
    ...chartBase(place),
    series: [
      {
        type: 'custom',
        coordinateSystem: 'none',
        animation: false,
        renderItem: draw!,
        data: items.map((_, at) => [at]),
      } as CustomSeriesOption,
    ],
  };
}
