import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { semanticQuery } from '@rise/contract';
import type { MeasuresQuery, QueryResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel, Engine, parseModel, toQueryResult } from '../index.ts';
import type { CompiledModel, LoadedVersion, Scope, WarehouseVersion } from '../index.ts';

const folder = mkdtempSync(join(tmpdir(), 'rise-rollups-'));
const engine = new Engine();
const ROLLUPS = `
      - { name: by_branch_month, dimensions: [branch, { field: day, grain: month }], measures: [rows, amount, mean, least, big, weight] }
      - { name: by_hour, dimensions: [{ field: at, grain: hour }], measures: [rows] }
      - { name: by_day, dimensions: [day, branch, kind], measures: [rows, amount, balance, branches, mean] }
      - { name: by_house, dimensions: [house, kind], measures: [desks] }
      - { name: by_small, dimensions: [small], measures: [rows] }
      - { name: by_rate, dimensions: [rate], measures: [amount] }`;
const modelWith = (rollups: string, limit = 400): CompiledModel =>
  compileModel(
    parseModel(
      `
name: till
title: { en: Till }
description: { en: What went over the counter }
parameters: [{ name: limit, type: number, default: ${limit}, title: { en: Limit } }]
datasets:
  - name: till
    title: { en: Till }
    description: { en: One row a booking }
    owner: Operations
    table: booking
    joins:
      - { table: house, on: [{ column: branch, key: code }] }
      - { table: house, as: small, on: [{ column: branch, key: code }], where: desks < 4 }
    dimensions:
      - { name: house, type: string, column: { table: house, column: code }, title: { en: House } }
      - { name: town, type: string, column: { table: house, column: town }, title: { en: Town } }
      - { name: small, type: string, column: { table: small, column: code }, title: { en: Small } }
      - { name: rate, type: decimal, column: { table: booking, column: rate }, title: { en: Rate } }
      - { name: branch, type: string, column: { table: booking, column: branch }, title: { en: Branch } }
      - { name: kind, type: integer, column: { table: booking, column: kind }, title: { en: Kind } }
      - { name: day, type: date, column: { table: booking, column: day }, title: { en: Day } }
      - { name: at, type: timestamp, column: { table: booking, column: at }, title: { en: At } }
    measures:
      - { name: rows, kind: count, title: { en: Rows }, definition: { en: D }, format: { unit: count } }
      - { name: amount, kind: sum, expression: amount, title: { en: Amount }, definition: { en: D }, format: { unit: currency } }
      - { name: mean, kind: average, expression: amount, title: { en: Mean }, definition: { en: D }, format: { unit: currency } }
      - { name: least, kind: min, expression: amount, title: { en: Least }, definition: { en: D }, format: { unit: currency } }
      - { name: big, kind: sum, expression: amount, where: "amount >= :limit", title: { en: Big }, definition: { en: D }, format: { unit: currency } }
      - { name: weight, kind: sum, expression: weight, title: { en: Weight }, definition: { en: D }, format: { unit: number } }
      - { name: middle, kind: median, expression: amount, title: { en: Middle }, definition: { en: D }, format: { unit: currency } }
      - { name: branches, kind: count_distinct, expression: branch, title: { en: Branches }, definition: { en: D }, format: { unit: count } }
      - { name: desks, kind: sum, expression: house.desks, title: { en: Desks }, definition: { en: D }, format: { unit: count } }
      - { name: balance, kind: sum, expression: amount, over: { time: day, take: last }, title: { en: Balance }, definition: { en: D }, format: { unit: currency } }
    rollups: ${rollups}
`,
      'till.yaml',
    ),
  );
const model = modelWith(ROLLUPS);
const TENANT = "al'der";
let loaded: LoadedVersion;
let version: WarehouseVersion & { file: string };
beforeAll(async () => {
  loaded = await engine.versions.load({
    sourceDir: folder,
    tables: [
      {
        table: 'booking',
        rows: 20_000,
        select: `SELECT n AS id, 'B' || (n % 7) AS branch, n % 5 AS kind, DATE '2025-01-01' + CAST(n % 300 AS INTEGER) AS day,
          TIMESTAMP '2025-01-01 00:00:00' + to_minutes(n * 13) AS at,
          CAST((n * 7919 % 100000) / 100.0 AS DECIMAL(18, 2)) AS amount, CAST(n AS DOUBLE) / 7 AS weight, CAST(n % 3 * 0.125 AS DECIMAL(5, 3)) AS rate
          FROM range(getvariable('rows')) AS numbers(n)`,
      },
      {
        table: 'house',
        rows: 7,
        select: `SELECT 'B' || n AS code, 'T' || (n % 2) AS town, n + 1 AS desks
          FROM range(getvariable('rows')) AS numbers(n)`,
      },
    ],
    tenant: TENANT,
    sortKey: 'day',
    rollups: engine.rollups.toLoad(model, { tenant: TENANT }),
    target: join(folder, '1.duckdb'),
  });
  const rollups = loaded.rollups.filter((rollup) => 'hash' in rollup);
  version = { file: loaded.file, number: 1, asOf: '2025-10-27', rollups };
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

interface QueryOptions {
  query: object;
  of?: CompiledModel;
  scope?: Partial<Scope>;
}
/** Runs a query with and without the version's rollups and compares; returns the rollups that were read. */
async function runQuery({ query, of = model, scope = {} }: QueryOptions) {
  const question = semanticQuery.parse({ dataset: 'till', ...query }) as MeasuresQuery;
  const own = { tenant: TENANT, ...scope };
  const { rollups: _, ...bare } = version as { file: string; number: number; asOf: string; rollups: unknown };
  const answerOf = async (version: WarehouseVersion): Promise<QueryResult> => {
    const answer = await engine.queries.run({ model: of, version, scope: own, query: question });
    return toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] });
  };
  const measure = 'measures' in question ? question.measures[0]! : question.measure;
  const { tables, sql } = await engine.explanations.explain({
    model: of,
    version,
    scope: own,
    query: question,
    measure,
  });
  const [{ rows, totals }, plain] = [await answerOf(version), await answerOf(bare)];
  expect({ rows, totals }).toEqual({ rows: plain.rows, totals: plain.totals });
  return { used: tables.map(({ rollup }) => rollup?.name ?? null), rows, sql };
}
const used = async (query: object, more: Omit<QueryOptions, 'query'> = {}) =>
  (await runQuery({ query, ...more })).used[0];

describe('a version’s rollups', () => {
  it('are built with it, and are not listed as tables', async () => {
    const counted = loaded.rollups.map((rollup) =>
      'rows' in rollup ? [rollup.name, rollup.rows, rollup.inexact] : rollup,
    );
    // 7 branches × 10 months; hours of 20,000 × 13 minutes; combinations of 300 days, 7 branches and 5 kinds.
    expect(counted).toEqual([
      ['by_branch_month', 70, ['weight']],
      ['by_hour', 4334, []],
      ['by_day', 2100, []],
      ['by_house', 35, []],
      ['by_small', 4, []],
      ['by_rate', 3, []],
    ]);
    expect(Object.keys(await engine.catalogs.read(version))).toEqual(['booking', 'house']);
  });

  it('serve queries they cover, the smallest rollup first, and are named in the explanation', async () => {
    const { used: first, sql } = await runQuery({
      query: { dimensions: ['branch'], measures: ['amount', 'mean', 'least', 'rows'], totals: true },
    });
    expect(first).toEqual(['by_branch_month']);
    expect(sql).toContain('"rollup till by_branch_month"');
    expect(await used({ dimensions: ['kind'], measures: ['amount'] })).toBe('by_day');
    expect(await used({ dimensions: [{ field: 'day', grain: 'quarter' }], measures: ['big'] })).toBe('by_branch_month');
    expect(await used({ dimensions: [{ field: 'day', grain: 'week' }], measures: ['amount'] })).toBe('by_day');
    expect(await used({ dimensions: [{ field: 'at', grain: 'day' }], measures: ['rows'] })).toBe('by_hour');
    expect(await used({ dimensions: [{ field: 'day', grain: 'month' }], measures: ['balance'] })).toBe('by_day');
    expect(await used({ dimensions: ['kind'], measures: ['branches'] })).toBe('by_day');
  });

  it('serve figures of joined rows that count once, where they have the key', async () => {
    const { used: byKind, rows } = await runQuery({
      query: { dimensions: ['kind'], measures: ['desks'], totals: true },
    });
    expect([byKind, rows[0]]).toEqual([['by_house'], [0, '28']]);
    expect(await used({ dimensions: ['town'], measures: ['desks'] })).toBe(null);
  });

  it('keep exact numbers exact', async () => {
    const filter = { field: 'rate', op: 'gt', values: ['0.1249'] };
    const { used: byRate, rows } = await runQuery({ query: { dimensions: ['rate'], measures: ['amount'], filter } });
    expect([byRate, rows.map(([rate]) => rate)]).toEqual([['by_rate'], ['0.125', '0.25']]);
  });

  it('serve roles only with the condition they were built with', async () => {
    const { used: bySmall, rows } = await runQuery({ query: { dimensions: ['small'], measures: ['rows'] } });
    expect([bySmall, rows.map(([small]) => small)]).toEqual([['by_small'], ['B0', 'B1', 'B2', null]]);
    const { joins, ...till } = model.model.datasets[0]!;
    const narrow = joins.map((join) => (join.as === 'small' ? { ...join, where: 'desks < 3' } : join));
    const other = compileModel({ ...model.model, datasets: [{ ...till, joins: narrow }] });
    const changed = await runQuery({ query: { dimensions: ['small'], measures: ['rows'] }, of: other });
    expect([changed.used, changed.rows.map(([small]) => small)]).toEqual([[null], ['B0', 'B1', null]]);
    // A mask on the column that the condition reads empties the role, in a rollup too.
    const masks = [{ name: 'm', title: { en: 'M' }, columns: [{ table: 'house', column: 'desks' }] }];
    const masked = compileModel({ ...model.model, datasets: [{ ...till, joins, masks }] });
    expect((await runQuery({ query: { dimensions: ['small'], measures: ['rows'] }, of: masked })).rows).toEqual([
      [null, 20_000],
    ]);
  });

  it('do not serve quantiles, floating-point sums, other fields, or partial months', async () => {
    const over = (field: string, since: string) => ({ filter: { field, during: { since } } });
    expect(await used({ dimensions: ['branch'], measures: ['middle'] })).toBe(null);
    expect(await used({ dimensions: ['branch'], measures: ['weight'] })).toBe(null);
    expect(
      await used({ dimensions: ['branch'], measures: ['big'], filter: { field: 'kind', op: 'in', values: [1] } }),
    ).toBe(null);
    expect(await used({ dimensions: ['branch'], measures: ['least'], ...over('day', '2025-03-02') })).toBe(null);
    expect(await used({ dimensions: ['branch'], measures: ['least'], ...over('day', '2025-03-01') })).toBe(
      'by_branch_month',
    );
    expect(
      await used({ dimensions: [{ field: 'at', grain: 'day' }], measures: ['rows'], ...over('at', '2025-03-02') }),
    ).toBe('by_hour');
  });

  it('are used only if parameters, time zone, calendar and model are the same as when built', async () => {
    const big = { dimensions: ['branch'], measures: ['big'] };
    expect(await used(big)).toBe('by_branch_month');
    expect(await used(big, { scope: { parameters: { limit: 500 } } })).toBe(null);
    expect(await used(big, { of: modelWith(ROLLUPS, 300) })).toBe(null);
    const hours = { dimensions: [{ field: 'at', grain: 'day' }], measures: ['rows'] };
    const calendar = { timeZone: 'America/Chicago', weekStart: 7, fiscalYearStart: 7 };
    expect(await used(hours, { scope: { calendar } })).toBe(null);
    expect(
      await used(
        { dimensions: [{ field: 'day', grain: 'fiscal_year' }], measures: ['amount'] },
        { scope: { calendar } },
      ),
    ).toBe('by_branch_month');
  });

  it('apply row rules', async () => {
    const rules = (where: string) => {
      const { model: plain } = modelWith(ROLLUPS);
      const [till] = plain.datasets;
      return compileModel({
        ...plain,
        datasets: [{ ...till!, rules: [{ name: 'own', title: { en: 'Own' }, where }] }],
      });
    };
    const reader = { roles: [], groups: [], attributes: { branch: ['B1', 'B2'] } };
    const query = { dimensions: ['branch'], measures: ['amount'] };
    const own = await runQuery({ query, of: rules('branch IN (:user_branch)'), scope: { reader } });
    expect([own.used, own.rows.map(([branch]) => branch)]).toEqual([['by_branch_month'], ['B1', 'B2']]);
    expect(await used(query, { of: rules('kind < 3'), scope: { reader } })).toBe('by_day');
    expect(await used(query, { of: rules('id < 3'), scope: { reader } })).toBe(null);
  });
});
