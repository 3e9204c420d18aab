import type { ColumnProfile, TableFilter } from '@rise/contract';

/** Profiles cut longer texts to this many characters. */
const CUT = 200;

/** The rows of a value in a profile's list. */
export function valueFilter(column: string, value: string | null): TableFilter {
  if (value === null) return { column, is: 'null' };
  return value.length >= CUT ? { column, is: 'starts', text: value } : { column, is: 'in', values: [value] };
}

/** A bar of a profile's chart: its rows, and the filter that selects them. */
export interface Bar {
  key: string;
  /** Bounds, or the first day of the period. */
  from: number | string;
  to: number | string;
  rows: number;
  filter: TableFilter;
  /** Beyond the first and the last percentile. */
  tail?: boolean;
}

function numberBars(column: string, { bins, below, above, quantiles }: NonNullable<ColumnProfile['number']>): Bar[] {
  if (!quantiles) return [];
  const { p1, p99 } = quantiles;
  const text = (value: number) => String(value);
  const last = bins.length - 1;
  return [
    ...(below > 0
      ? [{ key: 'below', from: -Infinity, to: p1, rows: below, tail: true, filter: range(column, { below: text(p1) }) }]
      : []),
    ...bins.map(({ from, to, rows }, place) => ({
      key: String(place),
      from,
      to,
      rows,
      filter: range(
        column,
        place === last ? { from: text(from), to: text(to) } : { from: text(from), below: text(to) },
      ),
    })),
    ...(above > 0
      ? [{ key: 'above', from: p99, to: Infinity, rows: above, tail: true, filter: range(column, { from: text(p99) }) }]
      : []),
  ];
}

const range = (column: string, bounds: { from?: string; to?: string; below?: string }): TableFilter => ({
  column,
  is: 'range',
  ...bounds,
});

function nextPeriod(from: string, grain: 'month' | 'year'): string {
  const date = new Date(`${from}T00:00:00Z`);
  if (grain === 'month') date.setUTCMonth(date.getUTCMonth() + 1);
  else date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.toISOString().slice(0, 10);
}

function dateBars(column: string, { periods, grain }: NonNullable<ColumnProfile['date']>): Bar[] {
  return periods.map(({ from, rows }) => {
    const below = nextPeriod(from, grain);
    return { key: from, from, to: below, rows, filter: range(column, { from, below }) };
  });
}

/** The bars of a column of numbers or dates; none of others. */
export function barsOf({ column, number, date }: ColumnProfile): Bar[] {
  if (number) return numberBars(column, number);
  return date ? dateBars(column, date) : [];
}
