import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOK_MODEL, BOOK_TABLES } from '../support/book.ts';
import { makeWarehouse } from '../support/made-warehouse.ts';
import type { MadeWarehouse } from '../support/made-warehouse.ts';
import { QueryError } from './errors.ts';
import { compileModel } from './model/compile-model.ts';
import { parseModel } from './model/parse-model.ts';
import type { Scope } from './plan/scope.ts';

const model = compileModel(parseModel(BOOK_MODEL, 'book.yaml'));
let made: MadeWarehouse;
beforeAll(async () => {
  made = await makeWarehouse(BOOK_TABLES);
});
afterAll(() => made.close());

const MONTH = { field: 'day', grain: 'month' };
const [JANUARY, FEBRUARY] = ['2025-01-01', '2025-02-01'];
const BALANCES = ['opening', 'balance', 'mean', 'least', 'accounts', 'rows'];
/** What every engine answers to a question about loans, money as numbers. */
async function told(query: object, scope: Partial<Scope> = {}) {
  const number = (cell: unknown) => (typeof cell === 'string' && /^-?[\d.]+$/.test(cell) ? Number(cell) : cell);
  const { rows, totals } = await made.ask(model, { dataset: 'loans', ...query }, scope);
  return [...rows, ...(totals ? [totals] : [])].map((row) => row.map(number));
}

describe('a balance', () => {
  it('is that of the last day of each period, and over all of them of the last day there is', async () => {
    // January ends with 90 + 45, its mean is (220 + 135) ÷ 2; over everything three days have data.
    expect(await told({ dimensions: [MONTH], measures: BALANCES, totals: true })).toEqual([
      [JANUARY, 220, 135, 177.5, 135, 2, 5],
      [FEBRUARY, 147, 147, 147, 147, 3, 3],
      [null, 220, 147, (220 + 135 + 147) / 3, 135, 3, 8],
    ]);
  });

  it('takes one day for all groups: what is missing there counts as none', async () => {
    // Branch Elm has no loan on 31 January; its mean counts that day, its least figure does not.
    expect(await told({ dimensions: [MONTH, 'branch'], measures: BALANCES })).toEqual([
      [JANUARY, 'Elm', 70, null, 35, 70, 0, 1],
      [JANUARY, 'Oak', 150, 135, 142.5, 135, 2, 4],
      [FEBRUARY, 'Elm', 60, 60, 60, 60, 1, 1],
      [FEBRUARY, 'Oak', 80, 80, 80, 80, 1, 1],
      [FEBRUARY, null, 7, 7, 7, 7, 1, 1],
    ]);
  });

  it('stands on a day that only conditions on the date and rules about rows move', async () => {
    const of = (filter: object) => told({ measures: ['balance', 'mean'], filter });
    expect(await of({ field: 'branch', op: 'in', values: ['Elm'] })).toEqual([[60, 130 / 3]]);
    expect(await of({ field: 'grade', op: 'in', values: [3] })).toEqual([[null, 95 / 3]]);
    expect(await of({ all: [{ field: 'grade', op: 'in', values: [3] }, { field: 'day', during: { until: '2025-02-19' } }] })).toEqual([[45, 47.5]]); // prettier-ignore
    expect(await of({ field: 'day', during: { since: '2025-06-01' } })).toEqual([[null, null]]);
    const predicates = [{ dataset: 'loans', filter: { field: 'grade', op: 'in' as const, values: [3] } }];
    expect(await told({ measures: ['balance', 'mean'] }, { predicates })).toEqual([[45, 47.5]]);
  });

  it('divides by others, is compared with other periods and shared out within one', async () => {
    const query = {
      dimensions: [MONTH, 'branch'],
      measures: ['late_ratio'],
      calculations: [
        { name: 'before', kind: 'compare', measure: 'balance', with: 'previous_period' },
        { name: 'part', kind: 'share', measure: 'balance', within: ['day_month'] },
      ],
      filter: { field: 'day', during: { since: '2025-02-01' } },
      totals: true,
    };
    expect(await told(query)).toEqual([
      [FEBRUARY, 'Elm', 1, null, 60 / 147],
      [FEBRUARY, 'Oak', null, 135, 80 / 147],
      [FEBRUARY, null, null, null, 7 / 147],
      [null, null, 60 / 147, null, null],
    ]);
  });

  it('stands on the days of the tenant’s clocks', async () => {
    const calendar = (timeZone: string) => ({ calendar: { timeZone, weekStart: 1, fiscalYearStart: 1 } });
    const query = { dataset: 'readings', dimensions: [{ field: 'taken', grain: 'month' }], measures: ['shown', 'daily'], totals: true }; // prettier-ignore
    // In Chicago two of the readings are of 31 January, and two of 1 February.
    expect(await told(query, calendar('America/Chicago'))).toEqual([[JANUARY, 3, 3], [FEBRUARY, 12, 12], [null, 12, 7.5]]); // prettier-ignore
    expect(await told(query, calendar('UTC'))).toEqual([
      [JANUARY, 1, 1],
      [FEBRUARY, 8, 7],
      [null, 8, 5],
    ]);
  });

  it('has no value in a gap', async () => {
    const query = { dimensions: [{ field: 'day', grain: 'week', fill: true }], measures: ['balance'] };
    expect(await told(query)).toEqual([['2025-01-06', 220], ['2025-01-13', null], ['2025-01-20', null], ['2025-01-27', 135], ['2025-02-03', null], ['2025-02-10', null], ['2025-02-17', 147]]); // prettier-ignore
  });

  it.each([
    [{ kind: 'accumulate', over: 'year' }, /'balance' stands on a day and does not add up over time\. Compare it/],
    [{ kind: 'share' }, /figures of several days do not add up\. Add 'day_month' to within/],
  ])('is refused what has no meaning: %j', async (calculation, message) => {
    const asked = made.ask(model, { dataset: 'loans', dimensions: [MONTH], calculations: [{ name: 'x', measure: 'balance', ...calculation }] }); // prettier-ignore
    await expect(asked).rejects.toBeInstanceOf(QueryError);
    await expect(asked).rejects.toThrow(message);
  });
});
