import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { semanticQuery, type Dataset } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openParquet } from '../../../samples/ncua-2025q4/reference.ts';
import { SAMPLE_DIR } from '../../tests/support/sample-warehouse.ts';
import { compileModel, Engine, readModel, toQueryResult } from '../index.ts';
import type { CompiledModel, LoadTable } from '../index.ts';

/** Loans of accounts in districts: a key named differently, a column name with a space, and orders without a date. */
const TABLES: Record<string, string> = {
  district: `SELECT i AS "A1", 'District ' || i AS "A2", i * 100 AS "A4" FROM range(1, 8) t (i)`,
  account: `SELECT i AS account_id, i % 7 + 1 AS district_id, DATE '2024-01-01' + CAST(i AS INTEGER) AS opened FROM range(1, 101) t (i)`,
  loan: `SELECT i AS loan_id, i % 100 + 1 AS account_id, DATE '2025-01-01' + CAST(i % 9 AS INTEGER) AS date, CAST(i * 10 AS DECIMAL(12, 2)) AS amount,
    CAST(i AS DECIMAL(12, 2)) AS balance, 0.01 * (i % 9) AS interest_rate, 12 * (i % 5 + 1) AS duration, chr(CAST(65 + i % 4 AS INTEGER)) AS "Loan Status",
    2020 + i % 5 AS vintage, NULL::VARCHAR AS remark, 'USD' AS currency FROM range(1, 301) t (i)`,
  booking: `SELECT *, SUM(amount) OVER (PARTITION BY account_id ORDER BY booking_id) AS balance FROM (SELECT i AS booking_id, i % 20 + 1 AS account_id,
    DATE '2025-01-01' + CAST(i // 10 AS INTEGER) AS booked, CAST(i % 37 * 10 + 1 AS DECIMAL(12, 2)) AS amount, 20250101 + i % 28 AS value_day,
    i * 0.37 AS weight, i % 3 AS channel FROM range(1, 401) t (i))`,
  position: `SELECT DATE '2025-01-31' + CAST(i // 100 AS INTEGER) AS day, i % 100 + 1 AS account_id, CAST(i AS DECIMAL(12, 2)) AS balance FROM range(0, 400) t (i)`,
  payment_order: `SELECT i AS order_id, i % 90 + 1 AS account_id, i * 1.5 AS amount, i % 2 AS standing FROM range(1, 201) t (i)`,
};

let folder: string;
let engine: Engine;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rise-generate-'));
  engine = new Engine();
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Loads tables, generates their model and checks it against the warehouse, as a push does. */
async function generate(
  name: string,
  tables: LoadTable[],
): Promise<{ text: string; model: CompiledModel; total: (dataset: string, measures: string[]) => Promise<unknown[]> }> {
  const load = { sourceDir: SAMPLE_DIR, tenant: 'oak', sortKey: 'none', target: join(folder, `${name}.duckdb`) };
  const { file } = await engine.versions.load({ ...load, tables });
  const version = { file, number: 1, asOf: null };
  const text = (await engine.catalogs.generateModel(version, 'oak'))!;
  const model = compileModel(readModel({ text, file: 'generated.yaml', catalog: await engine.catalogs.read(version) }));
  const scope = { tenant: 'oak' };
  return {
    text,
    model,
    async total(dataset, measures) {
      const query = semanticQuery.parse({ dataset, measures });
      const answer = await engine.queries.run({ model, version, scope, query });
      return toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }).rows[0]!;
    },
  };
}

describe('a model generated from tables', () => {
  let text: string;
  let datasets: Map<string, Dataset>;
  let total: (dataset: string, measures: string[]) => Promise<unknown[]>;
  beforeAll(async () => {
    const generated = await generate(
      'small',
      Object.entries(TABLES).map(([table, select]) => ({ table, select, rows: 1 })),
    );
    ({ text, total } = generated);
    datasets = new Map(generated.model.model.datasets.map((dataset) => [dataset.name, dataset]));
  });
  const kinds = (name: string) =>
    Object.fromEntries(datasets.get(name)!.measures.map((measure) => [measure.name, measure.kind]));

  it('finds facts, and joins that the values confirm, in chains and with differently named keys', () => {
    expect([...datasets.keys()]).toEqual(['account', 'booking', 'loan', 'payment_order', 'position']);
    expect(datasets.get('loan')!.joins).toEqual([
      { table: 'account', on: ['account_id'] },
      { table: 'district', to: 'account', on: [{ column: 'district_id', key: 'A1' }] },
    ]);
    expect(text).toContain('# guess: A1 is unique in district, and has 7 of the 7 values of account.district_id');
  });

  it('makes codes dimensions, amounts sums, rates averages, and balances semi-additive', () => {
    expect(kinds('loan')).toEqual({
      loan_count: 'count',
      amount: 'sum',
      balance: 'sum',
      interest_rate: 'average',
      duration: 'average',
    });
    const { measures, dimensions, asOf } = datasets.get('loan')!;
    expect(asOf).toEqual({ table: 'loan', column: 'date' });
    expect(measures.find(({ name }) => name === 'balance')).toMatchObject({
      format: { unit: 'currency', decimals: 2 },
      title: { tr: 'Bakiye' },
    });
    expect(measures.find(({ name }) => name === 'interest_rate')!.format).toMatchObject({ unit: 'percent' });
    expect(dimensions.map(({ name }) => name)).toEqual([
      'loan_id',
      'account_id',
      'date',
      'loan_status',
      'vintage',
      'district_id',
      'opened',
      'a2',
    ]);
    expect(kinds('payment_order')).toEqual({ payment_order_count: 'count', amount: 'sum' });
    expect(datasets.get('payment_order')!.asOf).toBeUndefined();
  });

  it('distinguishes running balances of bookings, daily balances, and balances of single rows', () => {
    const overIn = (name: string) => {
      const balance = datasets.get(name)!.measures.find((measure) => measure.name === 'balance')!;
      return 'over' in balance ? balance.over : undefined;
    };
    expect(overIn('booking')).toEqual({ time: 'booked', take: 'last', per: 'account_id', order: 'booking_id' });
    expect(overIn('position')).toEqual({ time: 'day', take: 'last' });
    expect(overIn('loan')).toBeUndefined();
  });

  it('sums neither codes nor dates, and leaves a question where neither name nor rows identify a figure', () => {
    expect(kinds('booking')).toEqual({ booking_count: 'count', amount: 'sum', balance: 'sum' });
    expect(datasets.get('booking')!.dimensions.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['value_day', 'channel']),
    );
    expect(text).toContain('# guess: days written as numbers, from 20250101 to 20250128');
    expect(text).toContain('# guess: whole numbers with 3 different values only, so a code');
    expect(text).toContain('# question: what is booking.weight?');
  });

  it('states what it left out and why', () => {
    expect(text).toContain('# guess: left out, empty in loan: remark');
    expect(text).toContain('# guess: left out, always USD in loan: currency');
    expect(text).toContain('# guess: left out, figures of district, which is looked up: A4');
    expect(text).toContain('# guess: no datasets of their own: district: looked up by others, joined there');
  });

  it('returns the same figures as plain SQL', async () => {
    // 10 + 20 + … + 3000; 1 + 2 + … + 300; what was booked in all; the last hundred positions.
    expect((await total('loan', ['loan_count', 'amount', 'balance'])).map(Number)).toEqual([300, 451500, 45150]);
    const booked = Array.from({ length: 400 }, (_, index) => ((index + 1) % 37) * 10 + 1).reduce((a, b) => a + b, 0);
    expect((await total('booking', ['amount', 'balance'])).map(Number)).toEqual([booked, booked]);
    expect((await total('position', ['balance'])).map(Number)).toEqual([34950]);
  });
});

/** Deals of people in two roles, rates by currency and month, and employees with a manager: names say little. */
const ROLES: Record<string, string> = {
  town: `SELECT 100 + i * 3 AS town_id, 'Town ' || i AS name FROM range(1, 9) t (i)`,
  person: `SELECT 5000 + i * 7 AS id, 'Person ' || i AS name, 100 + (i % 8 + 1) * 3 AS home_town FROM range(1, 61) t (i)`,
  deal: `SELECT i AS deal_id, 5000 + (i % 60 + 1) * 7 AS buyer_id, 5000 + (i % 45 + 1) * 7 AS seller_id, i + 900 AS lot, 70000 + i * 3 AS payment_id,
    CASE i % 2 WHEN 0 THEN 'USD' ELSE 'EUR' END AS currency, DATE '2025-01-01' + CAST(i % 4 * 31 AS INTEGER) AS month,
    CAST(i * 2.5 AS DECIMAL(12, 2)) AS amount FROM range(1, 241) t (i)`,
  rate: `SELECT currency, DATE '2025-01-01' + CAST(i * 31 AS INTEGER) AS month, 1 + i * 0.25 AS price FROM range(0, 4) t (i), (VALUES ('USD'), ('EUR')) AS c (currency)`,
  employee: `SELECT i * 11 AS id, 'E' || i AS name, DATE '2020-01-01' + CAST(i AS INTEGER) AS hired, CASE WHEN i > 4 THEN (i % 4 + 1) * 11 END AS boss_id FROM range(1, 41) t (i)`,
};

describe('a model generated from tables whose names say little', () => {
  let text: string;
  let datasets: Map<string, Dataset>;
  let total: (dataset: string, measures: string[]) => Promise<unknown[]>;
  beforeAll(async () => {
    const tables = Object.entries(ROLES).map(([table, select]) => ({ table, select, rows: 1 }));
    const generated = await generate('roles', tables);
    ({ text, total } = generated);
    datasets = new Map(generated.model.model.datasets.map((dataset) => [dataset.name, dataset]));
  });

  it('joins a table in each of its roles, with a name for each', () => {
    expect(datasets.get('deal')!.joins).toEqual([
      { table: 'person', as: 'buyer', on: [{ column: 'buyer_id', key: 'id' }] },
      { table: 'person', as: 'seller', on: [{ column: 'seller_id', key: 'id' }] },
      { table: 'rate', on: ['currency', 'month'] },
      { table: 'town', as: 'home_town', to: 'buyer', on: [{ column: 'home_town', key: 'town_id' }] },
      { table: 'town', as: 'home_town_2', to: 'seller', on: [{ column: 'home_town', key: 'town_id' }] },
    ]);
    const dimensions = datasets.get('deal')!.dimensions.map(({ name, title }) => [name, title.en]);
    expect(dimensions).toEqual(
      expect.arrayContaining([
        ['buyer_name', 'Name (buyer)'],
        ['seller_name', 'Name (seller)'],
        ['home_town_2_name', 'Name (home_town_2)'],
      ]),
    );
    expect(text).toContain('# guess: buyer_id: an identifier, and its values are keys of person only');
  });

  it('finds keys of two columns by their values', () => {
    expect(text).toContain(
      '# guess: currency and month are unique together in rate, and have 4 of the 4 pairs of deal',
    );
    expect(text).toContain('table: rate # 8 rows; guess: identified by currency and month together');
  });

  it('joins a table to itself', () => {
    expect(datasets.get('employee')!.joins).toEqual([
      { table: 'employee', as: 'boss', on: [{ column: 'boss_id', key: 'id' }] },
    ]);
  });

  it('never sums identifiers, whatever their names suggest', async () => {
    expect(datasets.get('deal')!.measures.map(({ name }) => name)).toEqual(['deal_count', 'amount']);
    expect(text).toContain('# guess: called an identifier, which is not added up');
    expect(text).toContain('# guess: another whole number in each row without gaps, so an identifier');
    // 2.5 + 5 + … + 600, each deal once.
    expect((await total('deal', ['deal_count', 'amount'])).map(Number)).toEqual([240, 72300]);
  });
});

it('joins the parts of the call report by charter, and titles accounts as NCUA does', async () => {
  const tables = ['acctdesc', 'foicu', 'fs220'].map((table) => ({ table, file: `${table}.parquet` }));
  const { text, model, total } = await generate('ncua', tables);
  const [dataset, ...others] = model.model.datasets;
  expect(others).toEqual([]);
  expect(dataset).toMatchObject({
    name: 'foicu',
    joins: [{ table: 'fs220', on: ['CU_NUMBER'] }],
    asOf: { column: 'CYCLE_DATE' },
  });
  expect(model.model.accounts).toEqual({
    table: 'acctdesc',
    account: 'Account',
    title: 'AcctName',
    description: 'AcctDesc',
  });
  expect(dataset!.measures.find(({ name }) => name === 'acct_010')!.title.en).toMatch(/^TOTAL ASSETS/i);
  expect(text).toMatch(/# guess: acctdesc names \d+ columns/);
  expect(text).not.toContain('# question: what is fs220.ACCT_');
  const plain = await (
    await openParquet(['ACCT_010', 'ACCT_083'])
  ).runAndReadAll('SELECT COUNT(*), SUM(ACCT_010), SUM(ACCT_083) FROM cu');
  const expected = plain.getRowsJson()[0]!.map(Number);
  expect((await total('foicu', ['foicu_count', 'acct_010', 'acct_083'])).map(Number)).toEqual(expected);
});
