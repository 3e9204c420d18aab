import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import type { QueryError } from '../../src/errors.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { numbers } from '../support/engine-pair.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import { BOOK_MODEL, BOOK_TABLES } from '../support/loan-book.ts';
import { everyone } from '../support/listed-branches.ts';

describe('lists of balances, joined tables, times and several facts', () => {
  const model = compileModel(parseModel(BOOK_MODEL, 'book.yaml'));
  let warehouse: GeneratedWarehouse;
  beforeAll(async () => {
    warehouse = await generateWarehouse(BOOK_TABLES);
  });
  afterAll(() => warehouse.close());
  const runQuery = (query: object, scope: Partial<Scope> = {}) =>
    warehouse.runQuery(model, { kind: 'rows', ...query }, { reader: everyone, ...scope });

  it('show each row’s own balance on every day, and a joined table’s value in each row', async () => {
    const query = { dataset: 'loans', columns: ['day', 'loan', 'balance', 'late', 'known', 'region'] };
    const { rows } = await runQuery({ ...query, order: [{ field: 'day', direction: 'desc' }, { field: 'loan' }] });
    expect(numbers(rows)).toEqual([
      ['2025-02-20', 1, 80, null, 80, 'West'],
      ['2025-02-20', 3, 60, 60, 60, null],
      ['2025-02-20', 4, 7, null, 7, null],
      ['2025-01-31', 1, 90, null, 90, 'West'],
      ['2025-01-31', 2, 45, 45, 45, 'West'],
      ['2025-01-10', 1, 100, null, 100, 'West'],
      ['2025-01-10', 2, 50, 50, 50, 'West'],
      ['2025-01-10', 3, 70, null, 70, null],
    ]);
  });

  it('present times in the tenant’s zone', async () => {
    const calendar = { timeZone: 'America/Chicago', weekStart: 1, fiscalYearStart: 1 } as const;
    const columns = ['taken', { field: 'taken', grain: 'day' }, 'shown'];
    const filter = { field: 'taken', op: 'lt', values: ['2025-02-01T00:00:00'] };
    const { rows } = await runQuery({ dataset: 'readings', columns, filter }, { calendar });
    expect(numbers(rows)).toEqual([
      ['2025-01-31T17:00:00', '2025-01-31', 1],
      ['2025-01-31T22:00:00', '2025-01-31', 2],
    ]);
  });

  it('read one fact: for a combined dataset, the error names its facts', async () => {
    const error = await runQuery({ dataset: 'book', columns: ['day'] }).catch((issue: unknown) => issue);
    expect((error as QueryError).details).toEqual([
      {
        field: 'dataset',
        message: expect.stringContaining("List the rows of one of them: 'loans', 'shares'.") as string,
      },
    ]);
  });

  it('of a periodic snapshot have the rows of the last date, or of each period that is a column', async () => {
    const periodic = compileModel(
      parseModel(
        BOOK_MODEL.replace('table: share\n', 'table: share\n    snapshots: at\n').replace(
          '      - { name: home, type: string, title: { en: Home }, column: { table: branch, column: name } }\n',
          '      - { name: home, type: string, title: { en: Home }, column: { table: branch, column: name } }\n      - { name: share, type: integer, title: { en: Share }, column: { table: share, column: id } }\n',
        ),
        'book.yaml',
      ),
    );
    const shares = async (query: object) =>
      numbers((await warehouse.runQuery(periodic, { kind: 'rows', dataset: 'shares', ...query })).rows);
    expect(await shares({ columns: ['share', 'deposits', 'typical'] })).toEqual([
      [1, 500, 500],
      [3, 10, 10],
    ]);
    const until = { field: 'at', op: 'lte', values: ['2025-01-31'] };
    expect(await shares({ columns: ['share', 'deposits'], filter: until, order: [{ field: 'at' }] })).toEqual([
      [1, 400],
      [2, 100],
    ]);
    expect(await shares({ columns: [{ field: 'at', grain: 'month' }, 'share', 'deposits'] })).toEqual([
      ['2025-01-01', 1, 400],
      ['2025-01-01', 2, 100],
      ['2025-02-01', 1, 500],
      ['2025-02-01', 3, 10],
    ]);
  });
});
