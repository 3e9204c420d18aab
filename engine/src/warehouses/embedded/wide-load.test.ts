import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableSettings } from '@rise/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOADER_ENTRY } from './entries.ts';
import { loadVersion } from './load-version.ts';
import type { LoadOptions } from './load-version.ts';
import type { LoadTable } from './messages.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rise-wide-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TYPES = [
  { kind: 'integer' },
  { kind: 'decimal', scale: 2, decimal: '.' },
  { kind: 'date', format: '%Y-%m-%d' },
  { kind: 'text' },
  { kind: 'number', decimal: '.' },
] as const;

/** A value of the column's type. */
function valueOf(row: number, place: number): string {
  if (place === 0) return String(row);
  const day = String((row % 27) + 1).padStart(2, '0');
  return [String(row * place), `${row}.${place % 10}5`, `2024-01-${day}`, `text ${row}`, `${row}.5e2`][place % 5]!;
}

/** A file of so many columns, with a row as an array of cells for each number. */
function wideFile(name: string, columns: number, rows: readonly (readonly string[])[]): LoadTable {
  const places = Array.from({ length: columns }, (_, place) => place);
  const settings = tableSettings.parse({
    kind: 'text',
    encoding: 'utf-8',
    delimiter: ';',
    quote: '"',
    escape: '"',
    skipLines: 0,
    header: true,
    columns: places.map((place) => ({ title: `C ${place}`, name: `c${place}`, type: TYPES[place % 5] })),
  });
  const lines = [places.map((place) => `C ${place}`), ...rows].map((cells) => cells.join(';'));
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  return { table: 'wide', inspected: [{ file: name, title: name, part: '', settings }], asOf: null } as LoadTable;
}

const rowOf = (row: number, columns: number) => Array.from({ length: columns }, (_, place) => valueOf(row, place));

const load = (version: number, tables: LoadTable[], more: Partial<LoadOptions> = {}) =>
  loadVersion({ sourceDir: folder, tables, tenant: 'alder', target: join(folder, `${version}.duckdb`), ...more });

async function query(file: string, select: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const rows = (await connection.runAndReadAll(select)).getRowsJson();
  connection.closeSync();
  instance.closeSync();
  return rows;
}

/** The highest resident memory so far of the loaders that this process starts, in MB. */
function watchLoaders() {
  let peak = 0;
  const timer = setInterval(() => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        if (!status.includes(`PPid:\t${process.pid}\n`)) continue;
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(basename(LOADER_ENTRY))) continue;
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
      } catch {
        // It has ended meanwhile.
      }
  }, 50);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

it('casts the columns of a wide file some at a time: each row whole, rejected cells of all of them listed', async () => {
  const columns = 1101;
  const rows = Array.from({ length: 400 }, (_, row) => rowOf(row, columns));
  rows[5] = rows[5]!.with(0, 'none');
  rows[7] = rows[7]!.with(5, '1x').with(1002, '2024');
  rows[9] = rows[9]!.slice(0, 3);
  const loaded = await load(1, [wideFile('rejects.csv', columns, rows)], { rejectLimit: 0.5 });
  expect(loaded.tables).toMatchObject([{ rows: 397, rejected: 3 }]);
  const rejects = readFileSync(join(folder, '1.rejects.csv'), 'utf8').trim().split('\r\n').slice(1);
  expect(rejects.map((line) => line.split(',').slice(2, 4)).toSorted()).toEqual([
    ['11', ''],
    ['7', 'c0'],
    ['9', 'c1002'],
    ['9', 'c5'],
  ]);
  const shown = 'c0, c1, CAST(c2 AS VARCHAR), c1098, c1099, CAST(c1100 AS VARCHAR)';
  expect(await query(loaded.file, `SELECT ${shown} FROM wide WHERE c0 IN (0, 399) ORDER BY c0`)).toEqual([
    ['0', '0.15', '2024-01-01', 'text 0', 50, '0'],
    ['399', '399.15', '2024-01-22', 'text 399', 39950, String(399 * 1100)],
  ]);
  // Nothing of what the columns were cast in.
  const tables = await query(loaded.file, 'SELECT table_name FROM duckdb_tables()');
  expect(tables).toEqual([['wide']]);
}, 600_000);

it('takes less than 1 GB for 5,000 columns of all types', async () => {
  const columns = 5000;
  const table = wideFile('most.csv', columns, Array.from({ length: 60 }, (_, row) => rowOf(row, columns))); // prettier-ignore
  const peak = watchLoaders();
  const loaded = await load(2, [table]);
  expect(loaded.tables).toMatchObject([{ rows: 60, rejected: 0 }]);
  expect(await query(loaded.file, 'SELECT SUM(c0), SUM(c4995) FROM wide')).toEqual([['1770', String(1770 * 4995)]]);
  const mb = peak();
  expect(mb).toBeGreaterThan(100);
  expect(mb).toBeLessThan(1024);
}, 900_000);
