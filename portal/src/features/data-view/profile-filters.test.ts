import type { ColumnProfile } from '@rise/contract';
import { expect, it } from 'vitest';
import { barsOf, valueFilter } from './profile-filters.ts';

const PROFILE: ColumnProfile = {
  column: 'amount',
  kind: 'number',
  rows: 100,
  complete: true,
  nulls: 0,
  distinct: { values: 90, exact: true },
  min: '-5',
  max: '50',
  top: null,
  number: null,
  date: null,
  text: null,
};
const quantiles = { exact: true, p1: 0, p5: 1, p25: 2, p50: 3, p75: 4, p95: 5, p99: 10 };

it('each bar of numbers has the filter of its rows; bins do not overlap, the last includes its end', () => {
  const number = {
    mean: 1,
    zeros: 0,
    negatives: 1,
    notFinite: 0,
    quantiles,
    bins: [
      { from: 0, to: 5, rows: 60 },
      { from: 5, to: 10, rows: 38 },
    ],
    below: 1,
    above: 1,
  };
  const bars = barsOf({ ...PROFILE, number });
  expect(bars.map(({ filter }) => filter)).toEqual([
    { column: 'amount', is: 'range', below: '0' },
    { column: 'amount', is: 'range', from: '0', below: '5' },
    { column: 'amount', is: 'range', from: '5', to: '10' },
    { column: 'amount', is: 'range', from: '10' },
  ]);
  expect(bars.filter(({ tail }) => tail)).toHaveLength(2);
});

it('a month ends before the first day of the next one, a year likewise', () => {
  const date = { gaps: [], impossible: 0, periods: [{ from: '2025-12-01', rows: 3 }] };
  const [month] = barsOf({ ...PROFILE, kind: 'date', date: { ...date, grain: 'month' } });
  expect(month!.filter).toEqual({ column: 'amount', is: 'range', from: '2025-12-01', below: '2026-01-01' });
  const [year] = barsOf({ ...PROFILE, kind: 'date', date: { ...date, grain: 'year' } });
  expect(year!.filter).toEqual({ column: 'amount', is: 'range', from: '2025-12-01', below: '2026-12-01' });
});

it('null, an empty text and a text that was cut have filters of their own', () => {
  expect(valueFilter('a', null)).toEqual({ column: 'a', is: 'null' });
  expect(valueFilter('a', '')).toEqual({ column: 'a', is: 'in', values: [''] });
  expect(valueFilter('a', 'x'.repeat(200))).toMatchObject({ is: 'starts' });
});
