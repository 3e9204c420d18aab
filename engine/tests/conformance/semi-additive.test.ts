import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOK_MODEL, BOOK_TABLES } from '../support/loan-book.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import { QueryError } from '../../src/errors.ts';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import type { Scope } from '../../src/plan/scope.ts';

const model = compileModel(parseModel(BOOK_MODEL, 'book.yaml'));
let warehouse: GeneratedWarehouse;
beforeAll(async () => {
  warehouse = await generateWarehouse(BOOK_TABLES);
});
afterAll(() => warehouse.close());

const MONTH = { field: 'day', grain: 'month' };
const [JANUARY, FEBRUARY] = ['2025-01-01', '2025-02-01'];
const BALANCES = ['opening', 'balance', 'mean', 'least', 'accounts', 'rows'];
/** The result of a query on loans, which must be the same on every engine; money as numbers. */
async function resultOf(query: object, scope: Partial<Scope> = {}) {
  const number = (cell: unknown) => (typeof cell === 'string' && /^-?[\d.]+$/.test(cell) ? Number(cell) : cell);
  const { rows, totals } = await warehouse.runQuery(model, { dataset: 'loans', ...query }, scope);
  return [...rows, ...(totals ? [totals] : [])].map((row) => row.map(number));
}

describe('a semi-additive measure', () => {
  it('has the value of the last day in each period, and in total that of the last day overall', async () => {
    // January ends with 90 + 45, its mean is (220 + 135) ÷ 2; in total three days have data.
    expect(await resultOf({ dimensions: [MONTH], measures: BALANCES, totals: true })).toEqual([
      [JANUARY, 220, 135, 177.5, 135, 2, 5],
      [FEBRUARY, 147, 147, 147, 147, 3, 3],
      [null, 220, 147, (220 + 135 + 147) / 3, 135, 3, 8],
    ]);
  });

  it('uses one day for all groups; a group without rows on it has no value', async () => {
    // Branch Elm has no loan on 31 January; its mean includes that day, its minimum does not.
    expect(await resultOf({ dimensions: [MONTH, 'branch'], measures: BALANCES })).toEqual([
      [JANUARY, 'Elm', 70, null, 35, 70, 0, 1],
      [JANUARY, 'Oak', 150, 135, 142.5, 135, 2, 4],
      [FEBRUARY, 'Elm', 60, 60, 60, 60, 1, 1],
      [FEBRUARY, 'Oak', 80, 80, 80, 80, 1, 1],
      [FEBRUARY, null, 7, 7, 7, 7, 1, 1],
    ]);
  });

  it('has a snapshot date that depends only on date conditions and row rules', async () => {
    const of = (filter: object) => resultOf({ measures: ['balance', 'mean'], filter });
    expect(await of({ field: 'branch', op: 'in', values: ['Elm'] })).toEqual([[60, 130 / 3]]);
    expect(await of({ field: 'grade', op: 'in', values: [3] })).toEqual([[null, 95 / 3]]);
    expect(
      await of({
        all: [
          { field: 'grade', op: 'in', values: [3] },
          { field: 'day', during: { until: '2025-02-19' } },
        ],
      }),
    ).toEqual([[45, 47.5]]);
    expect(await of({ field: 'day', during: { since: '2025-06-01' } })).toEqual([[null, null]]);
    const predicates = [{ dataset: 'loans', filter: { field: 'grade', op: 'in' as const, values: [3] } }];
    expect(await resultOf({ measures: ['balance', 'mean'] }, { predicates })).toEqual([[45, 47.5]]);
  });

  it('supports ratios, comparisons with other periods, and shares within one', async () => {
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
    expect(await resultOf(query)).toEqual([
      [FEBRUARY, 'Elm', 1, null, 60 / 147],
      [FEBRUARY, 'Oak', null, 135, 80 / 147],
      [FEBRUARY, null, null, null, 7 / 147],
      [null, null, 60 / 147, null, 1],
    ]);
  });

  it('uses days in the tenant’s time zone', async () => {
    const calendar = (timeZone: string) => ({ calendar: { timeZone, weekStart: 1, fiscalYearStart: 1 } });
    const query = {
      dataset: 'readings',
      dimensions: [{ field: 'taken', grain: 'month' }],
      measures: ['shown', 'daily'],
      totals: true,
    };
    // In Chicago two of the readings are on 31 January, and two on 1 February.
    expect(await resultOf(query, calendar('America/Chicago'))).toEqual([
      [JANUARY, 3, 3],
      [FEBRUARY, 12, 12],
      [null, 12, 7.5],
    ]);
    expect(await resultOf(query, calendar('UTC'))).toEqual([
      [JANUARY, 1, 1],
      [FEBRUARY, 8, 7],
      [null, 8, 5],
    ]);
  });

  it('has no value in a gap', async () => {
    const query = { dimensions: [{ field: 'day', grain: 'week', fill: true }], measures: ['balance'] };
    expect(await resultOf(query)).toEqual([
      ['2025-01-06', 220],
      ['2025-01-13', null],
      ['2025-01-20', null],
      ['2025-01-27', 135],
      ['2025-02-03', null],
      ['2025-02-10', null],
      ['2025-02-17', 147],
    ]);
  });

  it.each([
    [{ kind: 'accumulate', over: 'year' }, /'balance' is semi-additive and does not add up over time\. Compare it/],
    [{ kind: 'share' }, /figures of several days do not add up\. Add 'day_month' to within/],
  ])('refuses calculations without meaning: %j', async (calculation, message) => {
    const request = warehouse.runQuery(model, {
      dataset: 'loans',
      dimensions: [MONTH],
      calculations: [{ name: 'x', measure: 'balance', ...calculation }],
    });
    await expect(request).rejects.toBeInstanceOf(QueryError);
    await expect(request).rejects.toThrow(message);
  });
});
