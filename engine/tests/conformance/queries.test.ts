import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTiny } from '../support/tiny-warehouse.ts';
import type { TinyWarehouse } from '../support/tiny-warehouse.ts';
import { duckdb } from '../../src/dialects/duckdb.ts';
import { QueryError } from '../../src/errors.ts';
import { planQuery } from '../../src/planner/query.ts';
import { writeSql } from '../../src/sql/write-sql.ts';

let tiny: TinyWarehouse;
beforeAll(async () => {
  const base = { tenant: 'alder', grade: 1, open: true };
  tiny = await openTiny([
    { ...base, id: '1001', name: 'Şişli Éclair', assets: 10_000, worth: 699.9, lost: 12 },
    { ...base, id: '1002', name: '100% Pure_Gold', assets: 500, worth: -33.35, lost: null },
    { ...base, id: '2001', name: 'Işık', grade: 2, open: false, assets: 0, worth: 5, day: '2025-06-30', lost: 3 },
    {
      ...base,
      id: '3001',
      name: null,
      grade: null,
      open: null,
      assets: 50,
      worth: null,
      worthBefore: 0.1,
      lost: 0.2,
      day: '2025-06-30',
    },
    { ...base, id: '4001', name: 'O\'Hare "X" \\', grade: 3, assets: null, worth: null },
  ]);
});
afterAll(() => tiny.close());

const ids = async (filter: object) => (await tiny.runQuery({ dimensions: ['id'], filter })).rows.map((row) => row[0]);
const is = (field: string, op: string, ...values: unknown[]) => ({ field, op, values });

describe('filters', () => {
  it.each([
    [is('id', 'in', '1001', '2001'), ['1001', '2001']],
    [is('id', 'in', 1001), ['1001']],
    [is('id', 'in'), []],
    [is('id', 'startsWith', '10'), ['1001', '1002']],
    [is('id', 'startsWith', '00'), []],
    [is('name', 'contains', 'SISLI'), ['1001']],
    [is('name', 'contains', 'éclair', 'ISIK'), ['1001', '2001']],
    [is('name', 'startsWith', 'ışık'), ['2001']],
    [is('id', 'endsWith', '01'), ['1001', '2001', '3001', '4001']],
    [is('name', 'endsWith', 'ECLAIR'), ['1001']],
    [is('name', 'endsWith', 'gold', 'IŞIK'), ['1002', '2001']],
    [is('name', 'endsWith', '\\'), ['4001']],
    [is('name', 'contains', '%'), ['1002']],
    [is('name', 'contains', '_'), ['1002']],
    [is('name', 'contains', '\\'), ['4001']],
    [is('name', 'contains', "'; DROP TABLE branch; --"), []],
    [is('name', 'in', 'O\'Hare "X" \\'), ['4001']],
    [is('name', 'notIn', 'Işık'), ['1001', '1002', '3001', '4001']],
    [{ not: is('name', 'contains', 'a') }, ['1002', '2001', '3001']],
    [is('name', 'isNull'), ['3001']],
    [is('grade', 'isNotNull'), ['1001', '1002', '2001', '4001']],
    [is('grade', 'in', '1', 3), ['1001', '1002', '4001']],
    [is('grade', 'gt', 1), ['2001', '4001']],
    [{ not: is('grade', 'lte', 1) }, ['2001', '3001', '4001']],
    [is('open', 'in', 'true'), ['1001', '1002', '4001']],
    [is('day', 'lt', '2025-12-31'), ['2001', '3001']],
    [is('size', 'in', 'small'), ['2001', '3001']],
    [is('size', 'in', 'middle', 'big'), ['1001', '1002']],
    [is('size', 'isNull'), ['4001']],
    [is('size', 'notIn', 'small'), ['1001', '1002', '4001']],
    [{ all: [] }, ['1001', '1002', '2001', '3001', '4001']],
    [{ any: [] }, []],
    [
      { any: [is('id', 'in', '4001'), { all: [is('grade', 'in', 1), { not: is('id', 'in', '1001') }] }] },
      ['1002', '4001'],
    ],
  ])('%j keeps %j', async (filter, expected) => {
    expect(await ids(filter)).toEqual(expected);
  });
});

describe('measures', () => {
  it('truncate toward zero and never round up: 6.999 % is 6.99 %, −6.67 % stays −6.67 %', async () => {
    const { rows } = await tiny.runQuery({ dimensions: ['id'], measures: ['worth_ratio', 'plain_ratio'] });
    expect(rows.map((row) => row[1])).toEqual([0.0699, -0.0667, null, 0.002, null]);
    expect(rows[0]![2]).toBeCloseTo(0.06999, 12);
    expect(rows[1]![2]).toBeCloseTo(-0.0667, 12);
  });

  it('truncate exactly where doubles would be off', async () => {
    // 0.07 × 1,230,000,000,000.00 exactly, one cent less, and a ratio whose double is slightly below 0.29.
    const edge = await openTiny([
      { tenant: 'alder', id: 'a', assets: 1_230_000_000_000, worth: 86_100_000_000 },
      { tenant: 'alder', id: 'b', assets: 1_230_000_000_000, worth: 86_099_999_999.99 },
      { tenant: 'alder', id: 'c', assets: 100, worth: 29 },
      { tenant: 'alder', id: 'd', assets: 100, worth: -28.999 },
    ]);
    const { rows } = await edge.runQuery({ dimensions: ['id'], measures: ['worth_ratio'] });
    expect(rows.map((row) => row[1])).toEqual([0.07, 0.0699, 0.29, -0.29]);
    await edge.close();
  });

  it('are null without a denominator, add exact decimals, fall back to the next column, and skip null parts', async () => {
    const { rows, totals } = await tiny.runQuery({
      dimensions: ['id'],
      measures: ['branches', 'assets', 'worth', 'kept'],
      totals: true,
    });
    expect(rows).toEqual([
      ['1001', 1, '10000', '699.9', '693.9'],
      ['1002', 1, '500', '-33.35', '-33.35'],
      ['2001', 1, '0', '5', '3.5'],
      ['3001', 1, '50', '0.1', '0'],
      ['4001', 1, null, null, null],
    ]);
    expect(totals).toEqual([null, 5, '10550', '671.65', '664.05']);
  });

  it('annualize by the month of the as-of date, and refuse to mix dates', async () => {
    const { rows, totals } = await tiny.runQuery({ dimensions: ['day'], measures: ['yearly_ratio'], totals: true });
    expect(rows[0]![1]).toBeCloseTo((3.2 / 50) * 2, 12);
    expect(rows[1]![1]).toBeCloseTo(12 / 10_500, 12);
    expect(totals).toEqual([null, null]);
  });

  it('read rows and totals in one pass, with totals over all rows on every page', async () => {
    const query = { dimensions: ['id'], measures: ['assets', 'plain_ratio'], totals: true };
    const scope = { tenant: 'alder' };
    const plan = planQuery(tiny.model, scope, semanticQuery.parse({ dataset: 'book', ...query }));
    const { rows, totals } = writeSql(plan, duckdb);
    expect([rows.sql.match(/FROM "branch"/g)?.length, totals]).toEqual([1, null]);

    const whole = await tiny.runQuery(query);
    expect([whole.rows.length, whole.totals![1]]).toEqual([5, '10550']);
    expect(whole.totals![2]).toBeCloseTo(671.65 / 10_550, 12);
    const byAssets = { ...query, order: [{ field: 'assets', direction: 'desc' }] };
    const [first, second] = [
      await tiny.runQuery({ ...byAssets, limit: 2 }),
      await tiny.runQuery({ ...byAssets, limit: 2, offset: 2 }),
    ];
    expect([...first.rows, ...second.rows].map(([id]) => id)).toEqual(['1001', '1002', '3001', '2001']);
    for (const { totals: over, meta } of [first, second])
      expect([over, meta.rowCount, meta.truncated]).toEqual([whole.totals, 2, true]);
    const nothing = { ...query, filter: is('id', 'in', 'none') };
    expect(await tiny.runQuery(nothing)).toMatchObject({ rows: [], totals: [null, null, null] });
  });

  it('read only the tables that they need', () => {
    const plan = planQuery(
      tiny.model,
      { tenant: 'alder' },
      semanticQuery.parse({ dataset: 'book', dimensions: ['name'], measures: ['branches'] }),
    );
    expect(plan.facts[0]!.source.joins).toEqual([]);
    expect(structuredClone(plan)).toEqual(JSON.parse(JSON.stringify(plan)));
  });
});

describe('order, pages and types', () => {
  it('follow the requested order, then the dimensions, with nulls last', async () => {
    const by = async (order: object[]) =>
      (await tiny.runQuery({ dimensions: ['grade', 'id'], measures: ['worth'], order })).rows.map((row) => row[1]);
    expect(await by([{ field: 'worth', direction: 'desc' }])).toEqual(['1001', '2001', '3001', '1002', '4001']);
    expect(await by([{ field: 'worth' }])).toEqual(['1002', '3001', '2001', '1001', '4001']);
    expect(await by([])).toEqual(['1001', '1002', '2001', '4001', '3001']);
  });

  it('keep bands in their defined order, not by name', async () => {
    const { rows } = await tiny.runQuery({ dimensions: ['size'], measures: ['branches'] });
    expect(rows).toEqual([
      ['small', 2],
      ['middle', 1],
      ['big', 1],
      [null, 1],
    ]);
  });

  it('report truncation at the limit', async () => {
    const page = async (limit: number, offset: number) => {
      const { rows, meta } = await tiny.runQuery({ dimensions: ['id'], limit, offset });
      return [rows.map((row) => row[0]), meta.rowCount, meta.truncated];
    };
    expect(await page(2, 0)).toEqual([['1001', '1002'], 2, true]);
    expect(await page(2, 4)).toEqual([['4001'], 1, false]);
    expect(await page(5, 0)).toEqual([['1001', '1002', '2001', '3001', '4001'], 5, false]);
  });

  it('include names and types of columns', async () => {
    const { columns, rows } = await tiny.runQuery({
      dimensions: ['id', 'grade', 'open', 'day'],
      measures: ['branches', 'worth_ratio'],
      limit: 1,
    });
    expect(columns.map((column) => [column.name, column.role, column.type])).toEqual([
      ['id', 'dimension', 'string'],
      ['grade', 'dimension', 'integer'],
      ['open', 'dimension', 'boolean'],
      ['day', 'dimension', 'date'],
      ['branches', 'measure', 'integer'],
      ['worth_ratio', 'measure', 'number'],
    ]);
    expect(rows).toEqual([['1001', 1, true, '2025-12-31', 1, 0.0699]]);
  });
});

describe('invalid queries', () => {
  const refused = (query: object) => {
    try {
      planQuery(tiny.model, { tenant: 'alder' }, semanticQuery.parse({ dataset: 'book', ...query }));
    } catch (error) {
      if (error instanceof QueryError) return error.details;
      throw error;
    }
    return [];
  };

  it('are reported field by field, with remedies', () => {
    expect(
      refused({ dimensions: ['nmae'], measures: ['assets', 'asets', 'id', 'assets'], order: [{ field: 'lost' }] }),
    ).toEqual([
      { field: 'measures.3', message: "'assets' is listed twice. Leave one out." },
      { field: 'measures.1', message: "There is no measure 'asets' in 'book'. Did you mean 'assets'?" },
      {
        field: 'measures.2',
        message: "There is no measure 'id' in 'book'. 'id' is a dimension; list it under dimensions.",
      },
      { field: 'dimensions.0', message: "There is no dimension 'nmae' in 'book'. Did you mean 'name'?" },
      {
        field: 'order.0.field',
        message: "'lost' is not among the query's dimensions and measures. Add it, or order by one of them.",
      },
    ]);
  });

  it.each([
    [{ dataset: 'bok', measures: ['assets'] }, 'dataset'],
    [{}, 'measures'],
    [{ measures: ['assets'], filter: { all: [is('assets', 'gt', 1)] } }, 'filter.all.0.field'],
    [{ measures: ['assets'], filter: is('constructor', 'in', 'x') }, 'filter.field'],
    [{ measures: ['assets'], filter: is('grade', 'in', 1, 'x') }, 'filter.values.1'],
    [{ measures: ['assets'], filter: is('grade', 'in', 1.5) }, 'filter.values.0'],
    [{ measures: ['assets'], filter: is('day', 'gte', '2025-02-30') }, 'filter.values'],
    [{ measures: ['assets'], filter: is('grade', 'gt', 1, 2) }, 'filter.values'],
    [{ measures: ['assets'], filter: is('open', 'in', 'yes') }, 'filter.values.0'],
    [{ measures: ['assets'], filter: is('size', 'in', 'huge') }, 'filter.values.0'],
    [{ measures: ['assets'], filter: is('size', 'gt', 'small') }, 'filter.op'],
    [{ measures: ['assets'], filter: is('grade', 'contains', '1') }, 'filter.op'],
    [{ measures: ['assets'], filter: is('grade', 'isNull', 1) }, 'filter.values'],
    [{ kind: 'benchmark', by: 'grade', member: 'x', measures: ['assets'] }, 'member'],
    [{ kind: 'distribution', by: 'id', measure: 'nothing' }, 'measure'],
  ])('%j is refused at %s', (query, field) => {
    expect(refused(query).map((detail) => detail.field)).toContain(field);
  });

  it('are rejected if nested too deeply', () => {
    let filter: object = is('id', 'in', '1');
    for (let depth = 0; depth < 25; depth++) filter = { not: filter };
    expect(() => refused({ measures: ['assets'], filter })).toThrow(/nest deeper than 20 levels/);
  });
});
