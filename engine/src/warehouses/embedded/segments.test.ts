import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LoadError } from '../../errors.ts';
import { loadVersion } from './load-version.ts';
import type { LoadedVersion } from './load-version.ts';
import type { LoadTable } from './messages.ts';
import { Readers } from './readers.ts';
import { attachedFiles, remainingSegments, MAX_SEGMENTS } from './segments.ts';

let root: string;
let folder: string;
const readers = new Readers({ maxProcesses: 2, memoryMb: 256, deadlineMs: 20_000, threads: 1 });
const sandboxes = new Readers({ maxProcesses: 1, memoryMb: 256, deadlineMs: 20_000, threads: 1, sandbox: true });
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'rise-segments-'));
});
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
});
afterAll(async () => {
  await Promise.all([readers.close(), sandboxes.close()]);
  rmSync(root, { recursive: true, force: true });
});

let files = 0;
/** Writes a Parquet file; returns its name. */
async function write(select: string): Promise<string> {
  const name = `${++files}.parquet`;
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (${select}) TO '${join(folder, name)}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
  return name;
}

const versionFile = (number: number) => join(folder, 'warehouse', `${number}.duckdb`);

/** Loads tables as the next version of `before`. */
async function loadNext(number: number, tables: LoadTable[], before?: LoadedVersion): Promise<LoadedVersion> {
  return loadVersion({
    sourceDir: folder,
    tables,
    tenant: 'alder',
    sortKey: 'id',
    ...(before && { base: { segments: before.segments, coverage: before.coverage, totals: totalsOf(before) } }),
    target: versionFile(number),
  });
}

const totalsOf = ({ tables }: LoadedVersion) => Object.fromEntries(tables.map(({ table, totals }) => [table, totals]));

async function query({ file, segments }: LoadedVersion, sql: string): Promise<unknown> {
  const types = ['string', 'string', 'string', 'string'] as const;
  const beside = attachedFiles(file, segments);
  const [text] = await readers.query({ file, beside }, [{ sql, parameters: [], types: [...types], limit: null }]);
  return JSON.parse(text!.rows);
}
const loansOf = (version: LoadedVersion) =>
  query(version, 'SELECT id::VARCHAR, day::VARCHAR, amount::VARCHAR, NULL FROM loans ORDER BY id, amount');

const FIRST = `SELECT * FROM (VALUES (1, DATE '2026-01-31', 10::SMALLINT), (2, DATE '2026-02-28', 20)) AS t(id, day, amount)`;
const loans = async (select: string, more: Partial<LoadTable> = {}): Promise<LoadTable> =>
  ({ table: 'loans', file: await write(select), ...more }) as LoadTable;

it('adds rows to a table in a file of their own; the version before and the other tables stay as they are', async () => {
  const branches: LoadTable = { table: 'branches', file: await write("SELECT 7 AS id, 'Elm' AS name") };
  const first = await loadNext(1, [await loans(FIRST), branches]);
  const size = statSync(first.file).size;
  const more = await loans(`SELECT 3 AS id, DATE '2026-03-31' AS day, 1.5::DECIMAL(9,2) AS amount, 'x' AS note`, {
    mode: 'append',
  });
  const second = await loadNext(2, [more], first);
  expect(second.tables).toEqual([expect.objectContaining({ table: 'loans', rows: 3 })]);
  expect(second.segments['loans']?.map(({ file, schema, rows }) => [file, schema, rows])).toEqual([
    ['1.duckdb', 'main', 2],
    ['2.duckdb', 'part', 1],
  ]);
  expect(second.segments['branches']?.map(({ file }) => file)).toEqual(['1.duckdb']);
  expect(await loansOf(second)).toEqual([
    ['1', '2026-01-31', '10.00', null],
    ['2', '2026-02-28', '20.00', null],
    ['3', '2026-03-31', '1.50', null],
  ]);
  expect(await query(second, 'SELECT name, NULL, NULL, NULL FROM branches')).toEqual([['Elm', null, null, null]]);
  expect(await query(second, 'SELECT note, NULL, NULL, NULL FROM loans WHERE id = 3')).toEqual([
    ['x', null, null, null],
  ]);
  expect(await query(first, 'SELECT count(*)::VARCHAR, NULL, NULL, NULL FROM loans')).toEqual([
    ['2', null, null, null],
  ]);
  expect(statSync(first.file).size).toBe(size);
  expect(readdirSync(join(folder, 'warehouse')).toSorted()).toEqual(['1.duckdb', '2.duckdb']);
});

it('replaces rows of the same key, and writes only the segments that have one again', async () => {
  const first = await loadNext(1, [await loans(FIRST)]);
  const second = await loadNext(
    2,
    [await loans(`SELECT 3 AS id, DATE '2026-03-31' AS day, 30 AS amount`, { mode: 'append' })],
    first,
  );
  const changed = `SELECT * FROM (VALUES (3, DATE '2026-04-30', 33), (4, DATE '2026-04-30', 40)) AS t(id, day, amount)`;
  const third = await loadNext(3, [await loans(changed, { mode: { upsert: ['ID'] } })], second);
  expect(third.segments['loans']?.map(({ file, rows }) => [file, rows])).toEqual([
    ['1.duckdb', 2],
    ['3.duckdb', 2],
  ]);
  expect(await loansOf(third)).toEqual([
    ['1', '2026-01-31', '10', null],
    ['2', '2026-02-28', '20', null],
    ['3', '2026-04-30', '33', null],
    ['4', '2026-04-30', '40', null],
  ]);
  const all = await loadNext(
    4,
    [await loans(`SELECT id, day, amount + 1 AS amount FROM (${FIRST})`, { mode: { upsert: ['id'] } })],
    third,
  );
  expect(all.segments['loans']?.map(({ file }) => file)).toEqual(['3.duckdb', '4.duckdb']);
  expect(await query(all, 'SELECT sum(amount)::VARCHAR, NULL, NULL, NULL FROM loans')).toEqual([
    ['105', null, null, null],
  ]);
});

it('replaces the rows of the days that a file has', async () => {
  const first = await loadNext(1, [await loans(FIRST)]);
  const next = `SELECT * FROM (VALUES (2, TIMESTAMP '2026-02-28 10:00:00', 21), (5, TIMESTAMP '2026-02-28 00:00:00', 50)) AS t(id, day, amount)`;
  const second = await loadNext(2, [await loans(next, { mode: { days: 'day' } })], first);
  expect(await query(second, 'SELECT id::VARCHAR, amount::VARCHAR, NULL, NULL FROM loans ORDER BY id')).toEqual([
    ['1', '10', null, null],
    ['2', '21', null, null],
    ['5', '50', null, null],
  ]);
});

it('replaces a whole table and leaves the others', async () => {
  const first = await loadNext(1, [
    await loans(FIRST),
    { table: 'branches', file: await write("SELECT 7 AS id, 'Elm' AS name") },
  ]);
  const second = await loadNext(2, [await loans('SELECT 9 AS id, 9.5 AS total')], first);
  expect(await query(second, 'SELECT id::VARCHAR, total::VARCHAR, NULL, NULL FROM loans')).toEqual([
    ['9', '9.5', null, null],
  ]);
  expect(second.segments['branches']?.[0]?.file).toBe('1.duckdb');
  expect(second.coverage.tables['loans']).toEqual({ id: null, total: null });
  expect(Object.keys(second.coverage.tables['branches']!)).toEqual(['id', 'name']);
});

it('merges many small loads, so that a table never has many segments', async () => {
  let version = await loadNext(1, [
    await loans("SELECT range AS id, DATE '2026-01-31' AS day, 1 AS amount FROM range(5000)"),
  ]);
  for (let number = 2; number <= MAX_SEGMENTS + 4; number++) {
    const one = await loans(`SELECT ${10_000 + number} AS id, DATE '2026-01-31' AS day, 1 AS amount`, {
      mode: 'append',
    });
    version = await loadNext(number, [one], version);
    expect(version.segments['loans']!.length).toBeLessThanOrEqual(MAX_SEGMENTS);
  }
  expect(version.segments['loans']?.[0]).toMatchObject({ file: '1.duckdb', rows: 5000 });
  expect(
    await query(version, 'SELECT sum(amount)::VARCHAR, count(DISTINCT id)::VARCHAR, NULL, NULL FROM loans'),
  ).toEqual([[String(5000 + MAX_SEGMENTS + 3), String(5000 + MAX_SEGMENTS + 3), null, null]]);
});

it('merges the largest segment, too, once it is the smaller part', () => {
  const segment = (rows: number) => ({ file: `${rows}.duckdb`, as: `v${rows}`, schema: 'part' as const, rows });
  const small = Array.from({ length: MAX_SEGMENTS - 1 }, (_, index) => segment(index + 1));
  expect(remainingSegments([segment(1000), ...small])).toEqual([segment(1000)]);
  expect(remainingSegments([segment(20), ...small])).toEqual([]);
  expect(remainingSegments(small)).toEqual(small);
});

it('says which key is not unique, which column is missing and which types differ, and leaves no file', async () => {
  const first = await loadNext(1, [await loans(FIRST)]);
  const twice = await loans(`SELECT 1 AS id, DATE '2026-01-31' AS day, 5 AS amount FROM range(2)`, {
    mode: { upsert: ['id'] },
  });
  await expect(loadNext(2, [twice], first)).rejects.toThrow(
    'The key (id) of loans is not unique in the new rows: 1 occurs 2 times. Choose the columns that identify a row, or append the rows.',
  );
  const keyless = await loans('SELECT 1 AS number', { mode: { upsert: ['id'] } });
  await expect(loadNext(2, [keyless], first)).rejects.toThrow(
    "The rows for loans have no column 'id', by which they replace others. Choose another.",
  );
  const text = await loans("SELECT 3 AS id, 'soon' AS amount", { mode: 'append' });
  const refused = loadNext(2, [text], first);
  await expect(refused).rejects.toBeInstanceOf(LoadError);
  await expect(refused).rejects.toThrow('a number in the rows loaded before and text in the new rows');
  expect(readdirSync(join(folder, 'warehouse'))).toEqual(['1.duckdb']);
});

it('is read by ad-hoc SQL like one table, and its parts are named in no message', async () => {
  const first = await loadNext(1, [await loans(FIRST)]);
  const second = await loadNext(
    2,
    [await loans(`SELECT 3 AS id, DATE '2026-03-31' AS day, 30 AS amount`, { mode: 'append' })],
    first,
  );
  const files = { file: second.file, beside: attachedFiles(second.file, second.segments) };
  const views = [{ name: 'loans', select: 'SELECT id, amount FROM w0.main.loans WHERE id > 1' }];
  const ask = (sql: string) =>
    sandboxes.query(files, [{ sql, parameters: {}, attachAs: 'w0', views, keepsOrder: true, limit: 10 }]);
  const [answer] = await ask('SELECT sum(amount)::INT AS total FROM loans');
  expect(JSON.parse(answer!.rows)).toEqual([[50]]);
  const as = files.beside[0]!.as;
  await expect(ask(`CREATE TABLE "${as}".main.more AS SELECT 1`)).rejects.toMatchObject({ why: 'unable' });
});

describe('totals of a table to whose many rows some were added', () => {
  const MANY = 1_000_001;
  const many = `SELECT i AS id, DATE '2026-01-31' AS day, i % 7 AS pieces, CAST(i % 1000 AS DECIMAL(18, 2)) / 8 AS amount,
    i / 3.0 AS rate, CAST(CASE WHEN i < 4 THEN 9e37 ELSE 0 END AS DECIMAL(38, 0)) AS huge FROM range(${MANY}) t(i)`;
  const added = `SELECT ${MANY} AS id, DATE '2026-02-28' AS day, 5 AS pieces, 12.25::DECIMAL(9, 2) AS amount, 0.5::DOUBLE AS rate, NULL::DECIMAL(38, 0) AS huge`;

  it.each([
    ['of the same columns', added],
    ['with a wider type', added.replace('12.25::DECIMAL(9, 2)', '12.2525::DECIMAL(18, 4)')],
    ['with a floating-point number', added.replace('5 AS pieces', '5.5::DOUBLE AS pieces')],
    ['with a new column', `SELECT *, 7 AS more FROM (${added})`],
    ['without a column', `SELECT * EXCLUDE (amount) FROM (${added})`],
    ['without values', added.replace('5 AS pieces', 'NULL::INTEGER AS pieces')],
  ])('are those of all its rows: rows %s', async (_, select) => {
    const first = await loadNext(1, [await loans(many)]);
    await first.profiles;
    expect(first.tables[0]!.totals).toMatchObject({ pieces: expect.any(String), huge: expect.any(String) });
    const second = await loadNext(2, [await loans(select, { mode: 'append' })], first);
    await second.profiles;
    const names = Object.keys(second.tables[0]!.totals);
    expect(names).toEqual(['pieces', 'amount', 'rate', 'huge', ...(select.includes('more') ? ['more'] : [])]);
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const sums = names.map((name) => `CAST(SUM(${name === 'huge' ? 'CAST(huge AS DOUBLE)' : name}) AS VARCHAR)`);
    const read = await connection.runAndReadAll(
      `SELECT ${sums.join(', ')} FROM ((${many}) UNION ALL BY NAME (${select}))`,
    );
    connection.closeSync();
    instance.closeSync();
    const expected = read.getRowsJson()[0]!.map(Number);
    const found = Object.values(second.tables[0]!.totals).map(Number);
    for (const [place, sum] of found.entries()) expect(sum / expected[place]!).toBeCloseTo(1, 12);
    const { amount } = second.tables[0]!.totals;
    if (select === added) expect(amount).toBe(String(read.getRowsJson()[0]![1]));
  });
});
