import type { QueryResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOK_MODEL, BOOK_TABLES } from '../support/loan-book.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import { numbers } from '../support/engine-pair.ts';
import { QueryError } from '../../src/errors.ts';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';

const model = compileModel(parseModel(BOOK_MODEL, 'book.yaml'));
const MONTH = { field: 'day', grain: 'month' };
const MEASURES = [
  'loans_rows',
  'shares_rows',
  'balance',
  'opening',
  'mean',
  'least',
  'accounts',
  'deposits',
  'loan_to_share',
  'typical',
  'gap',
];

let warehouse: GeneratedWarehouse;
beforeAll(async () => {
  warehouse = await generateWarehouse(BOOK_TABLES);
});
afterAll(() => warehouse.close());

const runQuery = (query: object): Promise<QueryResult> =>
  warehouse.runQuery(model, { dataset: 'book', measures: MEASURES, ...query });
/** The rows of one grouping set: keys and figures, without levels. */
function kind({ columns, rows }: QueryResult, levels: Record<string, string>, keys: number) {
  const place = (name: string) => columns.findIndex((column) => column.name === name);
  const figures = columns.findIndex(({ role }) => role === 'measure');
  const expected = rows.filter((row) =>
    Object.entries(levels).every(([of, level]) => row[place(`${of}.level`)] === level),
  );
  return numbers(expected.map((row) => [...row.slice(0, keys), ...row.slice(figures)]));
}

describe('totals of several facts and of balances', () => {
  it('equal those of queries without the totaled dimensions, each with its own last day', async () => {
    const whole = await runQuery({ dimensions: [MONTH, 'branch'], subtotals: 'rollup' });
    const plain = async (dimensions: unknown[]) => numbers((await runQuery({ dimensions })).rows);
    expect(kind(whole, { day_month: 'member', branch: 'member' }, 2)).toEqual(await plain([MONTH, 'branch']));
    const months = kind(whole, { day_month: 'member', branch: 'all' }, 2).map(([month, , ...rest]) => [month, ...rest]);
    expect(months).toEqual(await plain([MONTH]));
    expect(kind(whole, { day_month: 'all' }, 2).map((row) => row.slice(2))).toEqual(await plain([]));
  });

  it('apply the top members of one fact to all facts, and "other" has the remaining rows of each', async () => {
    const whole = await runQuery({
      dimensions: ['branch', MONTH],
      top: { dimension: 'branch', measure: 'deposits', n: 1 },
    });
    const filtered = async (filter: object) => numbers((await runQuery({ dimensions: [MONTH], filter })).rows);
    const oak = { field: 'branch', op: 'in', values: ['Oak'] };
    const without = (rows: unknown[][]) => rows.map((row) => row.slice(1));
    expect(without(kind(whole, { branch: 'member' }, 2))).toEqual(await filtered(oak));
    expect(without(kind(whole, { branch: 'other' }, 2))).toEqual(await filtered({ not: oak }));
  });

  it('are the same in a pivot as in rows', async () => {
    const measures = ['balance', 'deposits', 'loan_to_share'];
    const pivot = { columns: ['day_month'], totals: true };
    const wide = await runQuery({ dimensions: ['branch', MONTH], measures, pivot, totals: true });
    const long = await runQuery({ dimensions: ['branch', MONTH], measures });
    const all = await runQuery({ dimensions: ['branch'], measures });
    const months = ['2025-01-01', '2025-02-01'];
    const expected = all.rows.map(([branch, ...figures]) => [
      branch,
      ...months.flatMap((month) => {
        const match = long.rows.find((row) => row[0] === branch && row[1] === month);
        return match ? match.slice(2) : [null, null, null];
      }),
      ...figures,
    ]);
    expect(numbers(wide.rows)).toEqual(numbers(expected));
  });

  it('refuse a top of periods with balances, since "other" would have no day', async () => {
    const request = runQuery({ dimensions: [MONTH], top: { dimension: 'day_month', measure: 'balance', n: 1 } });
    await expect(request).rejects.toBeInstanceOf(QueryError);
  });
});
