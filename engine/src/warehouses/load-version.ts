import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { LoadError } from '../errors.ts';
import { forkProcess, lastWords, LOADER_ENTRY } from './fork-process.ts';
import type { FromLoader, LoadedRollup, LoadedTable, LoadRollup, LoadTable } from './messages.ts';

export interface LoadOptions {
  /** The folder with the Parquet files. */
  sourceDir: string;
  tables: LoadTable[];
  /** Written into the first column, `tenant_id`, of every row. */
  tenant: string;
  /** The column by which rows are sorted within the tenant, where a table has it. */
  sortKey: string;
  /** The column whose latest day the version is true of. */
  asOf?: { table: string; column: string };
  /** What is added up beforehand, in the same file. One that cannot be built is left out, and the reason told. */
  rollups?: LoadRollup[];
  /** Where rollups are built beside a version that there is: its file. */
  over?: string;
  /** The version file to make; must not exist yet, for versions never change. */
  target: string;
  /** The bundled loader, where the host is a bundle. */
  entry?: string;
  onProgress?: (table: LoadedTable) => void;
  signal?: AbortSignal;
}

export interface LoadedVersion {
  file: string;
  tables: LoadedTable[];
  rollups: LoadedRollup[];
  /** 'YYYY-MM-DD', or null without `asOf`. */
  asOf: string | null;
  bytes: number;
}

/** Builds a version in a process of its own. Throws `LoadError`, or the signal's reason, and then leaves no file behind. */
export async function loadVersion(options: LoadOptions): Promise<LoadedVersion> {
  options.signal?.throwIfAborted();
  const target = resolve(options.target);
  if (existsSync(target)) throw new LoadError(`The version ${target} exists already. Load under the next number.`);
  await mkdir(dirname(target), { recursive: true });
  const child = forkProcess({
    entry: options.entry ?? LOADER_ENTRY,
    heapMb: 256,
    setup: {
      sourceDir: resolve(options.sourceDir),
      tables: options.tables,
      tenant: options.tenant,
      sortKey: options.sortKey,
      asOf: options.asOf ?? null,
      rollups: options.rollups ?? [],
      over: options.over ?? null,
      target,
    },
  });
  let loaded: Extract<FromLoader, { loaded: unknown }>['loaded'] | null = null;
  const words = lastWords(child);
  let failure: string | null = null;
  child.on('message', (message: FromLoader) => {
    if ('progress' in message) options.onProgress?.(message.progress);
    else if ('loaded' in message) loaded = message.loaded;
    else failure = message.failed;
  });
  const abort = () => child.kill('SIGKILL');
  options.signal?.addEventListener('abort', abort);
  await new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', (error) => {
      failure = error.message;
      done();
    });
  });
  options.signal?.removeEventListener('abort', abort);
  if (loaded !== null) {
    const { tables, rollups, asOf, bytes } = loaded as Extract<FromLoader, { loaded: unknown }>['loaded'];
    return { file: target, tables, rollups, asOf, bytes };
  }
  await Promise.all([target, `${target}.partial`, `${target}.partial.wal`].map((path) => rm(path, { force: true })));
  options.signal?.throwIfAborted();
  throw new LoadError(failure ?? `The loading process ended before it was done. ${words()}`);
}
