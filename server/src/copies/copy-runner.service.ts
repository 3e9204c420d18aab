import { mkdir, rm } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CopiedTable, CopyContent, CopyRun, DataImport } from '@rise/contract';
import type { BrowsedTable, Engine, TableReader } from '@rise/engine';
import type { Logger } from 'pino';
import type { FileImports } from '../imports/file-imports.service.ts';
import type { ImportService } from '../imports/imports.service.ts';
import { orphansOf, thisProcess } from '../imports/this-process.ts';
import { notify } from '../inbox/inbox.service.ts';
import { BackgroundWorker } from '../jobs/worker.ts';
import { noteJobFailure, noteJobStopped, traceJob } from '../jobs/trace-job.ts';
import { RunningWork } from '../jobs/running-work.ts';
import { SYSTEM, systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { listAdministrators } from '../models/stored-models.service.ts';
import { activeTenants } from '../tenants/tenants.service.ts';
import type { UploadService } from '../uploads/uploads.service.ts';
import { changesMessage, columnChanges } from './columns.rules.ts';
import {
  deleteOldRuns,
  endRun,
  findCopy,
  forgetUndecided,
  insertRun,
  lastMark,
  listDue,
  listRunning,
  listWaiting,
  lockCopy,
  requeueRun,
  saveNextRun,
  saveRunImport,
  saveRunProgress,
  takeRun,
  undecidedImports,
  type CopyRow,
  type RunRow,
} from './copies.sql.ts';
import { CopyFailure, copyFailureOf, ofImport } from './copy-failures.rules.ts';
import { failedCopyNotification } from './copy-notices.rules.ts';
import type { CopySourceService } from './copy-sources.service.ts';
import type { CopiedQuery } from './query-copies.rules.ts';
import type { QueryCopyService } from './query-copies.service.ts';
import { nextRunOf, timeZoneOf } from './due.ts';
import { fetchFile, nameInAddress } from './fetch-file.ts';
import { publishCopy } from './publish-copy.ts';
import { tableChange } from './table-change.rules.ts';
import { writeTable } from './table-file.ts';
import { markValue, rowsBetween, type Mark } from './window.rules.ts';

/** Runs at the same time, of all tenants. */
const CONCURRENT = 2;
/** How often a run that was cut off begins again. */
const MAX_ATTEMPTS = 3;
const PROGRESS_MS = 1000;
const POLL_MS = 200;

export interface CopyRunnerOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly sources: CopySourceService;
  readonly queries: QueryCopyService;
  readonly imports: ImportService;
  readonly files: FileImports;
  readonly uploads: UploadService;
  /** Folder of rows on their way; emptied at the start. */
  readonly directory: string;
  /** Judges the hosts of files. */
  readonly lookup: LookupFunction;
  /** Authority that signs the certificates of files’ servers; left out: public ones. */
  readonly fileAuthority?: string;
  /** How often it looks for copies that are due. */
  readonly scanMs: number;
  readonly log: Logger;
}

/** A table with its rows in a file. */
interface ReadTable {
  readonly copied: CopiedTable;
  readonly path: string;
  readonly whole: boolean;
  readonly numbers: ReadonlySet<string>;
  readonly mark: Mark | null;
}

interface Running {
  readonly actor: TenantActor;
  readonly run: RunRow;
  readonly copy: CopyRow;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly report: (progress: NonNullable<CopyRun['progress']>) => void;
  /** Uploads and import of the run, until they are no longer needed. */
  readonly uploads: string[];
  importId: string | null;
}

type StopReason = 'canceled' | 'closing';

/** Runs copies when they are due or a person starts them: rows into files, files into an import, the import into a version. */
export class CopyRunner {
  readonly #options: CopyRunnerOptions;
  readonly #database: Database;
  readonly #running = new RunningWork();
  #worker: BackgroundWorker | null = null;
  #isClosed = false;

  constructor(options: CopyRunnerOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  /** Begins again what a killed process left behind, and then looks for work. After the imports' own recovery. */
  async start(): Promise<void> {
    await rm(this.#options.directory, { recursive: true, force: true });
    for (const { id } of await activeTenants(this.#database)) await this.#recover(systemIn(id));
    this.#worker = new BackgroundWorker({
      database: this.#database,
      work: async () => {
        await this.#scan();
        return false;
      },
      restMs: this.#options.scanMs,
      onError: (error) => this.#options.log.error({ err: error }, 'could not look for copies that are due'),
    });
  }

  /** A run waits. */
  wake(): void {
    this.#worker?.wake();
  }

  /** Stops a run, and resolves once it has ended; false if it does not run here. */
  cancel(id: string): Promise<boolean> {
    return this.#running.stop(id, 'canceled' satisfies StopReason);
  }

  /** Stops runs, which begin again after the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.close();
    await this.#running.stopAll('closing' satisfies StopReason);
  }

  async #scan(): Promise<void> {
    for (const { tenantId, id } of await this.#database.withGlobal(SYSTEM, listDue, 'reads'))
      await this.#database.withTenant(systemIn(tenantId), async (tx) => {
        const copy = await lockCopy(tx, id);
        if (!copy || copy.paused || copy.nextRunAt === null || copy.nextRunAt > new Date()) return;
        const nextRunAt = nextRunOf(copy.schedule, false, await timeZoneOf(tx));
        // One that still runs goes on. Another is left out, unless it follows a load that the running one may not have read.
        const isInserted = await insertRun(tx, { copy: id, scheduled: true, startedBy: null });
        if (!isInserted && copy.schedule?.every === 'load') return;
        await saveNextRun(tx, id, { paused: false, nextRunAt });
        await deleteOldRuns(tx, id);
        await publishCopy(tx, id);
      });
    for (const { tenantId, id } of await this.#database.withGlobal(SYSTEM, listWaiting, 'reads')) {
      if (this.#isClosed || this.#running.size >= CONCURRENT) return;
      if (!this.#running.has(id)) await this.#start(systemIn(tenantId), id);
    }
  }

  async #start(actor: TenantActor, id: string): Promise<void> {
    const { signal, end } = this.#running.begin(id);
    const taken = await this.#take(actor, id).catch((error: unknown) => {
      end();
      throw error;
    });
    if (!taken) return end();
    void traceJob('copy', actor.tenantId, () => this.#run(actor, taken, signal))
      .catch((error: unknown) => this.#options.log.error({ err: error, run: id }, 'could not end a copy'))
      .finally(() => {
        end();
        this.wake();
      });
  }

  #take(actor: TenantActor, id: string): Promise<{ run: RunRow; copy: CopyRow } | null> {
    return this.#database.withTenant(actor, async (tx) => {
      const run = await takeRun(tx, id, thisProcess());
      const copy = run && (await findCopy(tx, run.copy));
      if (!run || !copy) return null;
      await publishCopy(tx, copy.id);
      return { run, copy };
    });
  }

  async #run(actor: TenantActor, { run, copy }: { run: RunRow; copy: CopyRow }, signal: AbortSignal): Promise<void> {
    const folder = join(this.#options.directory, run.id);
    const progress = this.#progressOf(actor, run);
    const running: Running = { actor, run, copy, folder, signal, report: progress.report, uploads: [], importId: null };
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await this.#discardUndecided(actor, copy.id);
      if (copy.content.kind === 'tables') await this.#copyTables(running, copy.content);
      else if (copy.content.kind === 'query') await this.#copyQuery(running, copy.content);
      else await this.#copyFile(running, copy.content);
      await this.#removeUploads(running);
    } catch (error) {
      await this.#fail(running, error);
    } finally {
      progress.end();
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #copyTables(running: Running, content: Extract<CopyContent, { kind: 'tables' }>): Promise<void> {
    const { actor, signal } = running;
    const { reader, tables } = await this.#options.sources.read(actor, content.source, signal);
    const changes = columnChanges(content.tables, tables);
    if (changes.length > 0)
      throw new CopyFailure('stopped', { code: 'columns', message: changesMessage(changes), columns: changes });
    const read: ReadTable[] = [];
    for (const [place, copied] of content.tables.entries()) {
      const table = tables.find(({ name }) => name === copied.table)!;
      const file = await this.#readTable(running, { reader, table, copied, place, of: content.tables.length });
      if (file) read.push(file);
    }
    if (read.length === 0) return this.#end(running, { status: 'unchanged', failure: null });
    await this.#load(running, read);
  }

  /** Writes a table's new rows into a file; null if there are none. */
  async #readTable(
    running: Running,
    {
      reader,
      table,
      copied,
      place,
      of,
    }: { reader: TableReader; table: BrowsedTable; copied: CopiedTable; place: number; of: number },
  ): Promise<ReadTable | null> {
    const { folder, report } = running;
    const mark = await this.#markOf(running, reader, copied);
    if (copied.mode !== 'replace' && (mark === null || mark.last === mark.value)) return null;
    const path = join(folder, `${place}.parquet`);
    const tables = { done: place, of };
    report({ step: 'read', table: copied.table, tables, bytes: 0 });
    const rows = await writeTable(this.#options.engine, reader, {
      table,
      columns: copied.columns,
      filters: mark ? rowsBetween(copied, mark) : [],
      path,
      onBytes: (bytes) => report({ step: 'read', table: copied.table, tables, bytes }),
    });
    const whole = mark === null || mark.last === null;
    if (rows === 0) {
      if (whole) await this.#requireEmpty(running, copied);
      return null;
    }
    const numbers = table.columns.filter(({ type, native }) => type === 'decimal' && !native.includes('('));
    return { copied, path, whole, mark, numbers: new Set(numbers.map(({ name }) => name)) };
  }

  /** How far the table was copied, and how far it goes now; null for one that is copied whole, or that is empty. */
  async #markOf({ actor, copy }: Running, reader: TableReader, copied: CopiedTable): Promise<Mark | null> {
    const { table, target, watermark: column, mode } = copied;
    if (mode === 'replace' || column === null) return null;
    const last = await this.#database.withTenant(
      actor,
      (tx) => lastMark(tx, { copy: copy.id, target, column, before: null }),
      'reads',
    );
    const columns = [{ table, column }];
    const [greatest] = await this.#options.engine.catalogs.greatest(
      reader.version,
      actor.tenantId,
      columns,
      reader.signal,
    );
    return greatest === null || greatest === undefined ? null : { target, column, last, value: markValue(greatest) };
  }

  /** A table that had rows and has none is more likely a mistake of the source than news. */
  async #requireEmpty({ actor }: Running, { table, target }: CopiedTable): Promise<void> {
    const known = await this.#options.imports.knownTables(actor);
    const rows = known.find(({ name }) => name.toLowerCase() === target.toLowerCase())?.rows ?? 0;
    if (rows === 0) return;
    throw new CopyFailure('failed', {
      code: 'empty',
      message: `${table} has no rows, while ${target} has ${rows}. Nothing was replaced. Fill the table, or take it out of the copy.`,
    });
  }

  async #load(running: Running, read: readonly ReadTable[]): Promise<void> {
    const { actor, run, copy, report, uploads: ids } = running;
    const { imports, uploads } = this.#options;
    report({ step: 'load', table: read[0]!.copied.target, tables: { done: 0, of: read.length }, bytes: 0 });
    for (const { copied, path } of read) {
      ids.push(await uploads.add(actor, path, `${copied.target}.parquet`));
      await rm(path);
    }
    const draft = await imports.create(actor, ids, { origin: 'copy', createdBy: run.startedBy });
    await this.#belongTo(
      running,
      draft.id,
      read.flatMap(({ mark }) => (mark ? [mark] : [])),
    );
    const tables = draft.tables.map((found) => {
      const { copied, whole, numbers } = read[found.file]!;
      return tableChange(found, copied, { whole, numbers, warehouse: draft.warehouse });
    });
    const changed = await imports.change(actor, draft.id, { note: copy.name, tables });
    if (!changed.ready) {
      const stops = changed.tables.flatMap((table) => table.stops.map(({ message }) => `${table.target}: ${message}`));
      throw new CopyFailure('stopped', {
        code: 'decision',
        message: `The rows differ from those in the warehouse. ${stops.join(' ')}`,
      });
    }
    await imports.run(actor, draft.id, null);
    // Before it waited, it could not be canceled.
    running.signal.throwIfAborted();
    await this.#finish(running, draft.id);
  }

  async #copyFile(running: Running, { url, target, mode }: Extract<CopyContent, { kind: 'file' }>): Promise<void> {
    const { actor, run, copy, folder, signal, report } = running;
    const { lookup, fileAuthority: ca } = this.#options;
    const path = join(folder, nameInAddress(url));
    const tables = { done: 0, of: 1 };
    report({ step: 'read', table: target, tables, bytes: 0 });
    await fetchFile({
      url,
      path,
      signal,
      lookup,
      ...(ca !== undefined && { ca }),
      onBytes: (bytes) => report({ step: 'read', table: target, tables, bytes }),
    });
    report({ step: 'load', table: target, tables, bytes: 0 });
    await this.#options.files.import(actor, [path], {
      author: { origin: 'copy', createdBy: run.startedBy },
      table: target,
      mode,
      note: copy.name,
      signal,
      onDraft: (id) => this.#belongTo(running, id, []),
    });
  }

  async #copyQuery(running: Running, content: CopiedQuery): Promise<void> {
    const { actor, copy, folder, signal, report } = running;
    const { target, asOf } = content;
    const path = join(folder, '0.parquet');
    const onBytes = (bytes: number) => report({ step: 'read', table: target, tables: { done: 0, of: 1 }, bytes });
    onBytes(0);
    const rows = await this.#options.queries.write(actor, copy, content, { path, signal, onBytes });
    const all = { columns: [], known: [], mode: 'replace' as const, watermark: null, key: [] };
    const copied: CopiedTable = { table: copy.name, target, asOf, ...all };
    if (rows > 0) return this.#load(running, [{ copied, path, whole: true, numbers: new Set(), mark: null }]);
    await this.#requireEmpty(running, copied);
    await this.#end(running, { status: 'unchanged', failure: null });
  }

  /** From now on, the run ends as its import does. */
  async #belongTo(running: Running, importId: string, marks: Mark[]): Promise<void> {
    running.importId = importId;
    await this.#database.withTenant(running.actor, (tx) => saveRunImport(tx, running.run.id, { importId, marks }));
    running.signal.throwIfAborted();
    running.signal.addEventListener('abort', () => {
      void this.#options.imports.cancel(running.actor, importId).catch(() => undefined);
    });
  }

  async #finish({ actor }: Running, id: string): Promise<void> {
    for (;;) {
      const { status, failure } = await this.#options.imports.get(actor, id);
      if (status === 'loaded') return;
      if (status !== 'waiting' && status !== 'running') throw ofImport(failure);
      await wait(POLL_MS);
    }
  }

  async #fail(running: Running, error: unknown): Promise<void> {
    const { run, signal } = running;
    const failure =
      copyFailureOf(error) ??
      new CopyFailure('failed', {
        code: 'other',
        message: 'Something went wrong on our side. The data is as it was; run the copy again.',
      });
    // It waits for a decision, with its files.
    if (!signal.aborted && failure.failure.code === 'decision') return this.#end(running, failure);
    if (!signal.aborted && failure.failure.code === 'other')
      this.#options.log.error({ err: error, run: run.id }, 'copy failed');
    await this.#discard(running.actor, running.importId);
    await this.#removeUploads(running);
    if (!signal.aborted) return this.#end(running, failure);
    noteJobStopped();
    if (signal.reason === 'canceled') return this.#end(running, { status: 'canceled', failure: null });
    await this.#database.withTenant(running.actor, (tx) => requeueRun(tx, run.id));
  }

  /** Ends a run that has not been loaded; administrators hear of a scheduled one that failed. */
  async #end(
    { actor, run, copy }: Pick<Running, 'actor' | 'run' | 'copy'>,
    end: Pick<RunRow, 'status' | 'failure'> | CopyFailure,
  ): Promise<void> {
    if (end instanceof CopyFailure) noteJobFailure(end.failure.code);
    const people =
      run.scheduled && end instanceof CopyFailure
        ? await this.#database.withGlobal(SYSTEM, (tx) => listAdministrators(tx, actor.tenantId), 'reads')
        : [];
    await this.#database.withTenant(actor, async (tx) => {
      const ended = await endRun(tx, run.id, { status: end.status, failure: end.failure });
      if (ended && end instanceof CopyFailure) await notify(tx, people, failedCopyNotification(copy, end));
      await publishCopy(tx, copy.id);
    });
  }

  /** Imports of earlier runs without a decision: their rows are read again. */
  async #discardUndecided(actor: TenantActor, copy: string): Promise<void> {
    const ids = await this.#database.withTenant(actor, (tx) => undecidedImports(tx, copy), 'reads');
    for (const id of ids) await this.#discard(actor, id);
    if (ids.length > 0) await this.#database.withTenant(actor, (tx) => forgetUndecided(tx, copy));
  }

  /** Ends and removes an import with its files; false if it has been loaded. */
  async #discard(actor: TenantActor, id: string | null): Promise<boolean> {
    if (id === null) return true;
    const { imports, uploads } = this.#options;
    const found: DataImport | null = await imports.get(actor, id).catch(() => null);
    if (!found) return true;
    await imports.cancel(actor, id).catch(() => undefined);
    const discarded = await imports.discard(actor, id).then(
      () => true,
      () => false,
    );
    if (discarded)
      for (const { upload } of found.files)
        if (upload !== null) await uploads.remove(actor, upload).catch(() => undefined);
    return discarded;
  }

  async #removeUploads({ actor, uploads: ids }: Running): Promise<void> {
    for (const id of ids) await this.#options.uploads.remove(actor, id).catch(() => undefined);
  }

  /** Runs of a killed process: loaded ones have ended, the others begin again, a few times. */
  async #recover(actor: TenantActor): Promise<void> {
    const running = await this.#database.withTenant(actor, listRunning, 'reads');
    const orphans = await orphansOf(this.#database, running);
    for (const run of orphans) {
      if (!(await this.#discard(actor, run.importId))) continue;
      if (run.attempt < MAX_ATTEMPTS) {
        await this.#database.withTenant(actor, (tx) => requeueRun(tx, run.id));
        continue;
      }
      const copy = await this.#database.withTenant(actor, (tx) => findCopy(tx, run.copy), 'reads');
      const message = `The server was stopped ${MAX_ATTEMPTS} times before the copy was complete. The data is as it was; run the copy again.`;
      if (copy) await this.#end({ actor, run, copy }, new CopyFailure('failed', { code: 'interrupted', message }));
    }
  }

  /** Stores how far a run is, at most once a second. */
  #progressOf(actor: TenantActor, { id, copy }: RunRow) {
    let latest: CopyRun['progress'] = null;
    let isSaving = false;
    const save = async () => {
      if (latest === null || isSaving) return;
      const progress = latest;
      latest = null;
      isSaving = true;
      await this.#database
        .withTenant(actor, async (tx) => {
          await saveRunProgress(tx, id, progress);
          await publishCopy(tx, copy);
        })
        // Only for the eye.
        .catch(() => undefined);
      isSaving = false;
    };
    const timer = setInterval(() => void save(), PROGRESS_MS).unref();
    return {
      report: (progress: NonNullable<CopyRun['progress']>) => {
        latest = progress;
      },
      end: () => clearInterval(timer),
    };
  }
}
