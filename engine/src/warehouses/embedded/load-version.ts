import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isUuid } from '@rise/contract';
import { LoadError, RejectLimitExceeded } from '../../errors.ts';
import { LOADER_ENTRY } from './entries.ts';
import { forkProcess, lastWords } from './fork-process.ts';
import { canBeFrugal } from './load-memory.ts';
import type {
  BaseVersion,
  FromLoader,
  Loaded,
  LoadedTable,
  LoadProgress,
  LoadSetup,
  LoadTable,
  TableProfiles,
  UnsummedColumns,
} from './messages.ts';
import type { RejectSummary } from './rejected-rows.ts';
import type { LoadRollup } from '../../rollups/rollup.ts';
import type { ReaderFiles } from './segments.ts';
import { removeLoadFolder, removeUnfinished } from './unfinished-files.ts';

export interface LoadOptions {
  /** The folder with the files to load. */
  sourceDir: string;
  tables: LoadTable[];
  /** Value of the first column, `tenant_id`, in every row. */
  tenant: string;
  /** Column by which each tenant's rows are sorted, in tables that have it and name none of their own. */
  sortKey?: string;
  /** Column whose latest day is the version's as-of date, unless tables name their own. */
  asOf?: { table: string; column: string };
  /** Share of a table's uploaded rows (0 to 1) that may be rejected. Default: `REJECT_LIMIT`. */
  rejectLimit?: number;
  /** Rollups to build in the same file. One that cannot be built is left out; the reason is returned. */
  rollups?: LoadRollup[];
  /** Columns that the model knows as identifiers or codes, whose totals are left out. */
  unsummed?: UnsummedColumns;
  /** To add rollups to an existing version: its files. */
  over?: ReaderFiles;
  /** The version before, whose rows stay where nothing replaces them; its files are in the target's folder. */
  base?: BaseVersion;
  /** The version file to create; it must not exist, since versions never change. */
  target: string;
  /** The bundled loader, if the host is a bundle. */
  entry?: string;
  onTable?: (table: LoadedTable) => void;
  /** Several times a second. */
  onProgress?: (progress: LoadProgress) => void;
  signal?: AbortSignal;
}

export const REJECT_LIMIT = 0.01;

/** `asOf` is 'YYYY-MM-DD', or null if no table has a day. `coverage` says when each column was delivered. */
export interface LoadedVersion extends Loaded {
  file: string;
  /** Those of its large tables, which are made once it can be read; fewer where that does not succeed. Never rejects. */
  profiles: Promise<TableProfiles>;
}

/**
 * Builds a version in a child process, which then profiles its tables until it is aborted. Throws `LoadError` or the
 * signal's reason, and leaves no file in that case.
 */
export async function loadVersion(options: LoadOptions): Promise<LoadedVersion> {
  options.signal?.throwIfAborted();
  const target = resolve(options.target);
  if (existsSync(target)) throw new LoadError(`The version ${target} exists already. Load under the next number.`);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const frugal = await canBeFrugal({ ...options, base: options.base ?? null });
  const outcome = await runLoader(options, target, frugal);
  const enough = 'wantsMemory' in outcome && outcome.wantsMemory ? await runLoader(options, target, false) : outcome;
  if ('loaded' in enough) return { file: target, ...enough.loaded, profiles: enough.profiles };
  options.signal?.throwIfAborted();
  if (enough.rejects !== null) throw new RejectLimitExceeded(enough.failure, enough.rejects);
  throw new LoadError(enough.failure);
}

type Outcome =
  | { loaded: Loaded; profiles: Promise<TableProfiles> }
  | {
      /** Why nothing was loaded. */
      failure: string;
      rejects: RejectSummary | null;
      /** Whether it may be loaded with more memory. */
      wantsMemory: boolean;
    };

/** Runs a child process until it has loaded the version, or has ended without a file. */
async function runLoader(options: LoadOptions, target: string, frugal: boolean): Promise<Outcome> {
  // What is canceled from here on ends the process.
  options.signal?.throwIfAborted();
  const child = forkProcess({
    entry: options.entry ?? LOADER_ENTRY,
    heapMb: 256,
    frugal,
    setup: setupOf(options, target, frugal),
  });
  const words = lastWords(child);
  const abort = () => child.kill('SIGKILL');
  options.signal?.addEventListener('abort', abort);
  const failed = { failure: '', rejects: null as RejectSummary | null, wantsMemory: false };
  let profiles: TableProfiles = {};
  let isLoaded: (loaded: Loaded) => void;
  const loading = new Promise<Loaded>((done) => (isLoaded = done));
  child.on('message', (message: FromLoader) => {
    if ('progress' in message) options.onProgress?.(message.progress);
    else if ('table' in message) options.onTable?.(message.table);
    else if ('loaded' in message) isLoaded(message.loaded);
    else if ('profiles' in message) ({ profiles } = message);
    else {
      failed.failure = message.failed;
      failed.rejects = message.rejects ?? null;
      failed.wantsMemory = frugal && message.wantsMemory === true;
    }
  });
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', (error) => {
      failed.failure = error.message;
      done();
    });
  }).then(() => options.signal?.removeEventListener('abort', abort));
  const loaded = await Promise.race([loading, ended.then(() => null)]);
  if (loaded !== null) return { loaded, profiles: ended.then(() => removeLoadFolder(target)).then(() => profiles) };
  await Promise.all([rm(target, { force: true }), removeUnfinished(target)]);
  failed.failure ||= `The loading process ended before it was finished. ${words()}`;
  return failed;
}

function setupOf(options: LoadOptions, target: string, frugal: boolean): LoadSetup {
  return {
    sourceDir: resolve(options.sourceDir),
    tables: options.tables,
    tenant: options.tenant,
    // Unlike of a text, DuckDB knows from a block's least and greatest UUID that all of its rows are the tenant's, and
    // does not compare each. Bound as a text, an id takes the column's type.
    tenantType: isUuid(options.tenant) ? 'UUID' : 'VARCHAR',
    sortKey: options.sortKey ?? null,
    asOf: options.asOf ?? null,
    rejectLimit: options.rejectLimit ?? REJECT_LIMIT,
    rollups: options.rollups ?? [],
    unsummed: options.unsummed ?? {},
    over: options.over ?? null,
    base: options.base ?? null,
    frugal,
    as: `v${randomUUID().replaceAll('-', '')}`,
    target,
  };
}
