import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportProgress, ImportResult } from '@rise/contract';
import type { LoadedVersion, LoadProgress } from '@rise/engine';
import type { Logger } from 'pino';
import { systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { RunningWork } from '../jobs/running-work.ts';
import { noteJobFailure, noteJobStopped, traceJob } from '../jobs/trace-job.ts';
import { activeTenants } from '../tenants/tenants.service.ts';
import type { StoredFile, UploadService } from '../uploads/uploads.service.ts';
import type { PublishedLoad, WarehouseService } from '../warehouse/warehouse.service.ts';
import { choicesOf, titlesOf } from './draft.rules.ts';
import { publishImport, type ImportStore } from './import-store.ts';
import {
  adopt,
  insertPart,
  isAnyWaiting,
  listActive,
  lockImports,
  presentParts,
  saveEnd,
  saveLoaded,
  saveProgress,
  saveSource,
  takeNext,
  type ImportRow,
} from './imports.sql.ts';
import { failureOf, ImportFailure } from './failures.rules.ts';
import { loadRequest, repeatedPart, type LoadRequest } from './load-request.rules.ts';
import { presentImport } from './present-import.ts';
import { orphansOf, thisProcess } from './this-process.ts';

/** Refuses a load in the transaction that makes it current. */
export { ImportFailure };

/** Imports that run at the same time, of different tenants: each takes a core and up to 1 GB. */
const CONCURRENT = 2;
/** How often progress is stored, and open pages hear of it. */
const PROGRESS_MS = 1000;
/** When to look again for a turn that another process has. */
const RETRY_MS = 1000;

export interface ImportRunnerOptions {
  readonly database: Database;
  readonly warehouses: WarehouseService;
  readonly uploads: UploadService;
  readonly store: ImportStore;
  /** Folder of uploaded files, with one folder per tenant. */
  readonly uploadDirectory: string;
  /** Folder of rejected rows, with one folder per tenant. */
  readonly rejectDirectory: string;
  readonly log: Logger;
  /** Other writes of the transaction in which an import becomes a version. Throws `ImportFailure` to refuse it. */
  readonly onLoaded?: (tx: TenantTx, loaded: LoadedImport) => Promise<void>;
}

/** An import that is becoming a version. */
export interface LoadedImport {
  readonly id: string;
  readonly version: number;
  readonly results: readonly ImportResult[];
}

/** An import that runs from now on. */
type Taken = { row: ImportRow } & ReturnType<RunningWork['begin']>;

/** Runs imports that wait: one at a time of a tenant, in their order, a few at a time of all tenants. */
export class ImportRunner {
  readonly #options: ImportRunnerOptions;
  readonly #database: Database;
  /** Tenants with imports that may wait, in the order of their requests. */
  readonly #queue = new Set<string>();
  readonly #busy = new Map<string, Promise<void>>();
  readonly #running = new RunningWork();
  readonly #timers = new Set<NodeJS.Timeout>();
  #isClosed = false;

  constructor(options: ImportRunnerOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  /** A tenant has an import that waits. */
  enqueue(tenantId: string): void {
    this.#queue.add(tenantId);
    this.#startNext();
  }

  /** Stops a running import, and resolves once it has ended; false if it does not run here. */
  cancel(id: string): Promise<boolean> {
    return this.#running.stop(id, new ImportFailure('canceled', ''));
  }

  /** Resolves once the tenant's imports of this process have ended. */
  async idle(tenantId: string): Promise<void> {
    while (this.#queue.has(tenantId) || this.#busy.has(tenantId)) await this.#busy.get(tenantId);
  }

  /**
   * Ends what a killed process left behind: its running imports have failed, its waiting ones wait here, and files of
   * versions that were never completed are removed. Returns imports whose inspection was cut off.
   */
  async recover(): Promise<{ tenantId: string; id: string }[]> {
    const cutOff: { tenantId: string; id: string }[] = [];
    for (const { id: tenantId } of await activeTenants(this.#database)) {
      const actor = systemIn(tenantId);
      const active = await this.#database.withTenant(actor, listActive, 'reads');
      const orphans = await orphansOf(this.#database, active);
      for (const { id, status } of orphans) {
        if (status === 'inspecting') cutOff.push({ tenantId, id });
        await this.#database.withTenant(actor, async (tx) => {
          if (status === 'running') await saveEnd(tx, id, { status: 'failed', failure: INTERRUPTED });
          else await adopt(tx, id, thisProcess());
          await publishImport(tx, id);
        });
      }
      // The files of an import that another process runs are not left behind.
      if (orphans.length === active.length) await this.#options.warehouses.removeUnfinished(tenantId);
      await this.#removeOrphanedRejects(tenantId);
      if (orphans.some(({ status }) => status === 'waiting')) this.enqueue(tenantId);
    }
    return cutOff;
  }

  /** The file with an import's rejected rows. */
  rejectsFile(tenantId: string, id: string): string {
    return join(this.#options.rejectDirectory, tenantId, `${id}.csv`);
  }

  /** Stops running imports, which can be run again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#running.stopAll(new ImportFailure('interrupted', INTERRUPTED.message));
    await Promise.all(this.#busy.values());
  }

  #startNext(): void {
    for (const tenantId of this.#queue) {
      if (this.#isClosed || this.#busy.size >= CONCURRENT) return;
      if (this.#busy.has(tenantId)) continue;
      this.#queue.delete(tenantId);
      const ended = this.#runWaiting(systemIn(tenantId))
        .catch((error: unknown) => this.#options.log.error({ err: error }, 'could not run imports'))
        .finally(() => {
          this.#busy.delete(tenantId);
          this.#startNext();
        });
      this.#busy.set(tenantId, ended);
    }
  }

  async #runWaiting(actor: TenantActor): Promise<void> {
    for (;;) {
      if (this.#isClosed) return;
      if (this.#database.readOnly) return this.#tryLater(actor.tenantId);
      const taken = await this.#take(actor);
      if (taken) {
        await traceJob('import', actor.tenantId, () => this.#runOne(actor, taken));
        continue;
      }
      const isBlocked = await this.#database.withTenant(actor, (tx) => isAnyWaiting(tx, thisProcess()), 'reads');
      if (isBlocked) this.#tryLater(actor.tenantId);
      return;
    }
  }

  /** Takes the next import that waits; null if none does. */
  async #take(actor: TenantActor): Promise<Taken | null> {
    let end = () => {};
    try {
      return await this.#database.withTenant(actor, async (tx) => {
        await lockImports(tx);
        const row = await takeNext(tx, thisProcess());
        if (!row) return null;
        const running = this.#running.begin(row.id);
        end = running.end;
        await publishImport(tx, row.id);
        return { row, ...running };
      });
    } catch (error) {
      end();
      throw error;
    }
  }

  #tryLater(tenantId: string): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.enqueue(tenantId);
    }, RETRY_MS);
    timer.unref();
    this.#timers.add(timer);
  }

  async #runOne(actor: TenantActor, { row, signal, end }: Taken): Promise<void> {
    try {
      if (this.#isClosed) throw new ImportFailure('interrupted', INTERRUPTED.message);
      await this.#load(actor, row, signal);
    } catch (error) {
      await this.#saveFailure(actor, row.id, error);
    } finally {
      end();
    }
  }

  async #load(actor: TenantActor, row: ImportRow, signal: AbortSignal): Promise<void> {
    const { uploads, store, warehouses, uploadDirectory } = this.#options;
    const shown = presentImport(row, await store.context(actor));
    if (!shown.ready) throw new ImportFailure('changed', shown.tables.flatMap(({ stops }) => stops)[0]?.message ?? '');
    const included = [...new Set(row.tables.filter(({ include }) => include).map(({ file }) => file))];
    const ids = included.map((file) => row.files[file]!.upload!);
    await uploads.use(actor, ids, async (files) => {
      const stored = new Map(included.map((file, place) => [file, files[place]!]));
      const request = loadRequest(shown, (file) => nameIn(actor, stored.get(file)!));
      const progress = this.#progressOf(actor, row.id);
      await warehouses
        .load(actor, {
          title: titleOf(row, files),
          sourceDir: uploadDirectory,
          tables: request.tables,
          rejectLimit: row.rejectLimit,
          signal,
          record: {
            loadedBy: row.createdBy,
            origin: VERSION_ORIGIN[row.origin],
            importId: row.id,
            note: row.note,
          },
          onProgress: progress.report,
          write: (tx, loaded) => this.#saveLoaded(tx, row, { ...loaded, request }),
        })
        .finally(() => progress.end());
    });
  }

  /** In the transaction that makes the version current. */
  async #saveLoaded(
    tx: TenantTx,
    row: ImportRow,
    { number, report, totalsBefore, request }: PublishedLoad & { request: LoadRequest },
  ): Promise<void> {
    await lockImports(tx);
    // Another process may have loaded the same rows since the run began.
    const again = repeatedPart(request.parts, await presentParts(tx));
    if (again !== null)
      throw new ImportFailure('same_file', `The same rows were loaded as version ${again} meanwhile.`);
    for (const part of request.parts) await insertPart(tx, part, { version: number, replaced: part.replaced });
    for (const table of row.tables)
      if (table.include && row.origin !== 'copy')
        await saveSource(tx, { table: table.target, titles: titlesOf(table.columns), choices: choicesOf(table) });
    const results = report.tables.map((table) => resultOf(table, request, totalsBefore));
    const rejected = results.reduce((sum, result) => sum + result.rejected, 0);
    await saveLoaded(tx, row.id, { version: number, results, rejected });
    await this.#options.onLoaded?.(tx, { id: row.id, version: number, results });
    await this.#keepRejects(tx.tenantId, row.id, report);
    await publishImport(tx, row.id);
  }

  /** Moves the rejected rows out of the folder of versions, whose files live as long as a version names them. */
  async #keepRejects(tenantId: string, id: string, { rejects, file }: LoadedVersion): Promise<void> {
    if (rejects === null) return;
    await mkdir(join(this.#options.rejectDirectory, tenantId), { recursive: true, mode: 0o700 });
    await rename(join(file, '..', rejects), this.rejectsFile(tenantId, id));
  }

  async #saveFailure(actor: TenantActor, id: string, error: unknown): Promise<void> {
    const failure = failureOf(error);
    if (failure === null) noteJobStopped();
    else noteJobFailure(failure.code);
    if (failure?.code === 'other') this.#options.log.error({ err: error, import: id }, 'import failed');
    await this.#database.withTenant(actor, async (tx) => {
      await saveEnd(tx, id, { status: failure === null ? 'canceled' : 'failed', failure });
      await publishImport(tx, id);
    });
  }

  /** Stores what a load reports, at most once a second and one after the other. */
  #progressOf(actor: TenantActor, id: string): { report: (progress: LoadProgress) => void; end: () => void } {
    let latest: ImportProgress | null = null;
    let isSaving = false;
    const save = async () => {
      if (latest === null || isSaving) return;
      const progress = latest;
      latest = null;
      isSaving = true;
      await this.#database
        .withTenant(actor, async (tx) => {
          await saveProgress(tx, id, progress);
          await publishImport(tx, id);
        })
        // Only for the eye.
        .catch(() => undefined);
      isSaving = false;
    };
    const timer = setInterval(() => void save(), PROGRESS_MS).unref();
    return {
      report: (progress) => {
        latest = toProgress(progress);
      },
      end: () => clearInterval(timer),
    };
  }

  /** Rejected rows of imports that are gone. */
  async #removeOrphanedRejects(tenantId: string): Promise<void> {
    const folder = join(this.#options.rejectDirectory, tenantId);
    const names = await readdir(folder).catch(() => []);
    if (names.length === 0) return;
    const known = await this.#database.withTenant(
      systemIn(tenantId),
      (tx) => tx.rows<{ id: string }>`SELECT id FROM data_import WHERE tenant_id = ${tx.tenantId} AND rejected > 0`,
      'reads',
    );
    const present = new Set(known.map(({ id }) => `${id}.csv`));
    for (const name of names) if (!present.has(name)) await rm(join(folder, name), { force: true });
  }
}

const INTERRUPTED = {
  code: 'interrupted',
  message: 'The server was stopped before the import was complete. The data is as it was; run the import again.',
} as const;

const VERSION_ORIGIN = { upload: 'import', command: 'command', folder: 'command', copy: 'copy' } as const;

const nameIn = ({ tenantId }: TenantActor, { id }: StoredFile): string => join(tenantId, id);

/** What the version is called: its files, or the tables that a copy has brought in files of its own. */
function titleOf({ note, origin, tables }: ImportRow, files: readonly StoredFile[]): string {
  if (origin === 'copy')
    return tables
      .map(({ target }) => target)
      .join(', ')
      .slice(0, 200);
  const [first, ...others] = files.map(({ name }) => name);
  return note === '' && others.length > 0 ? `${first} and ${others.length} more` : (first ?? note);
}

/** Tables that are complete count as a whole, the one that is being read with its share. */
function toProgress({ table, done, of, share }: LoadProgress): ImportProgress {
  return { table, tables: { done, of }, share: Math.min(1, (done + (share ?? 0)) / Math.max(1, of)) };
}

function resultOf(
  { table, added, rejected, rows, totals }: LoadedVersion['tables'][number],
  { before }: LoadRequest,
  totalsBefore: PublishedLoad['totalsBefore'],
): ImportResult {
  const known = before.get(table.toLowerCase());
  const sums = totalsBefore[table] ?? {};
  return {
    table,
    loaded: added,
    rejected,
    rows,
    before: known ?? null,
    totals: Object.entries(totals).map(([column, total]) => ({
      column,
      total,
      before: sums[column] ?? null,
    })),
  };
}
