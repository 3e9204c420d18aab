import { rowsQuery } from '@rise/contract';
import type { RowsResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { countedOnce } from '../../src/model/row-grain.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import { model, openBranchHistory } from '../support/branch-history.ts';
import type { BranchHistory } from '../support/branch-history.ts';
import { numbers } from '../support/engine-pair.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import { insert } from '../support/insert.ts';
import { indented, measure } from '../support/model-text.ts';

let history: BranchHistory;
beforeAll(async () => {
  history = await openBranchHistory();
});
afterAll(() => history.close());

const in_ = (field: string, ...values: (string | number)[]) => ({ field, op: 'in', values });

describe('the row that is valid', () => {
  it('is the one on the date, with open ends, gaps and a condition', async () => {
    expect(await history.rowsOf({ dimensions: ['id', 'region'], measures: ['bookings'] })).toEqual([
      [1, 'north', 1],
      [2, 'north', 1],
      [3, 'south', 1],
      [4, 'south', 1],
      [5, 'north', 1],
      [6, null, 1],
      [7, null, 1],
      [8, null, 1],
      [9, null, 1],
      [10, 'north', 1],
    ]);
  });

  it('is the latest one up to the date, for as long as it applies', async () => {
    expect(await history.rowsOf({ dimensions: ['id', 'quoted'], measures: ['in_euros'] })).toEqual([
      [1, null, null],
      [2, '2024-06-28', 100],
      [3, '2024-07-01', 1200],
      [4, null, null],
      [5, null, null],
      [6, null, null],
      [7, '2024-06-28', 350],
      [8, null, null],
      [9, null, null],
      [10, null, null],
    ]);
  });

  it('can be found by a numeric range without a key', async () => {
    expect(await history.rowsOf({ dimensions: ['size'], measures: ['bookings', 'amount'] })).toEqual([
      ['large', 4, 3000],
      ['middle', 4, 1400],
      ['small', 1, 100],
      [null, 1, null],
    ]);
  });

  it('can be used for grouping and filters, and through chains of joins', async () => {
    const measures = ['amount', 'north'];
    expect(await history.rowsOf({ dimensions: ['region', 'country'], measures, totals: true })).toEqual([
      ['north', 'X', 800, 4],
      ['south', 'Y', 700, 0],
      [null, null, 3000, 0],
      [null, null, 4500, 4],
    ]);
    expect(await history.rowsOf({ measures, filter: in_('country', 'Y') })).toEqual([[700, 0]]);
    expect(await history.rowsOf({ dimensions: ['today'], measures: ['amount'] })).toEqual([
      ['south', 1800],
      [null, 2700],
    ]);
  });

  it('counts once in figures, however many rows share it', async () => {
    const measures = ['desks', 'mean_desks', 'rates'];
    expect(await history.rowsOf({ dimensions: ['region'], measures, totals: true })).toEqual([
      ['north', 10, 5, 0.5],
      ['south', 5, 5, 4],
      [null, null, null, 0.5],
      [null, 15, 5, 4.5],
    ]);
    expect(await history.rowsOf({ measures: ['desk_area'] })).toEqual([[10 * 10 + 5 * 20]]);
    const once = countedOnce(model).map(({ measure: name, table }) => [name, table]);
    expect(once).toEqual([
      ['desks', 'branch_history'],
      ['mean_desks', 'branch_history'],
      ['rates', 'rate'],
      ['desk_area', 'branch_history'],
    ]);
  });

  it('is right in subtotals, a top N, a pivot, comparisons and conditions on measures', async () => {
    expect(
      await history.rowsOf({ dimensions: ['country', 'branch'], measures: ['desks'], subtotals: 'rollup' }),
    ).toEqual([
      ['X', 'a', 'member', 'member', 4],
      ['X', 'b', 'member', 'member', 6],
      ['X', null, 'member', 'all', 10],
      ['Y', 'a', 'member', 'member', 5],
      ['Y', null, 'member', 'all', 5],
      [null, 'b', 'member', 'member', null],
      [null, 'c', 'member', 'member', null],
      [null, 'd', 'member', 'member', null],
      [null, null, 'member', 'member', null],
      [null, null, 'member', 'all', null],
      [null, null, 'all', 'all', 15],
    ]);
    const top = { dimension: 'region', measure: 'amount', n: 1 };
    expect(await history.rowsOf({ dimensions: ['region'], measures: ['amount', 'desks'], top })).toEqual([
      [null, 'member', 3000, null],
      [null, 'other', 1500, 15],
    ]);
    const having = { measure: 'desks', op: 'gt', values: [5] };
    expect(await history.rowsOf({ dimensions: ['region'], measures: ['amount'], having, totals: true })).toEqual([
      ['north', 800],
      [null, 800],
    ]);
    const benchmark = { kind: 'benchmark', by: 'region', member: 'south', measures: ['amount', 'in_euros'] };
    const { rows } = await history.warehouse.runQuery(model, { dataset: 'bookings', ...benchmark });
    expect(numbers(rows.map((row) => row.slice(0, 3)))).toEqual([
      ['amount', 700, 2],
      ['in_euros', 1200, 2],
    ]);
  });

  it('works with balances, last known values and values per key', async () => {
    expect(await history.rowsOf({ dimensions: ['region'], measures: ['standing', 'known'] })).toEqual([
      ['north', null, null],
      ['south', null, 400],
      [null, 600, 1300],
    ]);
    expect(await history.rowsOf({ dimensions: ['since'], measures: ['bookings'] })).toEqual([
      ['2024-01-01', 4],
      ['2024-07-01', 2],
      [null, 4],
    ]);
  });

  it('is shown in drill-through', async () => {
    const rows = rowsQuery.parse({
      query: { dataset: 'bookings', dimensions: ['region'], measures: ['desks'] },
      measure: 'desks',
      cell: [{ field: 'region', value: 'north' }],
      columns: ['id'],
    });
    for (const version of Object.values(history.warehouse.versions)) {
      const answer = await history.warehouse.engine.queries.runRows({
        model,
        version,
        scope: { tenant: 'alder' },
        rows,
      });
      const page = toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }) as RowsResult;
      expect([page.count, Number(page.value)]).toEqual([4, 10]);
      expect(numbers(page.rows)).toEqual([[1, 4, 4], [2, 4, 4], [5, 6, 6], [10, 6, 6]]); // prettier-ignore
    }
  });

  it('can be found by timestamp', async () => {
    const joins = '  - { table: shift, on: [desk], valid: { at: called, from: began, until: ended, ends: exclusive, type: timestamp } }\n  - { table: note, on: [desk], latest: { at: called, by: written, type: timestamp } }\n'; // prettier-ignore
    const timed = `
name: calls
title: { en: C }
description: { en: D }
datasets:
  - name: calls
    title: { en: C }
    description: { en: D }
    owner: Ops
    table: call
    joins:
${indented(joins)}
    dimensions:
      - { name: person, type: string, title: { en: P }, column: { table: shift, column: person } }
      - { name: note, type: string, title: { en: N }, column: { table: note, column: text } }
    measures:
${measure('calls', 'kind: count')}
`;
    const tables = [
      'CREATE TABLE call (tenant_id VARCHAR, desk BIGINT, called TIMESTAMP)',
      'CREATE TABLE shift (tenant_id VARCHAR, desk BIGINT, began TIMESTAMP, ended TIMESTAMP, person VARCHAR)',
      'CREATE TABLE note (tenant_id VARCHAR, desk BIGINT, written TIMESTAMP, text VARCHAR)',
      insert('call', [1, '2025-01-01 08:59:59'], [1, '2025-01-01 09:00:00'], [1, '2025-01-02 03:00:00'], [2, '2025-01-01 09:00:00']), // prettier-ignore
      insert('shift', [1, null, '2025-01-01 09:00:00', 'Ada'], [1, '2025-01-01 09:00:00', null, 'Bo']),
      insert('note', [1, '2025-01-01 08:59:58', 'n1'], [1, '2025-01-01 09:00:00', 'n2']),
    ];
    const own = await generateWarehouse(tables);
    try {
      const { rows } = await own.runQuery(compileModel(parseModel(timed, 'calls.yaml')), {
        dataset: 'calls',
        dimensions: ['person', 'note'],
        measures: ['calls'],
      });
      expect(rows).toEqual([
        ['Ada', 'n1', 1],
        ['Bo', 'n2', 2],
        [null, null, 1],
      ]);
    } finally {
      await own.close();
    }
  });
});
