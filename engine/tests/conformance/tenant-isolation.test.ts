import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTiny } from '../support/tiny-warehouse.ts';
import type { Branch, TinyWarehouse } from '../support/tiny-warehouse.ts';
import { model as history } from '../support/branch-history.ts';
import { clickhouse } from '../../src/dialects/clickhouse.ts';
import { duckdb } from '../../src/dialects/duckdb.ts';
import { postgres } from '../../src/dialects/postgres.ts';
import { planQuery } from '../../src/planner/query.ts';
import { writeSql } from '../../src/sql/write-sql.ts';
import { Readers } from '../../src/warehouses/embedded/readers.ts';

/**
 * Two tenants in one file, which a load never produces. Birch's figures are so large that a single one shows in any
 * sum.
 */
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

const DIALECTS = [duckdb, postgres, clickhouse];

/** Whether a result has any of birch's data. A query's own words are not a leak. */
function leaks(text: string): boolean {
  return /777\d{6}|SECRET/.test(text);
}

describe('queries on a file with rows of two tenants', () => {
  let tiny: TinyWarehouse;
  beforeAll(async () => {
    tiny = await openTiny(ROWS);
  });
  afterAll(() => tiny.close());

  it('never return the other tenant’s rows', async () => {
    for (const query of QUERIES) {
      const { rows, totals } = await tiny.runQuery(query);
      expect(leaks(JSON.stringify([rows, totals])), JSON.stringify(query)).toBe(false);
    }
    const everything = await tiny.runQuery({ measures: ['branches', 'assets'] });
    expect(everything.rows).toEqual([[2, '30']]);
  });

  it('would leak without the predicate, which this check detects', async () => {
    const readers = new Readers({ maxProcesses: 1, memoryMb: 256, deadlineMs: 10_000, threads: 1 });
    let caught = 0;
    for (const query of QUERIES) {
      const parsed = semanticQuery.parse({ dataset: 'book', ...query });
      const plan = planQuery(tiny.model, { tenant: 'alder' }, parsed);
      const { rows, types } = writeSql(plan, duckdb);
      const sql = rows.sql.replaceAll(/"\w+"\."tenant_id" = (\$\d+)/g, '($& OR $1 IS NOT NULL)');
      expect(sql).not.toBe(rows.sql);
      const [text] = await readers.query(tiny.version.file, [{ sql, parameters: rows.parameters, types, limit: null }]);
      if (leaks(text!.rows)) caught += 1;
    }
    await readers.close();
    expect(caught).toBeGreaterThan(QUERIES.length / 2);
  });

  it('bind every table they read to the tenant', () => {
    for (const query of QUERIES) {
      const plan = planQuery(tiny.model, { tenant: 'alder' }, semanticQuery.parse({ dataset: 'book', ...query }));
      const { sql, parameters } = writeSql(plan, duckdb).rows;
      const read = [...sql.matchAll(/(?:FROM|JOIN) "(branch|balance)"/g)].map((match) => match[1]!).toSorted();
      const bound = [...sql.matchAll(/"(branch|balance)"\."tenant_id" = \$(\d+)/g)];
      expect(bound.map((match) => match[1]!).toSorted()).toEqual(read);
      for (const match of bound) expect(parameters[Number(match[2]) - 1]).toBe('alder');
    }
  });

  it.each(DIALECTS)('bind every table of joins to valid rows to the tenant: $name', (dialect) => {
    const query = {
      dataset: 'bookings',
      dimensions: ['id', 'quoted', 'region', 'country', 'size'],
      measures: ['amount'],
    };
    const { sql } = writeSql(planQuery(history, { tenant: 'alder' }, semanticQuery.parse(query)), dialect).rows;
    const read = [...sql.matchAll(/(?:FROM|JOIN) [`"](booking|branch_history|rate|region|size_band)[`"]/g)];
    const bound = [...sql.matchAll(/[`"][\w ]+[`"]\.[`"]tenant_id[`"] = [$?{]/g)];
    expect(read.length).toBeGreaterThan(5);
    expect(bound).toHaveLength(read.length);
  });

  it('apply row rules everywhere, including a member’s own value and totals', async () => {
    const rules = {
      predicates: [{ dataset: 'book', filter: { field: 'name', op: 'in' as const, values: ['Oak'] } }],
    };
    expect((await tiny.runQuery({ dimensions: ['id'], measures: ['assets'], totals: true }, rules)).totals).toEqual([
      null,
      '10',
    ]);
    const own = await tiny.runQuery({ kind: 'benchmark', by: 'id', member: '2', measures: ['assets'] }, rules);
    expect(own.rows[0]!.slice(0, 3)).toEqual(['assets', null, 1]);
    const open = await tiny.runQuery({ kind: 'benchmark', by: 'id', member: '2', measures: ['assets'] });
    expect(open.rows[0]!.slice(0, 3)).toEqual(['assets', 20, 2]);
  });

  it('do not share results between tenants or row rules', async () => {
    const query = { dimensions: ['name'], measures: ['assets'] };
    const alder = await tiny.runQuery(query);
    const birch = await tiny.runQuery(query, { tenant: 'birch' });
    const everyName = { dataset: 'book', filter: { field: 'name', op: 'isNotNull' as const, values: [] } };
    const ruled = await tiny.runQuery(query, { predicates: [everyName] });
    expect([alder.meta.cache === 'shared', birch.meta.cache, ruled.meta.cache]).toEqual([false, 'miss', 'miss']);
    expect(alder.rows).not.toEqual(birch.rows);
  });
});
