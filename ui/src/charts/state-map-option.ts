import type { CustomSeriesOption } from 'echarts/charts';
import { chartBase, type ChartContext, type ChartOption, FONT, tip } from './chart-option.ts';
import type { ChartColors } from './chart-colors.ts';
import { inkOn, textWidth } from './chart-text.ts';
import { sequentialColor } from './color-scale.ts';
import { quantileLimits, quantileOf } from './quantiles.ts';
import { STATE_COLUMNS, STATE_PLACES, stateOf, type StatePlace, TERRITORIES } from './us-states.ts';

export interface StateItem {
  /** Postal code, or English name. */
  key: string;
  label: string;
  /** Null without data. */
  value: number | null;
}

export interface StateClass {
  /** Least and greatest value in it. */
  low: number;
  high: number;
}

export interface StateMapData {
  /** In the order of the map, row by row. */
  items: readonly (StateItem & { place: StatePlace })[];
  /** Those that are no state. */
  unplaced: readonly StateItem[];
  /** Ascending. */
  classes: readonly StateClass[];
}

const MAX_CLASSES = 5;

/** Places the items on the map and divides their values into classes of about as many states each. */
export function stateMapData(items: readonly StateItem[]): StateMapData {
  const order = new Map(STATE_PLACES.map(({ code }, at) => [code, at]));
  const placed = items
    .flatMap((item) => {
      const place = stateOf(item.key);
      return place ? [{ ...item, place }] : [];
    })
    .toSorted((a, b) => order.get(a.place.code)! - order.get(b.place.code)!);
  const values = placed.flatMap(({ value }) => (value === null ? [] : [value]));
  const limits = quantileLimits(values, MAX_CLASSES);
  const classes = limits.map((high, at) => ({
    high,
    low: values.reduce((least, value) => (quantileOf(value, limits) === at ? Math.min(least, value) : least), high),
  }));
  return { items: placed, unplaced: items.filter(({ key }) => stateOf(key) === null), classes };
}

/** The class of a value; its color comes from its place among them. */
export const stateClassOf = ({ classes }: Pick<StateMapData, 'classes'>, value: number): number =>
  quantileOf(
    value,
    classes.map(({ high }) => high),
  );

export const stateClassColors = (count: number, colors: ChartColors): string[] =>
  Array.from({ length: count }, (_, at) =>
    sequentialColor(count === 1 ? 0.5 : 0.08 + (0.92 * at) / (count - 1), colors),
  );

export interface StateMapDrawing extends StateMapData {
  selected: ReadonlySet<string> | null;
  isSelectable: boolean;
  write: (value: number | null) => string;
  /** Short, for the squares. */
  writeShort: (value: number | null) => string;
}

const TEXT = { code: 12, value: 11 };

export function stateMapTip({ items, write }: StateMapDrawing, index: number): string {
  const { label, value } = items[index]!;
  return tip(label, [write(value)]);
}

interface Square {
  size: number;
  x: (column: number) => number;
  y: (row: number) => number;
}

function squares({ items }: StateMapData, { width, height }: ChartContext): Square {
  const rows = items.some(({ place }) => place.row === TERRITORIES) ? TERRITORIES + 1 : TERRITORIES;
  const size = Math.min(width / STATE_COLUMNS, height / rows);
  const left = (width - size * STATE_COLUMNS) / 2;
  return { size, x: (column) => left + column * size, y: (row) => row * size };
}

/** A square a state: those without a member are outlines, so that the country stays recognizable. */
export function stateMapOption(data: StateMapDrawing, place: ChartContext): ChartOption {
  const { colors } = place;
  const { size, x, y } = squares(data, place);
  const fills = stateClassColors(data.classes.length, colors);
  const widest = Math.max(0, ...data.items.map(({ value }) => textWidth(data.writeShort(value), TEXT.value)));
  const hasValues = size >= 36 && size >= widest + 4;
  const there = new Set(data.items.map(({ place: { code } }) => code));
  const empty = STATE_PLACES.filter(({ code, row }) => row < TERRITORIES && !there.has(code));
  const square = (at: StatePlace, style: object, text: object, extra: object = {}) => ({
    type: 'rect',
    shape: { x: x(at.column) + 1, y: y(at.row) + 1, width: size - 2, height: size - 2, r: 3 },
    style,
    textConfig: { position: 'inside' },
    textContent: {
      type: 'text',
      style: { fontFamily: FONT, fontSize: TEXT.code, lineHeight: 15, align: 'center', ...text },
    },
    ...extra,
  });
  const draw: CustomSeriesOption['renderItem'] = ({ dataIndex }) => {
    const { place: at, value, key } = data.items[dataIndex]!;
    const fill = value === null ? colors.surface : fills[stateClassOf(data, value)]!;
    const isFaded = data.selected !== null && data.selected.size > 0 && !data.selected.has(key);
    const style = {
      fill,
      opacity: isFaded ? 0.35 : 1,
      ...(value === null && { stroke: colors.quiet, lineWidth: 1, lineDash: [3, 3] }),
    };
    const label = hasValues ? `{code|${at.code}}\n{value|${data.writeShort(value)}}` : at.code;
    const ink = value === null || isFaded ? colors.text : inkOn(fill);
    const rich = {
      code: { fontFamily: FONT, fontSize: TEXT.code, fontWeight: 600, fill: ink },
      value: { fontFamily: FONT, fontSize: TEXT.value, fill: ink },
    };
    return square(
      at,
      style,
      { text: size >= 20 ? label : '', fill: ink, rich },
      {
        emphasis: { style: { stroke: colors.text, lineWidth: 2, lineDash: [] } },
      },
    ) as never;
  };
  const drawEmpty: CustomSeriesOption['renderItem'] = ({ dataIndex }) => {
    const at = empty[dataIndex]!;
    const style = { fill: 'none', stroke: colors.border, lineWidth: 1 };
    return square(at, style, { text: size >= 20 ? at.code : '', fill: colors.hint }) as never;
  };
  const series = { type: 'custom', coordinateSystem: 'none', animation: false } as const;
  return {
    ...chartBase(place),
    tooltip: {
      ...chartBase(place).tooltip,
      formatter: (at) => stateMapTip(data, (at as { dataIndex: number }).dataIndex),
    },
    series: [
      {
        ...series,
        cursor: data.isSelectable ? 'pointer' : 'default',
        renderItem: draw!,
        data: data.items.map((_, at) => [at]),
      },
      { ...series, silent: true, tooltip: { show: false }, renderItem: drawEmpty!, data: empty.map((_, at) => [at]) },
    ] as CustomSeriesOption[],
  };
}
