import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableSettings } from '@rise/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOADER_ENTRY } from './entries.ts';
import { forkProcess } from './fork-process.ts';
import { buildVersion } from './build-version.ts';
import { loadVersion } from './load-version.ts';
import type { LoadedVersion } from './load-version.ts';
import type { LoadSetup, LoadTable } from './messages.ts';
import { rejectsPath } from './rejects-file.ts';
import { loadFolder, removeUnfinished } from './unfinished-files.ts';

const KILLS = Number(process.env.RISE_KILLS ?? 5);
const ROWS = 5000;
let folder: string;
let versions: string;
let first: LoadedVersion;
let loadMs: number;

const settings = tableSettings.parse({
  kind: 'text',
  // Through a named pipe.
  encoding: 'windows-1252',
  delimiter: ',',
  quote: '"',
  escape: '"',
  skipLines: 0,
  header: true,
  columns: [
    { title: 'id', name: 'id', type: { kind: 'integer' } },
    { title: 'amount', name: 'amount', type: { kind: 'decimal', scale: 2 } },
  ],
});
const tables = (mode?: LoadTable['mode']): LoadTable[] => [
  { table: 'lines', inspected: [{ file: 'lines.csv', title: 'lines.csv', part: '', settings }], asOf: null, ...(mode && { mode }) }, // prettier-ignore
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rise-kill-'));
  versions = join(folder, 'versions');
  // One row is ragged, one has a text instead of a number: both kinds of rejects are written.
  const lines = Array.from({ length: ROWS }, (_, id) => (id === 77 ? `${id}` : `${id},${id === 78 ? 'x' : '1.50'}`));
  writeFileSync(join(folder, 'lines.csv'), `id,amount\n${lines.join('\n')}\n`);
  const started = performance.now();
  first = await loadVersion({ sourceDir: folder, tables: tables(), tenant: 'alder', target: join(versions, '1.duckdb') }); // prettier-ignore
  loadMs = performance.now() - started;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function contentsOf(file: string): Promise<unknown[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`ATTACH '${first.file}' AS "${first.segments['lines']![0]!.as}" (READ_ONLY)`);
  if (file !== first.file) await connection.run(`ATTACH '${file}' AS version (READ_ONLY)`);
  const catalog = file === first.file ? `"${first.segments['lines']![0]!.as}"` : 'version';
  const read = await connection.runAndReadAll(`SELECT COUNT(*), CAST(SUM(amount) AS VARCHAR) FROM ${catalog}.lines`);
  connection.closeSync();
  instance.closeSync();
  return read.getRowsJson()[0]!;
}

const setupOf = (target: string, mode: LoadTable['mode']): LoadSetup => ({
  sourceDir: folder,
  tables: tables(mode),
  tenant: 'alder',
  tenantType: 'VARCHAR',
  sortKey: null,
  asOf: null,
  rejectLimit: 0.01,
  rollups: [],
  unsummed: {},
  over: null,
  frugal: false,
  base: { segments: first.segments, coverage: first.coverage },
  as: 'new_version',
  target,
});

it('publishes nothing and leaves nothing once the next start has removed its files', async () => {
  const target = join(versions, '2.duckdb');
  const onTable = () => removeUnfinished(target);
  await expect(buildVersion(setupOf(target, 'append'), { onTable, onProgress: () => {} })).rejects.toThrow(
    /no such file/i,
  );
  expect(readdirSync(versions).toSorted()).toEqual([first.file, rejectsPath(first.file)].map((path) => basename(path)));
});

it(
  `is the old version or the new one after each of ${KILLS} kills, and leaves only what the next start removes`,
  async () => {
    const whole = [String(ROWS - 2), `${((ROWS - 2) * 1.5).toFixed(2)}`];
    expect(await contentsOf(first.file)).toEqual(whole);
    const outcomes: boolean[] = [];
    for (let turn = 0; turn < KILLS; turn++) {
      const target = join(versions, '2.duckdb');
      const mode = turn % 2 === 0 ? 'append' : { upsert: ['id'] };
      const setup = setupOf(target, mode as LoadTable['mode']);
      const child = forkProcess({ entry: LOADER_ENTRY, setup, heapMb: 256 });
      const ended = once(child, 'exit');
      // Spread over the whole load; the first moments are the same in all.
      await Promise.race([sleep(loadMs * (0.2 + (turn + Math.random()) / KILLS)), ended]);
      child.kill('SIGKILL');
      await ended;
      expect(await contentsOf(first.file)).toEqual(whole);
      const isNew = existsSync(target);
      outcomes.push(isNew);
      if (isNew) {
        const rows = (mode === 'append' ? 2 : 1) * (ROWS - 2);
        expect(await contentsOf(target)).toEqual([String(rows), (rows * 1.5).toFixed(2)]);
        expect(existsSync(rejectsPath(target))).toBe(true);
      }
      const paths = [first.file, rejectsPath(first.file), target, rejectsPath(target), loadFolder(target).path];
      const known = new Set(paths.map((path) => basename(path)));
      expect(readdirSync(versions).filter((name) => !known.has(name))).toEqual([]);
      rmSync(target, { force: true });
      await removeUnfinished(target);
    }
    expect(outcomes).toHaveLength(KILLS);
  },
  60_000 + KILLS * 10_000,
);
