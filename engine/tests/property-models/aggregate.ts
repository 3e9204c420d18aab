import { isJoinedFigure } from './measures.ts';
import type { JoinedFigure, RowMeasure } from './measures.ts';
import type { DimensionKey } from './generate-query.ts';

export type Value = string | number | boolean | null;
/** A fact's row as the reader sees it: masked cells are null. */
export type Seen = { [name in Exclude<DimensionKey, 'month' | 'year'>]: Value } & {
  money: number | null;
  /** Of the money and that of the same code at the prior year-end. */
  average: number | null;
  number: number | null;
  /** The joined rows, which other rows may share: the table's row, and its figure. */
  joined: Record<JoinedFigure, { row: object; figure: number | null } | null>;
};

export const sum = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((one, other) => one + other, 0);
export const there = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null);

/** Days are compared as numbers. */
export const dayNumber = (day: string) => Date.parse(`${day}T00:00Z`) / 86_400_000;

/** The figures of joined rows, each of which counts once, however many rows share it. */
const figuresOf = (of: JoinedFigure, rows: readonly Seen[]): number[] => {
  const joined = there(rows.map(({ joined: each }) => each[of]));
  return there([...new Map(joined.map(({ row, figure }) => [row, figure])).values()]);
};

/** A measure over the rows of a group. */
export function aggregate({ kind, of, weight }: RowMeasure, rows: readonly Seen[]): number | null {
  if (kind === 'count') return rows.length;
  if (weight === 'money') return weightedMedian(rows);
  if (kind === 'count_distinct') return new Set(there(rows.map((row) => row.code))).size;
  const numbers = isJoinedFigure(of)
    ? figuresOf(of, rows)
    : of === 'day'
      ? there(rows.map((row) => row.day as string | null)).map(dayNumber)
      : there(rows.map((row) => (of === 'money' ? row.money && row.money / 100 : row.number)));
  const total = isJoinedFigure(of)
    ? numbers.map((figure) => figure * 100)
    : there(rows.map((row) => (of === 'average' ? row.average : row.money)));
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

/** Of numbers by money in whole cents: where the money up to a number exceeds half, or between two where it is half. */
function weightedMedian(rows: readonly Seen[]): number | null {
  const counted = rows.flatMap(({ number, money }) =>
    number === null || money === null || money <= 0 ? [] : [{ number, money }],
  );
  const ordered = counted.toSorted((one, other) => one.number - other.number);
  const all = sum(ordered.map(({ money }) => money)) ?? 0;
  const upTo = (most: number) => sum(ordered.flatMap(({ number, money }) => (number <= most ? [money] : [])))!;
  const reaching = ordered.find(({ number }) => upTo(number) * 2 >= all)?.number;
  const beyond = ordered.find(({ number }) => upTo(number) * 2 > all)?.number;
  return reaching === undefined ? null : (reaching + beyond!) / 2;
}
