import { rowOfDay } from './conditions.ts';
import { laterPeriod } from './days.ts';
import type { Tree } from './query.ts';
import { keyOf } from './seen-rows.ts';

// What the conditions of a filter say of its days.

/** The days that a condition is limited to one of. */
export const equalDays = (conditions: readonly Tree[]): string[] =>
  conditions.flatMap((item) =>
    'is' in item && item.field === 'day' && !item.not && item.is.length === 1 ? [String(item.is[0])] : [],
  );

/** The start of the filter; null if it has none. */
export function firstDay(conditions: readonly Tree[]): string | null {
  const starts = conditions.flatMap((item) => ('since' in item && item.since ? [item.since] : []));
  return starts.toSorted().at(-1) ?? null;
}

/** The end of the filter, beyond which nothing looks; null if it has none. */
export function lastDay(conditions: readonly Tree[]): string | null {
  const ends = conditions.flatMap((item) => ('since' in item && item.until ? [item.until] : []));
  return ends.toSorted()[0] ?? null;
}

/** The period that the filter leaves; null if it leaves several. */
export function onlyPeriod(conditions: readonly Tree[], time: 'month' | 'year'): string | null {
  const [equal] = equalDays(conditions);
  const [from, to] = equal ? [equal, equal] : [firstDay(conditions), lastDay(conditions)];
  const [first, last] = [from, to].map((day) => day && keyOf(rowOfDay(day), time));
  return first && first === last ? (first as string) : null;
}

/** If the filter ends within a period: the same day a year earlier, where the last day of a month stays one. */
export function sameDayLastYear(conditions: readonly Tree[], period: string, time: 'month' | 'year'): string | null {
  const last = lastDay(conditions);
  const end = laterPeriod(period, time, 1);
  if (last === null || last < period || last >= end) return null;
  const [year, month, day] = last.split('-').map(Number) as [number, number, number];
  const next = new Date(Date.UTC(year, month - 1, day + 1)).toISOString().slice(0, 10);
  if (next === end) return null;
  const isLast = next.endsWith('-01');
  return new Date(Date.UTC(year - 1, isLast ? month : month - 1, isLast ? 0 : day)).toISOString().slice(0, 10);
}
