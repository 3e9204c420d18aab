import type { SqlResult } from '@rise/contract';

export type ChartKind = 'bar' | 'line';
type Column = SqlResult['columns'][number];

/** Rows that a chart shows: more bars have no room for their names. */
export const MAX_POINTS = { bar: 40, line: 1000 } as const satisfies Record<ChartKind, number>;

const isNumeric = ({ type }: Column) => type === 'integer' || type === 'decimal' || type === 'number';
const isTime = ({ type }: Column) => type === 'date' || type === 'timestamp';

/** A choice of a chart, by indexes of columns. */
export interface ChartChoice {
  kind: ChartKind;
  x: number;
  y: number;
}

/** Columns that can be on each axis. */
export function axesOf(columns: readonly Column[]): { x: number[]; y: number[] } {
  const all = columns.map((_, index) => index);
  return { x: all, y: all.filter((index) => isNumeric(columns[index]!)) };
}

/** The chart that is shown first; null where no column can be drawn over another one. */
export function firstChart(columns: readonly Column[]): ChartChoice | null {
  const { y } = axesOf(columns);
  const time = columns.findIndex(isTime);
  const name = columns.findIndex((column) => !isNumeric(column));
  const x = time >= 0 ? time : name >= 0 ? name : 0;
  const drawn = y.find((index) => index !== x);
  if (drawn === undefined) return null;
  return { kind: time >= 0 ? 'line' : 'bar', x, y: drawn };
}

export interface ChartPoints {
  labels: string[];
  values: (number | null)[];
  /** Rows that are not shown. */
  left: number;
}

/** The points of a chart, in the order of the rows. */
export function pointsOf({ rows }: Pick<SqlResult, 'rows'>, { kind, x, y }: ChartChoice): ChartPoints {
  const shown = rows.slice(0, MAX_POINTS[kind]);
  return {
    labels: shown.map((row) => (row[x] === null || row[x] === undefined ? 'NULL' : String(row[x]))),
    values: shown.map((row) => (row[y] === null || row[y] === undefined ? null : Number(row[y]))),
    left: rows.length - shown.length,
  };
}

/** Whether the points of a line have times of their own, so that their distances mean something. */
export function isTimeline(columns: readonly Column[], { kind, x }: ChartChoice): boolean {
  return kind === 'line' && isTime(columns[x]!);
}
