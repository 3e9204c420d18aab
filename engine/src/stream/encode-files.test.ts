import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { readXlsx } from 'hucre';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quoteText } from '../expression/quote.ts';
import { encodeParts } from './encoder.ts';
import type { ParquetFormat, StreamRequest, TextColumn, XlsxFormat } from './stream-request.ts';

let folder: string;
let instance: DuckDBInstance;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rise-files-'));
  instance = await DuckDBInstance.create(':memory:');
});
afterAll(() => {
  instance.closeSync();
  rmSync(folder, { recursive: true, force: true });
});

/** A file of columns of texts, sent in batches of 1,000 rows. */
async function fileOf(format: ParquetFormat | XlsxFormat, columns: readonly TextColumn[]): Promise<Buffer> {
  const types = format.columns.map(() => 'string' as const);
  const names = format.columns.map(({ name }) => name);
  const rows = columns[0]!.length;
  const request: StreamRequest = { sql: '', parameters: [], types, names, limit: Number.MAX_SAFE_INTEGER, format };
  async function* batches() {
    for (let from = 0; from < rows; from += 1000)
      yield { columns: columns.map((column) => column.slice(from, from + 1000)), count: Math.min(1000, rows - from) };
  }
  const parts: Uint8Array[] = [];
  for await (const part of encodeParts(request, batches())) parts.push(part);
  return Buffer.concat(parts);
}

const COLUMNS = {
  text: ['', ' ', null, 'ş "quoted", <b> & \n line', '=1+1', '_x0041_'],
  integer: ['0', '-1', null, '9007199254740993', '-9223372036854775808', '42'],
  decimal: ['0', '-12.5', null, '99999999999999999999999999999999.999999', '0.000001', '-0.000001'],
  double: ['0', '-1.5e-7', null, '1.7976931348623157e+308', '0.1', '3'],
  boolean: ['true', 'false', null, 'true', 'true', 'false'],
  date: ['1970-01-01', '1899-12-31', null, '9999-12-31', '0001-01-01', '2025-02-28'],
  timestamp: [
    '1970-01-01 00:00:00',
    '2025-06-30 23:59:59.999999',
    null,
    '1900-01-01 12:00:00.5',
    '2026-01-01 00:00:00+00',
    '0001-01-01 00:00:00',
  ],
};

test('a Parquet file is read back with the same values, types and nulls', async () => {
  const format: ParquetFormat = {
    kind: 'parquet',
    columns: Object.keys(COLUMNS).map((name) => ({
      name,
      type:
        name === 'decimal'
          ? { kind: 'decimal', precision: 38, scale: 6 }
          : { kind: name as Exclude<ParquetFormat['columns'][number]['type']['kind'], 'decimal'> },
    })),
  };
  const path = join(folder, 'values.parquet');
  writeFileSync(path, await fileOf(format, Object.values(COLUMNS)));
  const connection = await instance.connect();
  const from = `read_parquet(${quoteText(path)})`;
  const described = (await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`)).getRowsJson();
  expect(described.map(([name, type]) => [name, type])).toEqual([
    ['text', 'VARCHAR'],
    ['integer', 'BIGINT'],
    ['decimal', 'DECIMAL(38,6)'],
    ['double', 'DOUBLE'],
    ['boolean', 'BOOLEAN'],
    ['date', 'DATE'],
    ['timestamp', 'TIMESTAMP'],
  ]);
  const casts = Object.keys(COLUMNS).map((name) => `CAST("${name}" AS VARCHAR)`);
  const rows = (await connection.runAndReadAll(`SELECT ${casts.join(', ')} FROM ${from}`)).getRowsJson();
  connection.closeSync();
  expect(rows.map((row) => row[0])).toEqual(COLUMNS.text);
  expect(rows.map((row) => row[1])).toEqual(COLUMNS.integer);
  expect(rows.map((row) => row[2])).toEqual([
    '0.000000',
    '-12.500000',
    null,
    COLUMNS.decimal[3],
    '0.000001',
    '-0.000001',
  ]);
  expect(rows.map((row) => (row[3] === null ? null : Number(row[3])))).toEqual(
    COLUMNS.double.map((value) => (value === null ? null : Number(value))),
  );
  expect(rows.map((row) => row[4])).toEqual(COLUMNS.boolean);
  expect(rows.map((row) => row[5])).toEqual(COLUMNS.date);
  expect(rows.map((row) => row[6])).toEqual(COLUMNS.timestamp.map((value) => value?.replace('+00', '') ?? null));
});

test('a Parquet file of many rows has several row groups, all of which are read', async () => {
  const ids = Array.from({ length: 120_001 }, (_, place) => (place % 7 === 0 ? null : String(place)));
  const path = join(folder, 'many.parquet');
  writeFileSync(path, await fileOf({ kind: 'parquet', columns: [{ name: 'id', type: { kind: 'integer' } }] }, [ids]));
  const connection = await instance.connect();
  const found = await connection.runAndReadAll(
    `SELECT count(*)::INTEGER, count(id)::INTEGER, sum(id)::BIGINT FROM read_parquet(${quoteText(path)})`,
  );
  connection.closeSync();
  const present = ids.filter((id) => id !== null).map(Number);
  expect(found.getRowsJson()[0]).toEqual([
    ids.length,
    present.length,
    String(present.reduce((sum, id) => sum + id, 0)),
  ]);
});

test('what Parquet cannot hold is refused by name', async () => {
  const format: ParquetFormat = { kind: 'parquet', columns: [{ name: 'day', type: { kind: 'date' } }] };
  await expect(fileOf(format, [['infinity']])).rejects.toThrow("'infinity' in 'day'");
});

const xlsxFormat = (columns: XlsxFormat['columns'], heading = 'Accounts'): XlsxFormat => ({
  kind: 'xlsx',
  heading,
  columns,
});

test('a workbook is read back: texts as they are, numbers as numbers, days as days', async () => {
  const format = xlsxFormat([
    { name: 'text', type: 'text' },
    { name: 'number', type: 'number' },
    { name: 'double', type: 'double' },
    { name: 'flag', type: 'boolean' },
    { name: 'day', type: 'date' },
    { name: '=SUM(A1)', type: 'timestamp' },
  ]);
  const { text, integer, double, boolean, date, timestamp } = COLUMNS;
  const book = await readXlsx(new Uint8Array(await fileOf(format, [text, integer, double, boolean, date, timestamp])));
  const [sheet] = book.sheets;
  expect(sheet!.name).toBe('Accounts');
  const [head, ...rows] = sheet!.rows;
  expect(head).toEqual(['text', 'number', 'double', 'flag', 'day', '=SUM(A1)']);
  expect(rows.map((row) => row[0] ?? null)).toEqual(text);
  // Digits that a spreadsheet would round stay a text.
  expect(rows.map((row) => row[1] ?? null)).toEqual([0, -1, null, integer[3], integer[4], 42]);
  expect(rows.map((row) => row[2] ?? null)).toEqual(double.map((value) => (value === null ? null : Number(value))));
  expect(rows.map((row) => row[3] ?? null)).toEqual([true, false, null, true, true, false]);
  expect(rows.map((row) => (row[4] instanceof Date ? row[4].toISOString().slice(0, 10) : (row[4] ?? null)))).toEqual(
    date,
  );
  expect(rows[1]![5]).toBe('2025-06-30 23:59:59.999999');
  expect((rows[4]![5] as Date).toISOString()).toBe('2026-01-01T00:00:00.000Z');
});

test('a text that no cell can hold is refused by its column', async () => {
  const format = xlsxFormat([{ name: 'note', type: 'text' }]);
  await expect(fileOf(format, [['x'.repeat(32_768)]])).rejects.toThrow(
    "A text of 'note' has more than 32767 characters",
  );
});
