import type { CustomSeriesOption } from 'echarts/charts';
import { chartBase, type ChartContext, type ChartOption, FONT, tip } from './chart-option.ts';
import { inkOn, textWidth } from './chart-text.ts';
import { sequentialColor } from './color-scale.ts';
import { labelPlan } from './series-axes.ts';

export interface HeatMapMember {
  key: string;
  label: string;
}

export interface HeatMapCell {
  /** Keys of the row and the column. */
  row: string;
  column: string;
  /** Null without data, as where there is no cell. */
  value: number | null;
}

export interface HeatMapData {
  rows: readonly HeatMapMember[];
  columns: readonly HeatMapMember[];
  /** Row by row, a value for each column. */
  values: readonly (readonly (number | null)[])[];
  /** Least and greatest value; null without any. */
  range: readonly [low: number, high: number] | null;
  selected: ReadonlySet<string> | null;
  isSelectable: boolean;
  write: (value: number | null) => string;
  /** Short, for the cells. */
  writeShort: (value: number | null) => string;
}

const HEADER = 24;
const ROW = 26;

/** Height in pixels that a heat map needs for its rows. */
export const heatMapHeight = (rows: number): number => rows * ROW + HEADER;

/** Identifies a cell for `selected`. */
export const heatMapKey = (row: string, column: string): string => `${row}\t${column}`;

/** The cells as a grid; those that are missing have no data. */
export function heatMapValues(
  rows: readonly HeatMapMember[],
  columns: readonly HeatMapMember[],
  cells: readonly HeatMapCell[],
): (number | null)[][] {
  const byPlace = new Map(cells.map(({ row, column, value }) => [heatMapKey(row, column), value]));
  return rows.map((row) => columns.map((column) => byPlace.get(heatMapKey(row.key, column.key)) ?? null));
}

export function heatMapRange(values: HeatMapData['values']): HeatMapData['range'] {
  const present = values.flat().filter((value) => value !== null);
  if (present.length === 0) return null;
  return [
    present.reduce((low, value) => Math.min(low, value), Infinity),
    present.reduce((high, value) => Math.max(high, value), -Infinity),
  ];
}

/** Position of a value in the range, 0 to 1; in the middle if all are equal. */
export const heatShare = (value: number, [low, high]: readonly [number, number]): number =>
  high === low ? 0.5 : (value - low) / (high - low);

export const heatMapTip = (data: HeatMapData, index: number): string => {
  const [row, column] = [Math.floor(index / data.columns.length), index % data.columns.length];
  return tip(`${data.rows[row]!.label} · ${data.columns[column]!.label}`, [data.write(data.values[row]![column]!)]);
};

interface Grid {
  left: number;
  /** Size of a cell, in pixels. */
  cell: { width: number; height: number };
  /** Whether every value fits into its cell. */
  hasText: boolean;
}

function gridOf(data: HeatMapData, { width, height }: ChartContext): Grid {
  const names = Math.max(...data.rows.map(({ label }) => textWidth(label)), 16);
  const left = Math.ceil(Math.min(names + 6, width * 0.3, 220)) + 10;
  const cell = {
    width: (width - left) / Math.max(1, data.columns.length),
    height: (height - HEADER) / Math.max(1, data.rows.length),
  };
  const widest = Math.max(...data.values.flat().map((value) => textWidth(data.writeShort(value), TEXT)));
  return { left, cell, hasText: cell.height >= 16 && cell.width >= widest + 6 };
}

const TEXT = 11;

/** A cell: its color, its value where it fits, a mere outline without data. */
function drawCell(data: HeatMapData, { colors }: ChartContext, { hasText }: Grid): CustomSeriesOption['renderItem'] {
  const count = data.columns.length;
  return (params, api) => {
    const at = params.dataIndex;
    const [row, column] = [Math.floor(at / count), at % count];
    const value = data.values[row]![column]!;
    const [x, y] = api.coord([column, row]) as [number, number];
    const [width, height] = api.size!([1, 1]) as [number, number];
    const gap = width > 8 && height > 8 ? 2 : 0.5;
    const shape = {
      x: x - width / 2 + gap / 2,
      y: y - height / 2 + gap / 2,
      width: width - gap,
      height: height - gap,
      r: 2,
    };
    const fill = value === null || data.range === null ? 'none' : sequentialColor(heatShare(value, data.range), colors);
    const key = heatMapKey(data.rows[row]!.key, data.columns[column]!.key);
    const isFaded = data.selected !== null && data.selected.size > 0 && !data.selected.has(key);
    return {
      type: 'rect',
      shape,
      style: {
        // Not 'none', so that the pointer meets cells without data.
        fill: value === null ? `${colors.surface}01` : fill,
        ...(value === null && { stroke: height >= 14 ? colors.quiet : colors.border, lineWidth: 1, lineDash: [3, 3] }),
        opacity: isFaded ? 0.35 : 1,
      },
      textContent: {
        type: 'text',
        style: {
          text: hasText ? data.writeShort(value) : '',
          fill: value === null || isFaded ? colors.secondary : inkOn(fill),
          fontFamily: FONT,
          fontSize: TEXT,
        },
      },
      textConfig: { position: 'inside' },
      emphasis: { style: { stroke: colors.text, lineWidth: 1.5, lineDash: [] } },
    } as never;
  };
}

/** Rows and columns with a color for each value. */
export function heatMapOption(data: HeatMapData, place: ChartContext): ChartOption {
  const { colors } = place;
  const grid = gridOf(data, place);
  const columnNames = data.columns.map(({ label }) => label);
  const rowNames = data.rows.map(({ label }) => label);
  const plan = labelPlan(columnNames, grid.cell.width);
  const everyRow = Math.max(1, Math.ceil(14 / grid.cell.height));
  const axis = {
    type: 'category',
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: false },
  } as const;
  const names = { color: colors.secondary, fontSize: 12, overflow: 'truncate' } as const;
  return {
    ...chartBase(place),
    tooltip: {
      ...chartBase(place).tooltip,
      formatter: (at) => heatMapTip(data, (at as { dataIndex: number }).dataIndex),
    },
    grid: { left: grid.left, right: 0, top: HEADER, bottom: 0, outerBoundsMode: 'none' },
    xAxis: {
      ...axis,
      position: 'top',
      data: columnNames.map((_, index) => `${index}`),
      axisLabel: {
        ...names,
        margin: 6,
        width: plan.width,
        interval: (index: number) => index % plan.every === 0,
        formatter: (_key: string, index: number) => columnNames[index] ?? '',
      },
    },
    yAxis: {
      ...axis,
      inverse: true,
      data: rowNames.map((_, index) => `${index}`),
      axisLabel: {
        ...names,
        margin: 10,
        width: grid.left - 10,
        interval: (index: number) => index % everyRow === 0,
        formatter: (_key: string, index: number) => rowNames[index] ?? '',
      },
    },
    series: [
      {
        type: 'custom',
        cursor: data.isSelectable ? 'pointer' : 'default',
        animation: false,
        renderItem: drawCell(data, place, grid)!,
        data: data.values.flatMap((row, at) => row.map((_, column) => [column, at])),
      } as CustomSeriesOption,
    ],
  };
}
