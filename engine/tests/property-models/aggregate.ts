import { dayNumber } from './days.ts';
import { isJoinedFigure } from './row-measure.ts';
import type { JoinedFigure, RowMeasure } from './row-measure.ts';
import type { DimensionKey } from './query.ts';

export type Value = string | number | boolean | null;
/** A fact's row as the reader sees it: masked cells are null. */
export type VisibleRow = { [name in Exclude<DimensionKey, 'month' | 'year' | 'began_month'>]: Value } & {
  money: number | null;
  /** Of the money and that of the same code at the prior year-end. */
  average: number | null;
  number: number | null;
  /** The joined rows, which other rows may share: the table's row, and its figure. */
  joined: Record<JoinedFigure, { row: object; figure: number | null; currency?: string | null } | null>;
};

export const sum = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((one, other) => one + other, 0);
export const withoutNulls = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null);

/** The figures of joined rows, each of which counts once, however many rows share it. */
const figuresOf = (of: JoinedFigure, rows: readonly VisibleRow[]): number[] => {
  const joined = withoutNulls(rows.map(({ joined: each }) => each[of]));
  return withoutNulls([...new Map(joined.map(({ row, figure }) => [row, figure])).values()]);
};

/** A measure over the rows of a group. */
export function aggregate({ kind, of, weight }: RowMeasure, rows: readonly VisibleRow[]): number | null {
  if (kind === 'count') return rows.length;
  if (weight) return weightedMedian(rows, weight);
  if (kind === 'count_distinct') return new Set(withoutNulls(rows.map((row) => row.code))).size;
  const numbers = isJoinedFigure(of)
    ? figuresOf(of, rows)
    : of === 'day'
      ? withoutNulls(rows.map((row) => row.day as string | null)).map(dayNumber)
      : withoutNulls(rows.map((row) => (of === 'money' ? row.money && row.money / 100 : row.number)));
  const total = isJoinedFigure(of)
    ? numbers.map((figure) => figure * 100)
    : withoutNulls(rows.map((row) => (of === 'average' ? row.average : row.money)));
  // Amounts that cannot be converted.
  if (numbers.some(Number.isNaN)) return Number.NaN;
  const ordered = numbers.toSorted((one, other) => one - other);
  switch (kind) {
    case 'sum':
      return total.length === 0 ? null : sum(total)! / 100;
    case 'average':
      return total.length === 0 ? null : sum(total)! / 100 / total.length;
    case 'min':
      return ordered[0] ?? null;
    case 'max':
      return ordered.at(-1) ?? null;
    case 'variance':
    case 'stddev': {
      if (numbers.length < 2) return null;
      const mean = sum(numbers)! / numbers.length;
      const variance = sum(numbers.map((value) => (value - mean) ** 2))! / (numbers.length - 1);
      return kind === 'variance' ? variance : Math.sqrt(variance);
    }
    case 'median': {
      const middle = (ordered.length - 1) / 2;
      return ordered.length === 0 ? null : (ordered[Math.floor(middle)]! + ordered[Math.ceil(middle)]!) / 2;
    }
  }
}

/** The value up to which the weights exceed half of all, or between two where they are half: one by the other. */
function weightedMedian(rows: readonly VisibleRow[], weighedBy: 'money' | 'number'): number | null {
  const counted = rows.flatMap(({ number, money }) => {
    const [value, weight] = weighedBy === 'money' ? [number, money] : [money && money / 100, number];
    return value === null || weight === null || weight <= 0 ? [] : [{ value, weight }];
  });
  if (counted.some(({ value }) => Number.isNaN(value))) return Number.NaN;
  const ordered = counted.toSorted((one, other) => one.value - other.value);
  const all = sum(ordered.map(({ weight }) => weight)) ?? 0;
  const upTo = (most: number) => sum(ordered.flatMap(({ value, weight }) => (value <= most ? [weight] : [])))!;
  const reaching = ordered.find(({ value }) => upTo(value) * 2 >= all)?.value;
  const beyond = ordered.find(({ value }) => upTo(value) * 2 > all)?.value;
  return reaching === undefined ? null : (reaching + beyond!) / 2;
}
