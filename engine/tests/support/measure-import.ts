import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableSettings } from '@rise/contract';
import { loadVersion } from '../../src/warehouses/embedded/load-version.ts';
import type { LoadedVersion } from '../../src/warehouses/embedded/load-version.ts';
import type { MergeMode } from '../../src/warehouses/embedded/messages.ts';
import { WorkbookWriter } from '../../src/files/xlsx/testing/write-workbook.ts';
import { Readers } from '../../src/warehouses/embedded/readers.ts';
import { attachedFiles } from '../../src/warehouses/embedded/segments.ts';
import { LOADER_ENTRY, READER_ENTRY } from './built-entries.ts';

/**
 * Measures loads of a large text file, for the benchmark: `measure-import.ts <folder> <rows>` prints one JSON object.
 * The file is generated where it is missing. With the argument `typed`, it is the child process that loads the file
 * with one typed statement; with `workbook`, a folder and a number of rows, only the workbook is measured.
 */
export interface ImportMeasures {
  csvBytes: number;
  /** By turn, in milliseconds: our load, and the engine's own typed, sorted CREATE TABLE AS of the same file. */
  loads: number[];
  typed: number[];
  peakMb: number;
  /** p95 of a reader's queries, in milliseconds. */
  atRest: number;
  during: number;
  append: { ms: number; bytes: number };
  upsert: { ms: number; bytes: number };
  /** Of a workbook with `WORKBOOK_ROWS` rows. */
  workbook: { rows: number; ms: number; peakMb: number };
}

const TURNS = 3;
const CHANGED_ROWS = 10_000;
const WORKBOOK_ROWS = 500_000;
const TENANT = '018f3a52-7d1c-7000-8000-0000000000a1';

const ROWS = (from: number, count: number) => `SELECT i AS id,
  'A' || lpad(CAST(hash(i) % 400000 AS VARCHAR), 9, '0') AS account,
  DATE '2023-01-01' + CAST(hash(i + 1) % 1000 AS INTEGER) AS booked_on,
  TIMESTAMP '2023-01-01 00:00:00' + to_seconds(CAST(hash(i + 2) % 86400000 AS BIGINT)) AS entered_at,
  CAST(hash(i + 3) % 40 AS INTEGER) AS branch,
  ['deposit', 'withdrawal', 'transfer', 'fee', 'interest'][1 + CAST(hash(i + 4) % 5 AS INTEGER)] AS kind,
  CAST((CAST(hash(i + 5) % 2000000 AS BIGINT) - 1000000) / 100.0 AS DECIMAL(18, 2)) AS amount,
  CAST((hash(i + 6) % 100000000) / 100.0 AS DECIMAL(18, 2)) AS balance,
  (hash(i + 7) % 100000) / 1000000.0 AS rate,
  lpad(CAST(hash(i + 8) % 10000 AS VARCHAR), 4, '0') AS code,
  'Statement line ' || CAST(hash(i + 9) % 1000000 AS VARCHAR) AS note,
  CAST(hash(i + 10) % 2 AS INTEGER) AS cleared
FROM range(${from}, ${from + count}) t(i)`;

const TYPES = {
  id: 'BIGINT',
  account: 'VARCHAR',
  booked_on: 'DATE',
  entered_at: 'TIMESTAMP',
  branch: 'BIGINT',
  kind: 'VARCHAR',
  amount: 'DECIMAL(18, 2)',
  balance: 'DECIMAL(18, 2)',
  rate: 'DOUBLE',
  code: 'VARCHAR',
  note: 'VARCHAR',
  cleared: 'BIGINT',
} as const;

const KINDS = {
  BIGINT: { kind: 'integer' },
  VARCHAR: { kind: 'text' },
  DATE: { kind: 'date', format: '%Y-%m-%d' },
  TIMESTAMP: { kind: 'timestamp', format: '%Y-%m-%d', zoned: false },
  'DECIMAL(18, 2)': { kind: 'decimal', scale: 2 },
  DOUBLE: { kind: 'number' },
} as const;

const settings = tableSettings.parse({
  kind: 'text',
  encoding: 'utf-8',
  delimiter: ',',
  quote: '"',
  escape: '"',
  skipLines: 0,
  header: true,
  columns: Object.entries(TYPES).map(([name, type]) => ({ title: name, name, type: KINDS[type] })),
});

async function writeCsv(path: string, from: number, count: number): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  await connection.run(`COPY (${ROWS(from, count)}) TO '${path}' (HEADER)`);
  connection.closeSync();
  instance.closeSync();
}

/** The engine's own load, with the settings of ours. */
async function loadTyped(csv: string, file: string): Promise<void> {
  setPriority(10);
  const instance = await DuckDBInstance.create(file, { threads: '2', memory_limit: '448MB' });
  const connection = await instance.connect();
  const types = Object.entries(TYPES).map(([name, type]) => `'${name}': '${type}'`);
  await connection.run(
    `CREATE TABLE lines AS SELECT CAST('${TENANT}' AS UUID) AS tenant_id, * FROM read_csv('${csv}', auto_detect=false, header=true, delim=',', quote='"', escape='"', columns={${types.join(', ')}}) ORDER BY tenant_id, id`,
  );
  await connection.run('CHECKPOINT');
  connection.closeSync();
  instance.closeSync();
}

function runTyped(csv: string, file: string): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['typed', csv, file]);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The typed load failed.'))));
  });
}

/** Watches the loaders that this process starts; returns their highest resident memory so far, in MB. */
function watchLoaders(): { peakMb(): number; stop(): void } {
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
  }, 100);
  return { peakMb: () => peak, stop: () => clearInterval(timer) };
}

const timed = async (work: () => Promise<unknown>) => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};
const p95 = (sample: readonly number[]) => sample.toSorted((a, b) => a - b)[Math.floor(sample.length * 0.95)]!;

interface LoadRequest {
  folder: string;
  csv: string;
  number: number;
  mode?: MergeMode;
  before?: LoadedVersion;
}

function load({ folder, csv, number, mode, before }: LoadRequest): Promise<LoadedVersion> {
  const inspected = [{ file: basename(csv), title: basename(csv), part: '', settings }];
  return loadVersion({
    sourceDir: dirname(csv),
    tables: [{ table: 'lines', inspected, asOf: null, sortBy: ['id'], ...(mode && { mode }) }],
    tenant: TENANT,
    ...(before && { base: { ...before, totals: Object.fromEntries(before.tables.map(({ table, totals }) => [table, totals])) } }), // prettier-ignore
    target: join(folder, `${number}.duckdb`),
    entry: LOADER_ENTRY,
  });
}

/** Until its process has ended. */
async function loadAndProfile(request: LoadRequest): Promise<void> {
  await (
    await load(request)
  ).profiles;
}

/** Between two queries of a reader: of a person who looks at a dashboard, and not of a machine. */
const PAUSE_MS = 100;

/** Queries one after the other until `work` is done; its times. */
async function whileReading(readers: Readers, version: LoadedVersion, work: Promise<unknown>): Promise<number[]> {
  const files = { file: version.file, beside: attachedFiles(version.file, version.segments) };
  const sql = 'SELECT branch, SUM(amount) FROM lines WHERE id >= ? GROUP BY branch ORDER BY branch';
  const types = ['integer', 'integer'] as const;
  const state = { done: false };
  void work.finally(() => (state.done = true)).catch(() => undefined);
  const times: number[] = [];
  for (let turn = 0; !state.done; turn++) {
    times.push(await timed(() => readers.query(files, [{ sql, parameters: [turn], types: [...types], limit: null }])));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  await work;
  return times;
}

async function measureReader(csv: string, folder: string, version: LoadedVersion) {
  const readers = new Readers({ maxProcesses: 1, memoryMb: 512, deadlineMs: 60_000, threads: 2, entry: READER_ENTRY });
  const rest = () => new Promise((resolve) => setTimeout(resolve, 6000));
  const atRest: number[] = [];
  const during: number[] = [];
  await whileReading(readers, version, rest());
  for (let turn = 0; turn < 2; turn++) {
    atRest.push(...(await whileReading(readers, version, rest())));
    during.push(...(await whileReading(readers, version, loadAndProfile({ folder, csv, number: 50 + turn }))));
    await rm(join(folder, `${50 + turn}.duckdb`));
  }
  await readers.close();
  return { atRest: p95(atRest), during: p95(during) };
}

async function writeWorkbook(path: string, count: number): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  const workbook = new WorkbookWriter();
  const names = Object.keys(TYPES);
  workbook.add(names);
  const isNumber = Object.values(TYPES).map((type) => KINDS[type].kind !== 'text' && !/DATE|TIME/.test(type));
  const values = names.map((name) => `CAST(${name} AS VARCHAR)`).join(', ');
  const found = await connection.stream(`SELECT ${values} FROM (${ROWS(0, count)})`);
  for await (const rows of found.yieldRowsJson())
    for (const row of rows) workbook.add(row.map((cell, place) => (isNumber[place] ? Number(cell) : String(cell))));
  connection.closeSync();
  instance.closeSync();
  await writeFile(path, workbook.finish());
}

/** Loads a workbook, and returns what the loader took for it. */
async function measureWorkbook(folder: string, count: number): Promise<ImportMeasures['workbook']> {
  const path = join(folder, 'workbook.xlsx');
  await writeWorkbook(path, count);
  const columns = Object.entries(TYPES).map(([name, type]) => ({ title: name, name, type: KINDS[type] }));
  const sheet = tableSettings.parse({ kind: 'sheet', skipRows: 0, header: true, columns });
  const inspected = [{ file: basename(path), title: basename(path), part: 'S', settings: sheet }];
  const watched = watchLoaders();
  let rows = 0;
  let profiles: Promise<unknown> = Promise.resolve();
  const ms = await timed(async () => {
    const target = join(folder, 'workbook.duckdb');
    const tables = [{ table: 'lines', inspected, asOf: null, sortBy: ['id'] }];
    const loaded = await loadVersion({ sourceDir: folder, tables, tenant: TENANT, target, entry: LOADER_ENTRY });
    rows = loaded.tables[0]!.rows;
    profiles = loaded.profiles;
  });
  await profiles;
  watched.stop();
  return { rows, ms, peakMb: watched.peakMb() };
}

async function measure(folder: string, rows: number): Promise<ImportMeasures> {
  const csv = join(folder, `lines-${rows}.csv`);
  const versions = join(folder, 'import');
  await mkdir(folder, { recursive: true });
  await rm(versions, { recursive: true, force: true });
  await mkdir(versions);
  if (!statSync(csv, { throwIfNoEntry: false })) await writeCsv(csv, 0, rows);
  const watched = watchLoaders();
  const loads: number[] = [];
  const typed: number[] = [];
  let first: LoadedVersion | null = null;
  for (let turn = 1; turn <= TURNS; turn++) {
    const file = join(versions, 'typed.duckdb');
    typed.push(await timed(() => runTyped(csv, file)));
    await rm(file);
    loads.push(await timed(async () => (first = await load({ folder: versions, csv, number: turn }))));
    await first!.profiles;
    if (turn < TURNS) await rm(join(versions, `${turn}.duckdb`));
  }
  const base = first!;
  const reader = await measureReader(csv, versions, base);
  const more = join(folder, 'more.csv');
  await writeCsv(more, rows, CHANGED_ROWS);
  const change = async (number: number, mode: MergeMode) => {
    let changed: LoadedVersion | null = null;
    const ms = await timed(async () => (changed = await load({ folder: versions, csv: more, number, mode, before: base }))); // prettier-ignore
    const { bytes, profiles } = changed!;
    await profiles;
    return { ms, bytes };
  };
  await change(89, 'append');
  const append = await change(90, 'append');
  await writeCsv(more, rows - CHANGED_ROWS / 2, CHANGED_ROWS);
  const upsert = await change(91, { upsert: ['id'] });
  const peakMb = watched.peakMb();
  watched.stop();
  const workbook = await measureWorkbook(versions, WORKBOOK_ROWS);
  await rm(versions, { recursive: true, force: true });
  return { csvBytes: statSync(csv).size, loads, typed, peakMb, ...reader, append, upsert, workbook };
}

const [first, second, third] = process.argv.slice(2);
if (first === 'typed') await loadTyped(second!, third!);
else if (first === 'workbook') process.stdout.write(JSON.stringify(await measureWorkbook(second!, Number(third))));
else {
  const measures = await measure(first!, Number(second));
  if (third !== undefined) await writeFile(third, JSON.stringify(measures));
  process.stdout.write(JSON.stringify(measures));
}
process.exit(0);
