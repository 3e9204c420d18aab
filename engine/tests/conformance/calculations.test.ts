import { semanticQuery } from '@rise/contract';
import type { Cell } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServers } from '../support/test-servers.ts';
import type { TestServers } from '../support/test-servers.ts';
import { openTiny, tinyStatements } from '../support/tiny-warehouse.ts';
import type { TinyWarehouse } from '../support/tiny-warehouse.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import { QueryError } from '../../src/errors.ts';
import type { RowRule } from '../../src/plan/scope.ts';
import type { WarehouseVersion } from '../../src/warehouses/warehouses.ts';

/** Three years of months for two kinds of branch, one of them without a name; some months have no rows. */
const ROWS = Array.from({ length: 72 }, (_, index) => {
  const month = new Date(Date.UTC(2023, Math.floor(index / 2), 15)).toISOString().slice(0, 10);
  const name = index % 2 === 0 ? 'north' : null;
  return {
    tenant: 'alder',
    id: `b${index}`,
    name,
    day: month,
    assets: 1000 + 37 * index,
    worth: ((index * 7919) % 500) - 60,
    lost: 1,
  };
}).filter(({ day, name }) => !(name === null && day.startsWith('2024-03')));
type Row = (typeof ROWS)[number];

const FIELDS = {
  measures: `
      - { name: middle, kind: median, expression: balance.assets }
      - { name: mean, kind: average, expression: balance.worth }
      - { name: margin, kind: derived, expression: "worth - assets" }`,
};

let tiny: TinyWarehouse;
let servers: TestServers;
let versions: WarehouseVersion[];
beforeAll(async () => {
  tiny = await openTiny(ROWS, {}, FIELDS);
  servers = await openServers(tinyStatements(ROWS));
  versions = [tiny.version, ...Object.values(servers.versions)];
});
afterAll(async () => {
  await tiny.close();
  await servers.close();
});

async function runQuery(version: WarehouseVersion, query: object, predicates: RowRule[] = []) {
  const answer = await tiny.engine.queries.run({
    model: tiny.model,
    version,
    scope: { tenant: 'alder', predicates },
    query: semanticQuery.parse({ dataset: 'book', ...query }),
  });
  return toQueryResult(answer, { dataVersion: 1, asOf: version.asOf, unmapped: [] });
}
const round = (cell: Cell) => (cell === null || Number.isNaN(Number(cell)) ? cell : Number(Number(cell).toFixed(8)));
/** The rows, which must be the same on every engine, with numbers as numbers. */
async function rowsOf(query: object, predicates: RowRule[] = []) {
  const [embedded, ...served] = await Promise.all(
    versions.map(async (version) => (await runQuery(version, query, predicates)).rows),
  );
  const rows = embedded!.map((row) => row.map(round));
  for (const item of served) expect(item.map((row) => row.map(round))).toEqual(rows);
  return rows;
}

const sum = (rows: readonly Row[], key: 'assets' | 'worth') => rows.reduce((total, row) => total + row[key], 0);
const ratio = (rows: readonly Row[]) =>
  rows.length === 0 ? null : Number((sum(rows, 'worth') / sum(rows, 'assets')).toFixed(8));
const month = { field: 'day', grain: 'month' };
const in2025 = { field: 'day', during: { since: '2025-01-01', until: '2025-12-31' } };
/** The months of 2025 by kind, in the order of the result. */
const groups = Array.from({ length: 12 }, (_, index) => `2025-${String(index + 1).padStart(2, '0')}`).flatMap((day) =>
  ['north', null].map((name) => ({ day, name })),
);
const of = (test: (row: Row) => boolean) => ROWS.filter(test);

describe('shares and ranks', () => {
  it('are computed over all rows, or within fields', async () => {
    const rows = await rowsOf({
      dimensions: [{ field: 'day', grain: 'year' }, 'name'],
      measures: ['assets'],
      calculations: [
        { name: 'of_all', kind: 'share', measure: 'assets' },
        { name: 'of_year', kind: 'share', measure: 'assets', within: ['day_year'] },
        { name: 'place', kind: 'rank', measure: 'assets' },
        { name: 'least', kind: 'rank', measure: 'worth_ratio', best: 'least', within: ['name'] },
      ],
    });
    const yearly = ['2023', '2024', '2025'].flatMap((year) =>
      ['north', null].map((name) => of((row) => row.day.startsWith(year) && row.name === name)),
    );
    const sums = yearly.map((part) => sum(part, 'assets'));
    const all = sums.reduce((total, sum) => total + sum, 0);
    for (const [index, row] of rows.entries()) {
      const year = sums.slice(index - (index % 2), index - (index % 2) + 2);
      expect(row[3]).toBeCloseTo(sums[index]! / all, 8);
      expect(row[4]).toBeCloseTo(sums[index]! / (year[0]! + year[1]!), 8);
      expect(row[5]).toBe(1 + sums.filter((sum) => sum > sums[index]!).length);
    }
    expect(rows.map((row) => row[6]).toSorted()).toEqual([1, 1, 2, 2, 3, 3]);
  });

  it('include rows beyond the page', async () => {
    const query = { dimensions: ['id'], calculations: [{ name: 'part', kind: 'share', measure: 'branches' }] };
    const rows = await rowsOf({ ...query, limit: 3 });
    expect(rows.map((row) => row[1])).toEqual([1, 2, 3].map(() => Number((1 / ROWS.length).toFixed(8))));
    const ordered = await rowsOf({
      dimensions: ['id'],
      calculations: [{ name: 'place', kind: 'rank', measure: 'assets' }],
      order: [{ field: 'place' }],
      limit: 2,
    });
    expect(ordered).toEqual([
      ['b71', 1],
      ['b70', 2],
    ]);
  });
});

describe('comparisons', () => {
  const compare = (name: string, how: object) => ({ name, kind: 'compare', measure: 'assets', ...how });
  it('read periods outside the filter, group by group', async () => {
    const rows = await rowsOf({
      dimensions: [month, 'name'],
      measures: ['assets'],
      filter: in2025,
      calculations: [
        compare('before', { with: 'previous_period' }),
        compare('year_before', { with: 'same_period_last_year' }),
        compare('year_end', { with: 'prior_year_end' }),
        compare('change', { with: 'same_period_last_year', show: 'change' }),
        compare('growth', { with: 'same_period_last_year', show: 'percent_change' }),
        compare('ratio_before', { with: 'same_period_last_year', measure: 'plain_ratio' }),
        compare('middle_before', { with: 'previous_period', measure: 'middle' }),
      ],
    });
    expect(rows).toHaveLength(24);
    for (const [index, { day, name }] of groups.entries()) {
      const at = (text: string) => {
        const result = of((row) => row.day.startsWith(text) && row.name === name);
        return result.length === 0 ? null : sum(result, 'assets');
      };
      const [year, number] = day.split('-').map(Number) as [number, number];
      const previous = number === 1 ? '2024-12' : `${year}-${String(number - 1).padStart(2, '0')}`;
      const lastYear = `2024${day.slice(4)}`;
      const own = at(day)!;
      const then = at(lastYear);
      expect(rows[index], day).toEqual([
        `${day}-01`,
        name,
        own,
        at(previous),
        then,
        at('2024-12'),
        then === null ? null : own - then,
        then === null ? null : round((own - then) / then),
        ratio(of((row) => row.day.startsWith(lastYear) && row.name === name)),
        at(previous),
      ]);
    }
  });

  it('respect the reader’s row rules', async () => {
    const query = {
      dimensions: [month],
      filter: in2025,
      calculations: [compare('then', { with: 'same_period_last_year' })],
    };
    const rules = [{ dataset: 'book', filter: { field: 'name', op: 'in' as const, values: ['north'] } }];
    const rows = await rowsOf(query, rules);
    expect(rows.map((row) => row[1])).toEqual(
      of((row) => row.day.startsWith('2024') && row.name === 'north').map((row) => row.assets),
    );
    const elsewhere = [{ dataset: 'book', filter: in2025 }] as RowRule[];
    expect((await rowsOf(query, elsewhere)).map((row) => row[1])).toEqual(Array.from({ length: 12 }, () => null));
  });
});

describe('accumulations', () => {
  it('run from the start of the year or over the last periods, with ratios computed from their parts', async () => {
    const rows = await rowsOf({
      dimensions: [month, 'name'],
      filter: {
        all: [
          { field: 'day', during: { since: '2025-02-01' } },
          { field: 'id', op: 'isNotNull', values: [] },
        ],
      },
      calculations: [
        { name: 'year_to_date', kind: 'accumulate', measure: 'assets', over: 'year' },
        { name: 'fiscal', kind: 'accumulate', measure: 'branches', over: 'fiscal_year' },
        { name: 'rolling', kind: 'accumulate', measure: 'plain_ratio', over: { last: 12 } },
        { name: 'mean_so_far', kind: 'accumulate', measure: 'mean', over: 'quarter' },
        { name: 'margin_so_far', kind: 'accumulate', measure: 'margin', over: 'year' },
      ],
    });
    const shown = groups.filter(({ day }) => day >= '2025-02');
    expect(rows).toHaveLength(shown.length);
    for (const [index, { day, name }] of shown.entries()) {
      const between = (from: string) => of((row) => row.name === name && row.day >= from && row.day.slice(0, 7) <= day);
      const ytd = between('2025-01-01');
      const twelve = between(`2024-${String(Number(day.slice(5)) + 1).padStart(2, '0')}`);
      const quarter = between(
        `2025-${String(Number(day.slice(5)) - ((Number(day.slice(5)) - 1) % 3)).padStart(2, '0')}`,
      );
      expect(rows[index], day).toEqual([
        `${day}-01`,
        name,
        sum(ytd, 'assets'),
        ytd.length,
        ratio(day === '2025-12' ? ytd : twelve),
        round(sum(quarter, 'worth') / quarter.length),
        sum(ytd, 'worth') - sum(ytd, 'assets'),
      ]);
    }
  });
});

describe('columns', () => {
  it('have title, type and format', async () => {
    const { columns, totals } = await runQuery(versions[0]!, {
      dimensions: [month],
      measures: ['assets'],
      totals: true,
      calculations: [
        { name: 'growth', kind: 'compare', measure: 'assets', with: 'same_period_last_year', show: 'percent_change' },
      ],
    });
    expect(columns[2]).toMatchObject({
      name: 'growth',
      title: { en: 'Assets (a year earlier, change in %)', tr: 'Assets (bir yıl önce, % değişim)' },
      role: 'measure',
      type: 'number',
      format: { unit: 'percent', decimals: 1 },
    });
    expect(totals!.slice(2)).toEqual([null]);
  });
});

describe('invalid calculations', () => {
  const c = (calculation: object, more: object = {}) => ({
    dimensions: ['name'],
    calculations: [{ name: 'x', measure: 'assets', ...calculation }],
    ...more,
  });
  const timed = { dimensions: [month] };
  it.each([
    [c({ kind: 'share', measure: 'plain_ratio' }), 'calculations.0.measure', /does not add up/],
    [c({ kind: 'share', within: ['id'] }), 'calculations.0.within.0', /is not among the query's dimensions/],
    [c({ kind: 'rank', within: ['nmae'] }), 'calculations.0.within.0', /Add it there. Did you mean 'name'\?$/],
    [c({ kind: 'compare', with: 'previous_period' }), 'calculations.0', /Add a date with a grain/],
    [
      c({ kind: 'accumulate', over: 'year', measure: 'middle' }, timed),
      'calculations.0.measure',
      /cannot be put together/,
    ],
    [c({ kind: 'rank', measure: 'asets' }), 'calculations.0.measure', /Did you mean 'assets'/],
    [c({ kind: 'rank', name: 'name' }), 'calculations.0.name', /There is a column 'name' already/],
    [
      c({ kind: 'compare', with: 'previous_period' }, { ...timed, filter: { not: in2025 } }),
      'filter',
      /is used inside 'any' or 'not'/,
    ],
  ])('%j', async (query, field, message) => {
    const refused = await runQuery(versions[0]!, query).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(QueryError);
    expect((refused as QueryError).details[0]).toMatchObject({
      field,
      message: expect.stringMatching(message) as string,
    });
  });
});
