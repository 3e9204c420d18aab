import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { numbers } from '../support/engine-pair.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import { over } from '../support/having-branches.ts';
import { BOOK_MODEL, BOOK_TABLES } from '../support/loan-book.ts';

describe('balances and several facts', () => {
  const model = compileModel(parseModel(BOOK_MODEL, 'book.yaml'));
  const MONTH = { field: 'day', grain: 'month' };
  let warehouse: Awaited<ReturnType<typeof generateWarehouse>>;
  beforeAll(async () => {
    warehouse = await generateWarehouse(BOOK_TABLES);
  });
  afterAll(() => warehouse.close());
  const figures = async (query: object) => {
    const { rows, totals } = await warehouse.runQuery(model, query);
    return numbers([...rows, ...(totals ? [totals] : [])]);
  };

  it('have totals of the last day over the groups that pass', async () => {
    const query = { dataset: 'loans', dimensions: ['branch'], measures: ['balance', 'known', 'rows'], totals: true };
    expect(await figures(query)).toEqual([
      ['Elm', 60, 60, 2],
      ['Oak', 80, 125, 5],
      [null, 7, 7, 1],
      [null, 147, 192, 8],
    ]);
    expect(await figures({ ...query, having: over('known', 50) })).toEqual([
      ['Elm', 60, 60, 2],
      ['Oak', 80, 125, 5],
      [null, 140, 185, 7],
    ]);
    const months = {
      dataset: 'loans',
      dimensions: [MONTH, 'branch'],
      measures: ['balance'],
      having: over('balance', 65),
    };
    expect(await figures({ ...months, subtotals: [['day_month'], []] })).toEqual([
      ['2025-01-01', 'Oak', 'member', 'member', 135],
      ['2025-01-01', null, 'member', 'all', 135],
      ['2025-02-01', 'Oak', 'member', 'member', 80],
      ['2025-02-01', null, 'member', 'all', 80],
      [null, null, 'all', 'all', 80],
    ]);
  });

  it('can be filtered by a measure of any fact, which then counts as queried', async () => {
    const query = { dataset: 'book', dimensions: ['branch'], measures: ['balance'], totals: true };
    expect(await figures({ ...query, having: over('deposits', 5) })).toEqual([
      ['Oak', 80],
      [null, 7],
      [null, 87],
    ]);
    expect(await figures({ ...query, having: { measure: 'deposits', op: 'isNull' } })).toEqual([
      ['Elm', 60],
      [null, 60],
    ]);
  });

  it('evaluate last known values separately in every period', async () => {
    const query = { dataset: 'loans', dimensions: [MONTH, 'branch'], measures: ['known'], having: over('known', 65) };
    expect(await figures(query)).toEqual([
      ['2025-01-01', 'Elm', 70],
      ['2025-01-01', 'Oak', 135],
      ['2025-02-01', 'Oak', 125],
    ]);
    expect(await figures({ ...query, subtotals: [['day_month']] })).toEqual([
      ['2025-01-01', 'Elm', 'member', 70],
      ['2025-01-01', 'Oak', 'member', 135],
      ['2025-01-01', null, 'all', 205],
      ['2025-02-01', 'Oak', 'member', 125],
      ['2025-02-01', null, 'all', 125],
    ]);
    for (const more of [{ totals: true }, { subtotals: 'rollup' }, { pivot: { columns: ['day_month'] } }])
      await expect(warehouse.runQuery(model, { ...query, ...more })).rejects.toMatchObject({
        details: [{ field: 'having' }],
      });
  });
});
