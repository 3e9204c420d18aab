import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { semanticQuery } from '@rise/contract';
import type { MeasuresQuery, QueryResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel, Engine, parseModel, toQueryResult } from '../../src/index.ts';
import { MemoryExceeded } from '../../src/errors.ts';
import type { CompiledModel, LoadedVersion, Scope, WarehouseVersion } from '../../src/index.ts';
import { checkResults } from '../property-models/check-results.ts';
import { randomCases } from '../support/random-cases.ts';
import { openDatabase } from '../support/test-postgres.ts';
import type { TestDatabase } from '../support/test-postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'rise-values-'));
/** So little memory that a query cannot put all rows in order. */
const engine = new Engine({ cacheBytes: 0, memoryMb: 48, threads: 1, deadlineMs: 120_000 });
const TENANT = "al'der";
const measure = (name: string, what: string) =>
  `      - { name: ${name}, ${what}, title: { en: ${name} }, definition: { en: D }, format: { unit: number } }`;
const known = (name: string, over: string, kind = 'sum, expression: amount') =>
  measure(name, `kind: ${kind}, over: { time: day, per: account, order: line, ${over} }`);
const modelWith = (order = 'line'): CompiledModel =>
  compileModel(
    parseModel(
      `
name: bank
title: { en: Bank }
description: { en: D }
datasets:
  - name: balances
    title: { en: Balances }
    description: { en: D }
    owner: Finance
    table: balance
    dimensions:
      - { name: account, type: integer, title: { en: A }, column: { table: balance, column: account } }
      - { name: branch, type: integer, title: { en: B }, column: { table: balance, column: branch } }
      - { name: day, type: date, title: { en: D }, column: { table: balance, column: day } }
    measures:
${[
  measure('lines', 'kind: count'),
  known('closing', 'take: last'),
  known('opening', 'take: first'),
  known('accounts', 'take: last', 'count'),
  known('large', 'take: last', "count, where: 'amount > 500'"),
  known('recent', 'take: last, carry: { days: 45 }'),
  known('mean', 'take: average'),
  known('low', 'take: min'),
  known('weight', 'take: last', 'sum, expression: weight'),
  known('branches', 'take: last', 'count_distinct, expression: branch'),
]
  .join('\n')
  .replaceAll('order: line', `order: ${order}`)}
    rules:
      - { name: own, title: { en: Own }, appliesTo: { roles: [clerk] }, where: branch IN (3) }
      - { name: early, title: { en: Early }, appliesTo: { roles: [auditor] }, where: "day < DATE '2024-06-01'" }
`,
      'bank.yaml',
    ),
  );
const model = modelWith();
const MONTH = { field: 'day', grain: 'month' };
const ROWS = 1_500_000;
const tables = (rows: number) => [
  {
    table: 'balance',
    rows,
    select: `SELECT n AS line, n * 7 % ${rows / 10} AS account, CAST(hash(n) % 12 AS INTEGER) AS branch,
      DATE '2024-01-01' + CAST(hash(n * 3) % 700 AS INTEGER) AS day,
      CASE WHEN n % 50 > 0 THEN CAST(hash(n * 5) % 100000 / 100.0 AS DECIMAL(18, 2)) END AS amount,
      CAST(hash(n * 9) % 1000 AS DOUBLE) / 8 AS weight FROM range(getvariable('rows')) AS numbers(n)`,
  },
];
let loaded: LoadedVersion;
let version: WarehouseVersion & { file: string };
let small: WarehouseVersion & { file: string };
beforeAll(async () => {
  const load = async (number: number, rows: number) => {
    const rollups = engine.rollups.toLoad(model, { tenant: TENANT });
    const target = join(folder, `${number}.duckdb`);
    return engine.versions.load({
      sourceDir: folder,
      tables: tables(rows),
      tenant: TENANT,
      sortKey: 'day',
      rollups,
      target,
    });
  };
  const versionOf = ({ file, rollups }: LoadedVersion, number: number) => ({
    file,
    number,
    asOf: '2025-11-30',
    rollups: rollups.filter((rollup) => 'hash' in rollup),
  });
  loaded = await load(1, 20_000);
  small = versionOf(loaded, 1);
  version = versionOf(await load(2, ROWS), 2);
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Question {
  query: object;
  of?: CompiledModel;
  roles?: string[];
}
async function answer(from: WarehouseVersion, { query, of = model, roles = [] }: Question): Promise<QueryResult> {
  const scope: Scope = { tenant: TENANT, reader: { roles, groups: [], attributes: {} } };
  const request = { model: of, version: from, scope, query: semanticQuery.parse({ dataset: 'balances', ...query }) };
  return toQueryResult(await engine.queries.run(request), { dataVersion: 1, asOf: null, unmapped: [] });
}

/** Runs a query with and without what the version stores, which must be the same; returns how it is read. */
async function readOf(question: Question): Promise<'changes' | 'stored' | 'computed'> {
  const bare = { file: small.file, number: small.number, asOf: small.asOf };
  const [stored, computed] = [await answer(small, question), await answer(bare, question)];
  expect(stored.rows.length).toBeGreaterThan(0);
  expect([stored.rows, stored.totals]).toEqual([computed.rows, computed.totals]);
  const query = semanticQuery.parse({ dataset: 'balances', ...question.query }) as MeasuresQuery & {
    measures: string[];
  };
  const { sql } = await engine.explanations.explain({
    model: question.of ?? model,
    version: small,
    scope: { tenant: TENANT, reader: { roles: question.roles ?? [], groups: [], attributes: {} } },
    query,
    measure: query.measures[0]!,
  });
  if (sql.includes('"changes of values"')) return 'changes';
  return sql.includes('"known values balances ') ? 'stored' : 'computed';
}

describe('last known values that a version stores', () => {
  it('are built once for all measures with the same key and order, and are not listed as a table', async () => {
    const inexact = ['tenant_id', 'day', 'weight', 'known from', 'known next'];
    expect(loaded.rollups).toMatchObject([{ dataset: 'balances', inexact }]);
    expect(Object.keys(await engine.catalogs.read(small))).toEqual(['balance']);
  });

  it('are summed from their changes for any number of periods, in total, and by members', async () => {
    const measures = ['closing', 'opening', 'accounts', 'large', 'mean'];
    expect(await readOf({ query: { measures } })).toBe('changes');
    expect(await readOf({ query: { measures, dimensions: [MONTH], totals: true } })).toBe('changes');
    expect(await readOf({ query: { measures, dimensions: [MONTH, 'branch'] } })).toBe('changes');
    expect(await readOf({ query: { measures, dimensions: ['branch', MONTH], subtotals: 'rollup' } })).toBe('changes');
    expect(await readOf({ query: { measures: ['recent'], dimensions: [MONTH, 'branch'] } })).toBe('changes');
    const filter = {
      all: [
        { field: 'branch', op: 'in', values: [1, 2] },
        { field: 'day', during: { since: '2024-02-10', until: '2025-03-20' } },
      ],
    };
    expect(await readOf({ query: { measures, dimensions: [MONTH], filter } })).toBe('changes');
    const before = { name: 'before', kind: 'compare', measure: 'closing', with: 'previous_period' };
    const query = { measures: ['closing'], dimensions: [{ ...MONTH, fill: true }], calculations: [before], filter };
    expect(await readOf({ query })).toBe('changes');
  });

  it('are read row by row for non-additive figures, inexact sums, and groups by members alone', async () => {
    for (const name of ['low', 'weight', 'branches'])
      expect(await readOf({ query: { measures: [name], dimensions: [MONTH] } })).toBe('stored');
    expect(await readOf({ query: { measures: ['closing'], dimensions: ['branch'] } })).toBe('stored');
    const top = { dimension: 'branch', measure: 'closing', n: 3 };
    expect(await readOf({ query: { measures: ['closing'], dimensions: ['branch', MONTH], top } })).toBe('stored');
    const having = { measure: 'closing', op: 'gt', values: ['1000'] };
    await readOf({ query: { measures: ['closing'], dimensions: [MONTH], having } });
  });

  it('are the same for all readers, unless a rule on the date hides the rows that end them', async () => {
    const query = { measures: ['closing', 'accounts'], dimensions: [MONTH] };
    expect(await readOf({ query, roles: ['clerk'] })).toBe('changes');
    expect(await readOf({ query, roles: ['auditor'] })).toBe('computed');
  });

  it('are used only if key and order are the same as when they were built', async () => {
    const query = { measures: ['closing'], dimensions: [MONTH] };
    expect(await readOf({ query, of: modelWith('branch') })).toBe('computed');
    expect(engine.rollups.anyMissing(modelWith('branch'), { tenant: TENANT }, small)).toBe(true);
    expect(engine.rollups.anyMissing(model, { tenant: TENANT }, small)).toBe(false);
  });

  it('need less memory than sorting all rows, which fails with a remedy', async () => {
    const query = { measures: ['closing', 'accounts'], dimensions: [MONTH], totals: true };
    const bare = { file: version.file, number: version.number, asOf: version.asOf };
    await expect(answer(bare, { query })).rejects.toThrow(MemoryExceeded);
    const { rows, totals } = await answer(version, { query });
    expect(rows).toHaveLength(23);
    // Each account has rows by the end.
    expect(totals![2]).toBe(ROWS / 10);
  });
});

describe('generated queries of last known values by month', { timeout: 600_000 }, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.close());

  it('return the results of the reference evaluator, stored or computed in the query', async () => {
    const cases = randomCases(48).length;
    const always = ['month' as const];
    const { rows } = await checkResults(database, { cases, seed: 20_261_124 }, { always, only: 'known' });
    expect(rows).toBeGreaterThan(cases);
  });
});
