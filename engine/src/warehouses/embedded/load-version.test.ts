import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SAMPLE_DIR } from '../../../tests/support/sample-warehouse.ts';
import { LoadError } from '../../errors.ts';
import { loadVersion } from './load-version.ts';
import { loadFolder } from './unfinished-files.ts';

let root: string;
let folder: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'rise-load-'));
});
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const load = (more: Partial<Parameters<typeof loadVersion>[0]> = {}) =>
  loadVersion({
    sourceDir: SAMPLE_DIR,
    tables: [
      { table: 'foicu', file: 'foicu.parquet' },
      { table: 'fs220', file: 'fs220.parquet', columns: ['CU_NUMBER', 'ACCT_010'] },
    ],
    tenant: "al'der",
    sortKey: 'CU_NUMBER',
    asOf: { table: 'foicu', column: 'CYCLE_DATE' },
    target: join(folder, 'warehouse', '1.duckdb'),
    ...more,
  });
/** Writes Parquet files from statements; returns their folder. */
async function writeFiles(files: Record<string, string>): Promise<string> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  for (const [name, select] of Object.entries(files))
    await connection.run(`COPY (${select}) TO '${join(folder, name)}' (FORMAT parquet)`);
  connection.closeSync();
  return folder;
}

async function rowsOf(file: string, select: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const rows = (await connection.runAndReadAll(select)).getRowsJson();
  connection.closeSync();
  instance.closeSync();
  return rows;
}

const left = () => (existsSync(join(folder, 'warehouse')) ? readdirSync(join(folder, 'warehouse')) : []);

describe('a load', () => {
  it('builds one durable file: tenant column first, rows sorted, row counts and as-of date reported', async () => {
    const seen: string[] = [];
    const loaded = await load({ onTable: ({ table, rows }) => seen.push(`${table} ${rows}`) });
    expect(loaded).toMatchObject({
      asOf: '2025-12-31',
      tables: [
        { table: 'foicu', rows: 4374 },
        { table: 'fs220', rows: 4374 },
      ],
    });
    expect(seen).toEqual(['foicu 4374', 'fs220 4374']);
    expect(left()).toEqual(['1.duckdb']);
    expect(statSync(loaded.file).size).toBe(loaded.bytes);
    const instance = await DuckDBInstance.create(loaded.file, { access_mode: 'READ_ONLY' });
    const connection = await instance.connect();
    const columns = await connection.runAndReadAll(
      "SELECT column_name FROM duckdb_columns() WHERE table_name = 'fs220'",
    );
    expect(columns.getRowsJson().flat()).toEqual(['tenant_id', 'CU_NUMBER', 'ACCT_010']);
    const rows = await connection.runAndReadAll('SELECT DISTINCT tenant_id FROM foicu');
    expect(rows.getRowsJson()).toEqual([["al'der"]]);
    const order = (await connection.runAndReadAll('SELECT CU_NUMBER FROM foicu'))
      .getRowsJson()
      .map((row) => Number(row[0]));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    connection.closeSync();
    instance.closeSync();
  });

  it('unions a table’s files by column name, and reports the columns that each file lacks', async () => {
    const files = await writeFiles({
      '1.parquet': `SELECT 1 AS id, DATE '2009-12-31' AS day, 7::BIGINT AS "Acct_1", 'x' AS note, DATE '2001-02-03' AS issued`,
      '2.parquet': `SELECT 2 AS id, DATE '2010-12-31' AS day, 1.5::DECIMAL(9,2) AS "ACCT_1", TIMESTAMP '2001-02-03 04:05:06' AS issued, 3::DOUBLE AS "ACCT_2"`,
      '3.parquet': `SELECT 3 AS id, DATE '2010-12-31' AS day, 9::HUGEINT AS acct_2`,
    });
    const { tables, coverage, file } = await load({
      sourceDir: files,
      tables: [{ table: 'form', files: ['1.parquet', '2.parquet', '3.parquet'] }],
      sortKey: 'id',
      asOf: { table: 'form', column: 'day' },
    });
    expect(tables).toEqual([
      {
        table: 'form',
        rows: 3,
        added: 3,
        rejected: 0,
        asOf: '2010-12-31',
        totals: { Acct_1: '8.50', ACCT_2: '12.0' },
        missing: [
          { file: '1.parquet', columns: ['ACCT_2'] },
          { file: '2.parquet', columns: ['note'] },
          { file: '3.parquet', columns: ['Acct_1', 'note', 'issued'] },
        ],
      },
    ]);
    expect(coverage).toEqual({
      dateColumn: 'day',
      dates: ['2009-12-31', '2010-12-31'],
      tables: { form: { id: [0, 1], day: [0, 1], acct_1: [0, 1], note: [0], issued: [0, 1], acct_2: [1] } },
    });
    const rows = await rowsOf(file, 'SELECT id, "Acct_1", note, CAST(issued AS VARCHAR), "ACCT_2" FROM form');
    expect(rows).toEqual([
      [1, '7.00', 'x', '2001-02-03 00:00:00', null],
      [2, '1.50', null, '2001-02-03 04:05:06', 3],
      [3, null, null, null, 9],
    ]);
  });

  it('sums amounts, and nothing that only identifies rows or tells kinds apart', async () => {
    const { tables } = await load({
      tables: [
        {
          table: 'entry',
          rows: 60,
          mode: { upsert: ['Folio'] },
          select: `SELECT 900 + i AS serial, i * 7 AS "Folio", i % 9 AS customer_id, i % 4 AS branch, 100000 + i * 37 AS assets, i % 3 AS pieces, i / 4 AS balance FROM range(getvariable('rows')) numbers (i)`,
        },
      ],
      sortKey: 'serial',
      unsummed: { entry: ['branch'] },
    });
    // Assets are as different in each row as numbers of rows are, but further apart.
    expect(Object.keys(tables[0]!.totals)).toEqual(['assets', 'pieces', 'balance']);
  });

  it.each([
    [
      'text and numbers',
      "'a' AS code",
      '1 AS code',
      /column 'code' of form is text in 1.parquet and a number in 2.parquet. Convert it/,
    ],
    ['numbers and dates', '1 AS code', "DATE '2020-01-01' AS code", /a number in 1.parquet and a date in 2.parquet/],
  ])('stops where a column has %s', async (_, one, other, message) => {
    const files = await writeFiles({ '1.parquet': `SELECT ${one}`, '2.parquet': `SELECT ${other}` });
    const tables = [{ table: 'form', files: ['1.parquet', '2.parquet'] }];
    await expect(load({ sourceDir: files, tables, sortKey: 'code' })).rejects.toThrow(message);
    expect(left()).toEqual([]);
  });

  it('fails if a file is listed twice', async () => {
    const tables = [{ table: 'foicu', files: ['foicu.parquet', 'foicu.parquet'] }];
    await expect(load({ tables })).rejects.toThrow(/foicu.parquet is listed twice for foicu/);
  });

  it('fails if two files have the same rows, such as a cycle that was delivered twice', async () => {
    const cycle = (day: string, ids: string, more = '') =>
      `SELECT id AS "ID", DATE '${day}' AS day${more} FROM range(${ids}) t(id)`;
    const files = await writeFiles({
      '1.parquet': cycle('2025-06-30', '1, 4'),
      '2.parquet': cycle('2025-09-30', '1, 4'),
      '3.parquet': cycle('2025-09-30', '3, 9', ', 5 AS amount').replace('"ID"', 'Id'),
      '4.parquet': `${cycle('2025-09-30', '1, 3')} UNION ALL ${cycle('2025-09-30', '1, 3')}`,
      '5.parquet': cycle('2025-12-31', '1, 4').replace(' AS day', ' AS other'),
    });
    const of = (...names: string[]) =>
      load({
        sourceDir: files,
        tables: [{ table: 'form', files: names.map((name) => `${name}.parquet`) }],
        sortKey: 'id',
        asOf: { table: 'form', column: 'day' },
      });
    await expect(of('1', '2', '3')).rejects.toThrow(
      '2.parquet and 3.parquet both have rows of form with the same id and day: 1 of them, such as 3 on 2025-09-30. They would count twice. Leave one of the files out, or remove these rows from it.',
    );
    expect(left()).toEqual([]);
    // Several rows of a key on a day in one file are no key; dates that a file lacks are not the same.
    const second = await of('2', '4');
    expect(second.tables).toMatchObject([{ rows: 7 }]);
    // Its process still makes profiles, and removes what it worked with when it ends.
    await second.profiles;
    await rm(join(folder, 'warehouse'), { recursive: true });
    expect((await of('1', '2', '5')).tables).toMatchObject([{ rows: 9 }]);
  });

  it('stores a tenant id that is a UUID as a UUID: a scan of one tenant’s rows does not compare it', async () => {
    const tenant = '018f3a52-7d1c-7000-8000-0000000000a1';
    const { file } = await load({ tenant });
    const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
    const connection = await instance.connect();
    const bound = async (sql: string, id: string) => {
      const statement = await connection.prepare(sql);
      statement.bind([id]);
      return (await statement.runAndReadAll()).getRowsJson();
    };
    const plan = String(
      (await bound('EXPLAIN ANALYZE SELECT SUM(ACCT_010) FROM fs220 WHERE tenant_id = $1', tenant))[0]![1],
    );
    const scan = plan.slice(plan.indexOf('TABLE_SCAN'));
    expect(scan).toContain('4,374 rows');
    expect(scan).not.toContain('tenant_id');
    const rows = 'SELECT COUNT(*) FROM fs220 WHERE tenant_id = $1';
    expect(await bound(rows, tenant)).toEqual([['4374']]);
    expect(await bound(rows, tenant.replace('a1', 'a2'))).toEqual([['0']]);
    connection.closeSync();
    instance.closeSync();
  });

  it('never replaces a version', async () => {
    const { file } = await load();
    const before = statSync(file).mtimeMs;
    await expect(load()).rejects.toThrow(/exists already/);
    expect(statSync(file).mtimeMs).toBe(before);
  });

  it.each([
    ['a file that is missing', { tables: [{ table: 'foicu', file: 'none.parquet' }] }],
    ['a file that is no Parquet', { tables: [{ table: 'foicu', file: 'model.yaml' }] }],
    ['a column that is missing', { tables: [{ table: 'foicu', file: 'foicu.parquet', columns: ['NOPE'] }] }],
    ['a file outside the folder', { tables: [{ table: 'foicu', file: '../../../package.json' }] }],
    ['an as-of column that is missing', { asOf: { table: 'foicu', column: 'NOPE' } }],
  ])('of %s fails and leaves no file', async (_, more) => {
    await expect(load(more)).rejects.toBeInstanceOf(LoadError);
    expect(left()).toEqual([]);
  });

  it('leaves no file when killed, and the next one succeeds', async () => {
    const stop = new AbortController();
    const killed = load({ signal: stop.signal, onTable: () => stop.abort(new Error('enough')) });
    await expect(killed).rejects.toThrow('enough');
    expect(left()).toEqual([]);
    expect((await load()).tables).toHaveLength(2);
  });

  it('takes as many columns as a file may have, in a process of its own', async () => {
    const columns = Array.from({ length: 5000 }, (_, place) => `${place} AS a_column_with_a_long_name_${place}`);
    const tables = [{ table: 'wide', select: `SELECT ${columns.join(', ')} FROM range(getvariable('rows'))`, rows: 1 }];
    expect((await load({ tables })).tables).toMatchObject([{ table: 'wide', rows: 1 }]);
  });

  it('does not begin when it is canceled before its process runs', async () => {
    const stop = new AbortController();
    const canceled = load({ signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(canceled).rejects.toThrow('enough');
    expect(left()).toEqual([]);
  });

  it('fails and leaves no file when it crashes', async () => {
    const entry = join(folder, 'crash.mjs');
    writeFileSync(
      entry,
      "import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'; const { target } = JSON.parse(readFileSync(0, 'utf8')); mkdirSync(target + '.partial'); writeFileSync(target + '.partial/unfinished.duckdb', 'half'); process.kill(process.pid, 'SIGKILL');",
    );
    await expect(load({ entry })).rejects.toThrow(/ended before it was finished/);
    expect(left()).toEqual([]);
  });

  it('replaces the partial file of a killed host', async () => {
    const { file } = await load({ target: join(folder, 'warehouse', '1.duckdb') });
    const { path, version } = loadFolder(file.replace('1.duckdb', '2.duckdb'));
    mkdirSync(path);
    writeFileSync(version, 'half a file');
    await load({ target: join(folder, 'warehouse', '2.duckdb') });
    expect(left().toSorted()).toEqual(['1.duckdb', '2.duckdb']);
  });
});
