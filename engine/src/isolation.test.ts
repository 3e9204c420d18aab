import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTiny } from '../support/tiny-warehouse.ts';
import type { Branch, TinyWarehouse } from '../support/tiny-warehouse.ts';
import { duckdb } from './dialects/duckdb.ts';
import { planQuery } from './plan/plan-query.ts';
import { writeSql } from './sql/write-sql.ts';
import { createReaders } from './warehouses/readers.ts';

/** Two tenants in one file, which a load never makes. Birch's figures are so large that one of them shows in any sum. */
const ROWS: Branch[] = [
  { tenant: 'alder', id: '1', name: 'Oak', grade: 1, open: true, assets: 10, worth: 1, lost: 1 },
  { tenant: 'alder', id: '2', name: 'Elm', grade: 2, open: false, assets: 20, worth: 2, lost: 1 },
  {
    tenant: 'birch',
    id: '1',
    name: 'SECRET',
    grade: 1,
    open: true,
    assets: 777_000_000,
    worth: 777_000_000,
    lost: 777_000_000,
  },
  {
    tenant: 'birch',
    id: '3',
    name: 'SECRET too',
    grade: 7,
    open: true,
    assets: 777_000_000,
    worth: 1,
    lost: 777_000_000,
  },
];

const MEASURES = ['branches', 'assets', 'worth', 'kept', 'worth_ratio', 'plain_ratio', 'yearly_ratio'];
const FILTERS = [
  undefined,
  { any: [] as object[] },
  { not: { any: [] as object[] } },
  { any: [{ field: 'name', op: 'contains', values: [''] }, { not: { field: 'id', op: 'isNull' } }] },
  { field: 'size', op: 'notIn', values: ['small'] },
  { field: 'id', op: 'in', values: ["1' OR '1'='1", '3', '1'] },
];
const SHAPES = [
  ...[['id'], ['name'], ['size'], ['id', 'name', 'grade', 'open', 'day'], []].map((dimensions) => ({
    dimensions,
    measures: MEASURES,
    totals: true,
  })),
  { dimensions: ['name'], measures: ['branches'] },
  { dimensions: ['id', 'name'], measures: MEASURES, totals: true, subtotals: 'rollup' },
  { dimensions: ['name'], measures: MEASURES, totals: true, top: { dimension: 'name', measure: 'assets', n: 1 } },
  { dimensions: ['id', 'name'], measures: MEASURES, totals: true, pivot: { columns: ['name'], totals: true } },
  { kind: 'benchmark', by: 'id', member: '3', measures: MEASURES },
  { kind: 'benchmark', by: 'name', member: 'SECRET', measures: MEASURES },
  { kind: 'distribution', by: 'id', member: '3', measure: 'assets', buckets: 4 },
];
const QUERIES = SHAPES.flatMap((shape) => FILTERS.map((filter) => ({ ...shape, ...(filter ? { filter } : {}) })));

/** Whether an answer has anything of birch's in it. A query's own words are no leak. */
function leaks(text: string): boolean {
  return /777\d{6}|SECRET/.test(text);
}

describe('a tenant’s queries on a file that holds another’s rows', () => {
  let tiny: TinyWarehouse;
  beforeAll(async () => {
    tiny = await openTiny(ROWS);
  });
  afterAll(() => tiny.close());

  it('never show the other tenant’s, whatever is asked', async () => {
    for (const query of QUERIES) {
      const { rows, totals } = await tiny.ask(query);
      expect(leaks(JSON.stringify([rows, totals])), JSON.stringify(query)).toBe(false);
    }
    const everything = await tiny.ask({ measures: ['branches', 'assets'] });
    expect(everything.rows).toEqual([[2, '30']]);
  });

  it('and the check notices when the predicate is missing', async () => {
    const readers = createReaders({ maxProcesses: 1, memoryMb: 256, deadlineMs: 10_000, threads: 1 });
    let caught = 0;
    for (const query of QUERIES) {
      const parsed = semanticQuery.parse({ dataset: 'book', ...query });
      const plan = planQuery(tiny.model, { tenant: 'alder', policyHash: '', predicates: [] }, parsed);
      const { rows, types } = writeSql(plan, duckdb);
      const sql = rows.sql.replaceAll(/"\w+"\."tenant_id" = (\$\d+)/g, '($& OR $1 IS NOT NULL)');
      expect(sql).not.toBe(rows.sql);
      const [found] = await readers.query(tiny.version.file, [
        { sql, parameters: rows.parameters, types, limit: null },
      ]);
      if (leaks(found!.rows)) caught += 1;
    }
    await readers.close();
    expect(caught).toBeGreaterThan(QUERIES.length / 2);
  });

  it('every table that is read is bound to the tenant', () => {
    for (const query of QUERIES) {
      const plan = planQuery(
        tiny.model,
        { tenant: 'alder', policyHash: '', predicates: [] },
        semanticQuery.parse({ dataset: 'book', ...query }),
      );
      const { sql, parameters } = writeSql(plan, duckdb).rows;
      const read = [...sql.matchAll(/(?:FROM|JOIN) "(branch|balance)"/g)].map((match) => match[1]!).toSorted();
      const bound = [...sql.matchAll(/"(branch|balance)"\."tenant_id" = \$(\d+)/g)];
      expect(bound.map((match) => match[1]!).toSorted()).toEqual(read);
      for (const match of bound) expect(parameters[Number(match[2]) - 1]).toBe('alder');
    }
  });

  it('row rules hold on every path, the member’s own value and the totals included', async () => {
    const rules = {
      policyHash: 'only oak',
      predicates: [{ dataset: 'book', filter: { field: 'name', op: 'in' as const, values: ['Oak'] } }],
    };
    expect((await tiny.ask({ dimensions: ['id'], measures: ['assets'], totals: true }, rules)).totals).toEqual([
      null,
      '10',
    ]);
    const own = await tiny.ask({ kind: 'benchmark', by: 'id', member: '2', measures: ['assets'] }, rules);
    expect(own.rows[0]!.slice(0, 3)).toEqual(['assets', null, 1]);
    const open = await tiny.ask({ kind: 'benchmark', by: 'id', member: '2', measures: ['assets'] });
    expect(open.rows[0]!.slice(0, 3)).toEqual(['assets', 20, 2]);
  });

  it('the same question of two tenants or two policies never shares an answer', async () => {
    const query = { dimensions: ['name'], measures: ['assets'] };
    const alder = await tiny.ask(query);
    const birch = await tiny.ask(query, { tenant: 'birch' });
    const ruled = await tiny.ask(query, { policyHash: 'other' });
    expect([alder.meta.cache === 'shared', birch.meta.cache, ruled.meta.cache]).toEqual([false, 'miss', 'miss']);
    expect(alder.rows).not.toEqual(birch.rows);
  });
});
