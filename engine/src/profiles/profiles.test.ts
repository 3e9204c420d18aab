import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { ColumnProfile } from '@rise/contract';
import { quoteIdentifier, quoteText } from '../expression/quote.ts';
import { allOf, isThere } from '../../tests/data/shared-data.ts';
import { columnType } from '../model/catalog.ts';
import { estimateColumns, profileColumn } from './profile-columns.ts';
import { profileKind } from './profile-source.ts';
import type { RunProfile } from './profile-source.ts';
import { profileTable } from './profile-table.ts';

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

const BANK = 'berka-pkdd99';
const LENDER = 'lending-club';

const rowsOf = async (statement: string) => (await connection.runAndReadAll(statement)).getRowsJson();
const run: RunProfile = async (statement) =>
  String((await connection.runAndReadAll(statement.sql, statement.parameters)).getRows()[0]![0]);

async function profileOf(table: string): Promise<ColumnProfile[]> {
  const columns = (await rowsOf(`DESCRIBE ${quoteIdentifier(table)}`)).map(([name, type]) => ({
    name: String(name),
    type: String(type),
  }));
  return profileTable(connection, { table, columns, stored: true });
}

const create = (table: string, select: string) =>
  connection.run(`CREATE OR REPLACE TABLE ${quoteIdentifier(table)} AS ${select}`);

/** The profile's figures in plain SQL, one statement a figure. */
async function plainFigures(table: string, { column, kind }: ColumnProfile) {
  const [c, t] = [quoteIdentifier(column), quoteIdentifier(table)];
  const one = async (value: string, where = 'TRUE') => {
    const [[found]] = (await rowsOf(`SELECT ${value} FROM ${t} WHERE ${where}`)) as [[unknown]];
    return found === null || typeof found === 'number' ? found : Number(found);
  };
  const text = async (value: string) => {
    const [[found]] = (await rowsOf(`SELECT CAST(${value} AS VARCHAR) FROM ${t}`)) as [[unknown]];
    return found as string | null;
  };
  const top = await rowsOf(
    `SELECT CAST(${c} AS VARCHAR), COUNT(*) FROM ${t} WHERE ${c} IS NOT NULL GROUP BY ${c} ORDER BY COUNT(*) DESC, ${c} LIMIT 10`,
  );
  return {
    rows: await one('COUNT(*)'),
    nulls: await one('COUNT(*)', `${c} IS NULL`),
    distinct: { values: await one(`COUNT(DISTINCT ${c})`), exact: true },
    min: await text(`MIN(${c})`),
    max: await text(`MAX(${c})`),
    top: top.map(([value, rows]) => ({ value, rows: Number(rows) })),
    ...(kind === 'number' && {
      number: {
        zeros: await one('COUNT(*)', `${c} = 0`),
        negatives: await one('COUNT(*)', `${c} < 0`),
        quantiles: {
          p1: await one(`quantile_cont(CAST(${c} AS DOUBLE), 0.01)`),
          p50: await one(`median(CAST(${c} AS DOUBLE))`),
          p99: await one(`quantile_cont(CAST(${c} AS DOUBLE), 0.99)`),
        },
      },
    }),
    ...(kind === 'text' && {
      text: {
        empty: await one('COUNT(*)', `${c} = ''`),
        blank: await one('COUNT(*)', `${c} <> '' AND regexp_full_match(${c}, '[ \\t\\r\\n]*')`),
        shortest: await one(`MIN(length(${c}))`),
        longest: await one(`MAX(length(${c}))`),
      },
    }),
  };
}

/** Bins, tails and values together are all rows with a value. */
function expectWhole({ number, rows, nulls }: ColumnProfile): void {
  if (!number?.quantiles) return;
  const inBins = number.bins.reduce((sum, bin) => sum + bin.rows, 0);
  expect(inBins + number.below + number.above + number.notFinite).toBe(rows - nulls);
}

/** Compares a table's profiles with plain SQL; returns how many there are. */
async function compareWithPlainSql(table: string): Promise<number> {
  const profiles = await profileOf(table);
  for (const profile of profiles) {
    expect(profile, `${table}.${profile.column}`).toMatchObject(await plainFigures(table, profile));
    expectWhole(profile);
  }
  // A sample of fewer rows than it may have is the whole.
  const columns = profiles.slice(0, 6).map(({ column, kind }) => ({ column, kind }));
  if (profiles[0]!.rows >= 50_000) return profiles.length;
  const estimates = await estimateColumns({ from: sql.id(table), rows: profiles[0]!.rows }, columns, run);
  for (const [place, estimate] of estimates.entries()) {
    const { column, rows, nulls, distinct, min, max, top, date } = profiles[place]!;
    expect(estimate).toMatchObject({ column, rows, nulls, distinct, min, max, top, date, complete: true });
    expect(estimate.number?.bins).toEqual(profiles[place]!.number?.bins);
  }
  return profiles.length;
}

test.each([
  ['foicu', 'CU_NUMBER, CYCLE_DATE, CU_NAME, STATE, YEAR_OPENED, LIMITED_INC'],
  ['fs220', 'ACCT_010, ACCT_013, ACCT_018, ACCT_025B'],
])('a profile of the sample’s %s equals plain SQL', async (file, columns) => {
  await create(file, `SELECT ${columns} FROM read_parquet(${quoteText(`samples/ncua-2025q4/${file}.parquet`)})`);
  expect(await compareWithPlainSql(file)).toBe(columns.split(',').length);
});

describe.each(isThere(BANK) ? [BANK] : [])('the bank in %s', () => {
  it('has profiles that equal plain SQL, and one blank apart from null', async () => {
    await create('trans', allOf(`${BANK}/trans_1993.parquet`));
    expect(await compareWithPlainSql('trans')).toBe(10);
    const symbol = (await profileOf('trans')).find(({ column }) => column === 'k_symbol')!;
    expect(symbol).toMatchObject({ nulls: 14_914, text: { empty: 0, blank: 862 } });
  });
});

describe.each(isThere(LENDER) ? [LENDER] : [])('the loans in %s', () => {
  it('have profiles that equal plain SQL', async () => {
    await create('loan', allOf(`${LENDER}/loans_full_schema.parquet`));
    expect(await compareWithPlainSql('loan')).toBe(55);
  });
});

test('null, empty, blank, padded and spellings are distinguished; patterns show the shape of codes', async () => {
  await create(
    'codes',
    `SELECT unnest(['12-ABC', '34-XYZ', '', ' ', NULL, ' north', 'North', 'north', 'NORTH ', '=1+1', 'İzmir']) AS code`,
  );
  const [code] = await profileOf('codes');
  expect(code).toMatchObject({
    rows: 11,
    nulls: 1,
    distinct: { values: 10, exact: true },
    text: { empty: 1, blank: 1, padded: 2, shortest: 0, longest: 6, patternsExact: true },
  });
  expect(code!.text!.variants).toEqual({ groups: 1, examples: [[' north', 'NORTH ', 'North', 'north']] });
  expect(code!.text!.patterns).toContainEqual({ value: '99-AAA', rows: 2 });
  expect(code!.text!.patterns).toContainEqual({ value: 'Aaaaa', rows: 2 });
});

test('dates have months, gaps and impossible days', async () => {
  await create(
    'days',
    `SELECT unnest([DATE '2025-01-31', DATE '2025-01-01', DATE '2025-04-30', DATE '0001-01-01', DATE '9999-12-31', NULL]) AS day`,
  );
  const [day] = await profileOf('days');
  expect(day!.date).toEqual({
    grain: 'month',
    periods: [
      { from: '2025-01-01', rows: 2 },
      { from: '2025-04-01', rows: 1 },
    ],
    gaps: [{ from: '2025-02-01', to: '2025-03-01' }],
    impossible: 2,
  });
});

test('numbers that are none and constant columns have a profile, too', async () => {
  await create(
    'odd',
    `SELECT unnest(['NaN'::DOUBLE, 'Infinity'::DOUBLE, 1, 2, NULL]) AS n, 7 AS seven, [1, 2] AS list, NULL AS nothing`,
  );
  const [n, seven, list, nothing] = await profileOf('odd');
  expect(n).toMatchObject({ min: '1.0', max: '2.0', number: { notFinite: 2, mean: 1.5 } });
  expect(seven).toMatchObject({
    distinct: { values: 1 },
    top: [{ value: '7', rows: 5 }],
    number: { bins: [{ from: 7, to: 7, rows: 5 }] },
  });
  expect(list).toMatchObject({ kind: 'other', top: [{ value: '[1, 2]', rows: 5 }] });
  expect(nothing).toMatchObject({ nulls: 5, distinct: { values: 0 } });
  await create('none', "SELECT 1 AS n, DATE '2025-01-01' AS d, 'x' AS t WHERE FALSE");
  for (const profile of await profileOf('none'))
    expect(profile).toMatchObject({ rows: 0, nulls: 0, top: [], min: null });
});

test('of many rows, few values stay exact and others are approximate and say so; an estimate says so, too', async () => {
  await create('many', `SELECT i AS id, i % 30000 AS few, 'word ' || hash(i) AS word FROM range(1100000) numbers (i)`);
  const source = (column: string) => ({
    from: sql.id('many'),
    column,
    kind: profileKind(columnType(column === 'word' ? 'VARCHAR' : 'BIGINT')),
  });
  const few = await profileColumn(source('few'), run);
  const plain = (await plainFigures('many', few)) as { number: { quantiles: object } };
  expect(few).toMatchObject({ distinct: { values: 30_000, exact: true }, number: { quantiles: { exact: true } } });
  expect(few.number!.quantiles).toMatchObject(plain.number.quantiles);
  expectWhole(few);
  const id = await profileColumn(source('id'), run);
  expect(id).toMatchObject({
    rows: 1_100_000,
    top: null,
    distinct: { exact: false },
    number: { quantiles: { exact: false } },
  });
  expect(Math.abs(id.distinct.values / 1_100_000 - 1)).toBeLessThan(0.2);
  expectWhole(id);
  const word = await profileColumn(source('word'), run);
  expect(word).toMatchObject({ text: { patternsExact: false, variants: null, empty: 0 } });
  const [estimate] = await estimateColumns(
    { from: sql.id('many'), rows: null },
    [{ column: 'few', kind: 'number' }],
    run,
  );
  expect(estimate).toMatchObject({ complete: false, rows: 25_000, distinct: { exact: false } });
  expect(Math.abs(estimate!.number!.quantiles!.p50 / 15_000 - 1)).toBeLessThan(0.1);
});

test('a stored table of many rows has quantiles from some of its blocks, and everything else from all of its rows', async () => {
  await create(
    'stored',
    `SELECT i - 1000 AS id, CAST(hash(i) % 3000000 / 100.0 - 5000 AS DECIMAL(18, 2)) AS amount,
       CASE WHEN i % 100 = 0 THEN 'Infinity'::DOUBLE WHEN i % 100 = 1 THEN NULL ELSE hash(i + 1) % 1000000 / 7.0 END AS rate,
       TIMESTAMP '2020-01-01' + to_seconds(i * 100) AS at
     FROM range(1500000) numbers (i)`,
  );
  const profiles = await profileOf('stored');
  for (const profile of profiles) {
    const { quantiles, ...number } = { quantiles: {}, ...profile.number };
    const plain = await plainFigures('stored', profile);
    const { top: _top, distinct: _distinct, min: _min, max: _max, number: plainNumber, ...counts } = plain;
    expect(profile).toMatchObject(counts);
    if (plainNumber === undefined) continue;
    expect(number).toMatchObject({ zeros: plainNumber.zeros, negatives: plainNumber.negatives });
    expectWhole(profile);
    const c = quoteIdentifier(profile.column);
    const values = `SELECT CAST(${c} AS DOUBLE) AS x FROM stored WHERE isfinite(CAST(${c} AS DOUBLE))`;
    const [[mean, low, high]] = (await rowsOf(
      `SELECT avg(x), quantile_cont(x, 0.01), quantile_cont(x, 0.99) FROM (${values})`,
    )) as [[number, number, number]];
    expect(profile.number!.mean).toBeCloseTo(mean, 4);
    expect(quantiles).toMatchObject({ exact: false });
    const found = profile.number!.quantiles!;
    expect(Math.abs(found.p1 - low) / (high - low)).toBeLessThan(0.006);
    expect(Math.abs(found.p99 - high) / (high - low)).toBeLessThan(0.006);
    for (const { from, to, rows } of profile.number!.bins.slice(0, -1)) {
      const [[count]] = (await rowsOf(`SELECT COUNT(*) FROM (${values}) WHERE x >= ${from} AND x < ${to}`)) as [
        [string],
      ];
      expect(Math.abs(rows - Number(count))).toBeLessThanOrEqual(2);
    }
  }
  expect(profiles[3]!.date!.periods.reduce((sum, { rows }) => sum + rows, 0)).toBe(1_500_000);
});

test('numbers as far apart as there are have bins', async () => {
  await create('far', `SELECT unnest([-1.7e308, 0, 1.7e308, 1e-320, 5]) AS n`);
  const [far] = await profileOf('far');
  expect(far).toMatchObject({ rows: 5, number: { negatives: 1, zeros: 1 } });
});
