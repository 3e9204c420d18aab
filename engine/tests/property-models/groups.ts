import { withoutNulls } from './aggregate.ts';
import type { VisibleRow } from './aggregate.ts';
import { convertedRow } from './conversion.ts';
import { periodEndOf } from './days.ts';
import { TODAY } from './currency.ts';
import type { Currency } from './currency.ts';
import type { DimensionKey } from './query.ts';
import type { KnownRow } from './known-values.ts';
import type { RowMeasure } from './row-measure.ts';
import { keyOf } from './seen-rows.ts';

/** The rows of a group in a fact, the rows that determine the snapshot dates, and what is known on which days. */
export interface FactGroup {
  own: VisibleRow[];
  snapshotRows: VisibleRow[];
  days: string[];
  known: KnownRow[];
  /** The last day of a row's period. */
  endOf(row: VisibleRow): string | null;
  /** What an amount of a day is multiplied by. */
  rate(from: Currency | null, day: string | null): number | null;
}
export interface Group {
  facts: FactGroup[];
}

/** The fact with amounts in the currency of the query: at the rates of their days, or of the day that a balance is of. */
export function converted({ amounts, over, known }: RowMeasure, fact: FactGroup): FactGroup {
  if (!amounts?.at) return fact;
  const days = known === undefined ? daysOf(fact.snapshotRows) : fact.days;
  const balance = (over === 'first' ? days[0] : days.at(-1)) ?? null;
  const inTarget = (row: VisibleRow) =>
    convertedRow(row, amounts, { end: over === null ? fact.endOf(row) : balance, rate: fact.rate });
  return {
    ...fact,
    own: fact.own.map(inTarget),
    known: fact.known.map((item) => ({ ...item, row: inTarget(item.row) })),
  };
}

/** The days of these rows, in order. */
export const daysOf = (rows: readonly VisibleRow[]) =>
  [...new Set(withoutNulls(rows.map((row) => row.day as string | null)))].toSorted();

/** With the last day of the period of each row, whose rate counts: data or a filter that ends within it ends it. */
export function withPeriodEnds(
  fact: Omit<FactGroup, 'endOf'>,
  times: readonly DimensionKey[],
  until: string | null,
): FactGroup {
  return {
    ...fact,
    endOf(row) {
      const same = fact.snapshotRows.filter((other) => times.every((name) => keyOf(other, name) === keyOf(row, name)));
      const days = daysOf(same);
      const last = days.at(-1) ?? null;
      if (times.length === 0 && until === null) return last;
      if (times.length > 0 && row.day === null) return null;
      const reached = [until ?? TODAY, TODAY].toSorted()[0]!;
      const known = [reached, ...days].toSorted().at(-1)!;
      const ends = times.map((name) => periodEndOf(row.day as string, name as 'day' | 'month' | 'year'));
      return [known, ...ends].toSorted()[0]!;
    },
  };
}
