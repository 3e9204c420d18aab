import type { RowMeasure } from './row-measure.ts';
import { aggregate, sum, withoutNulls } from './aggregate.ts';
import type { VisibleRow } from './aggregate.ts';
import type { Fact, Row } from './generate-warehouse.ts';

// Last known values, as the reference evaluator understands them: day by day, without windows.

/** A row with the time for which its value is known: until another row of its code, visible or not. */
export interface KnownRow {
  row: VisibleRow;
  code: string;
  from: string;
  next: string | null;
}

/** Every day of the calendar, and each row with a code and a day in order; both of all rows of the tenant. */
export interface Timeline {
  days: string[];
  rows: KnownRow[];
}

const dayAfter = (day: string, count = 1) =>
  new Date(Date.parse(`${day}T00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

export function timelineOf(fact: Fact, seen: readonly VisibleRow[]): Timeline {
  if (fact.masked.includes('day')) return { days: [], rows: [] };
  const all = fact.rows.filter((row): row is Row & { day: string } => row.tenant === 'alder' && row.day !== null);
  const [first, last] = [
    all.map(({ day }) => day).toSorted()[0],
    all
      .map(({ day }) => day)
      .toSorted()
      .at(-1),
  ];
  const days: string[] = [];
  for (let day = first; day !== undefined && day <= last!; day = dayAfter(day)) days.push(day);
  const rows = all.flatMap(({ id, code, day }): KnownRow[] => {
    const row = seen.find((item) => item.id === id);
    if (!row || code === null) return [];
    const after = all
      .filter((item) => item.code === code && (item.day > day || (item.day === day && item.id > id)))
      .map((item) => item.day)
      .toSorted();
    return [{ row, code, from: day, next: after[0] ?? null }];
  });
  return { days, rows };
}

const until = ({ from, next }: KnownRow, carry: number) => {
  const end = carry > 0 ? dayAfter(from, carry + 1) : null;
  return next !== null && (end === null || next < end) ? next : end;
};
const knownOn = (row: KnownRow, day: string, carry: number) => {
  const end = until(row, carry);
  return row.from <= day && (end === null || end > day);
};

/** A measure of the values known on these days. */
export function knownFigure(measure: RowMeasure, days: readonly string[], known: readonly KnownRow[]): number | null {
  const carry = measure.known!;
  const fits = known.filter(({ row }) => measure.where === null || row.flag === true);
  const on = (day: string | undefined) =>
    day === undefined ? [] : fits.filter((item) => knownOn(item, day, carry)).map(({ row }) => row);
  const daily = days.map((day) => withoutNulls(on(day).map(({ money }) => money)));
  switch (measure.over) {
    case 'average': {
      const total = sum(withoutNulls(daily.map(sum)));
      return total === null ? null : total / 100 / days.length;
    }
    case 'min': {
      const codes = [...new Set(fits.map(({ code }) => code))];
      const least = codes.flatMap((code) => {
        const rowsOfCode = fits.filter((item) => item.code === code && days.some((day) => knownOn(item, day, carry)));
        const values = withoutNulls(rowsOfCode.map(({ row }) => row.money));
        return values.length === 0 ? [] : [Math.min(...values)];
      });
      const total = sum(least);
      return total === null ? null : total / 100;
    }
    default:
      return aggregate(measure, on(measure.over === 'last' ? days.at(-1) : days[0]));
  }
}

/** Whether a row's value is known on some day of a period. */
export const isKnownWithin = (item: KnownRow, first: string, last: string, carry: number) => {
  const end = until(item, carry);
  return item.from <= last && (end === null || (end > first && end > item.from));
};
