import type { KnowledgeFailure } from '@rise/contract';
import type { Logger } from 'pino';
import { noteJobFailure, noteJobStopped, traceJob } from '../jobs/trace-job.ts';
import { BackgroundWorker } from '../jobs/worker.ts';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { unseal } from '../kernel/security/keys.ts';
import { hasChatbot } from '../tenants/tenants.service.ts';
import { ConfluenceError } from './confluence/confluence-failure.rules.ts';
import type { ConfluenceReach } from './confluence/confluence-http.ts';
import { openSite } from './confluence/open-site.ts';
import { FolderSync } from './folders/folder-sync.ts';
import type { KnowledgeFolders } from './folders/knowledge-folders.ts';
import { FolderUnreadable } from './folders/list-folder.ts';
import * as sql from './knowledge-sources.sql.ts';
import type { PdfReader } from './pdf-reader.ts';
import { RunStopped, type SourceReading } from './source-reading.ts';
import { SourceSync } from './source-sync.ts';

/** Between two runs of a source. */
export const RUN_EVERY_MS = 30 * 60_000;
/** All ids and restrictions are read again at least this often: changes of restrictions are in no list of changes. */
const COMPLETE_EVERY_MS = 24 * 3600_000;
const REST_MS = 15_000;
/** Sources that one server reads at the same time. */
const WORKERS = 2;
/** Runs of a source that stay. */
const MOST_RUNS = 50;

export interface SourceRunnerOptions {
  readonly database: Database;
  readonly confluenceReach: ConfluenceReach;
  readonly pdfs: PdfReader;
  readonly folders: KnowledgeFolders;
  /** Whether tenants have the assistant unless they are set otherwise. */
  readonly enabled: boolean;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

interface Taken {
  readonly source: sql.SourceRow;
  readonly spaces: readonly sql.SpaceRow[];
  readonly run: sql.RunRow;
}

/** A source being read. */
interface RunReading extends SourceReading {
  readonly read: () => Promise<void>;
  readonly close: () => void;
}

const readingIn = ({ counts, skips }: SourceReading): SourceReading => ({ counts, skips });

/** Reads sources when they are due. Several servers may run one each over the same database: a source has one at a time. */
export class SourceRunner {
  readonly #options: SourceRunnerOptions;
  #workers: readonly BackgroundWorker[] = [];

  constructor(options: SourceRunnerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { database, log } = this.#options;
    this.#workers = Array.from(
      { length: WORKERS },
      () =>
        new BackgroundWorker({
          database,
          work: (signal) => this.#readNext(signal),
          restMs: REST_MS,
          onError: (error) => log.warn({ err: error }, 'could not look for sources of knowledge that are due'),
        }),
    );
  }

  /** A source is due. */
  wake(): void {
    for (const worker of this.#workers) worker.wake();
  }

  /** A run that is cut off begins again at the next start. */
  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close()));
  }

  async #readNext(signal: AbortSignal): Promise<boolean> {
    const { database, folders } = this.#options;
    await folders.keep();
    for (const { tenantId, id } of await database.withGlobal(SYSTEM, sql.listDue, 'reads')) {
      signal.throwIfAborted();
      const lease = await database.takeLease({ name: `knowledge source ${id}` });
      if (lease === null) continue;
      try {
        const taken = await this.#take(tenantId, id);
        if (taken === null) continue;
        await traceJob('knowledge', tenantId, () => this.#run(tenantId, taken, AbortSignal.any([signal, lease.lost])));
        return true;
      } finally {
        await lease.release();
      }
    }
    return false;
  }

  /** Null where it is not due any more, or its tenant has no assistant. Under the source's lease. */
  #take(tenantId: string, id: string): Promise<Taken | null> {
    return this.#options.database.withTenant(systemIn(tenantId), async (tx) => {
      const source = await sql.lockSource(tx, id);
      if (!source || source.nextRunAt > new Date()) return null;
      if (!(await hasChatbot(tx, this.#options.enabled))) {
        await sql.saveNextRun(tx, id, RUN_EVERY_MS);
        return null;
      }
      const active = await sql.activeRun(tx, id);
      // Its server was killed: none reads this source now.
      if (active?.status === 'running') await sql.endInterrupted(tx, active.id);
      const { kind, completeAt } = source;
      const isComplete =
        kind === 'folder' || completeAt === null || Date.now() - completeAt.getTime() >= COMPLETE_EVERY_MS;
      const waiting = active?.status === 'waiting' ? active.id : null;
      const run = waiting ?? (await sql.insertRun(tx, { source: id, isComplete, startedBy: null }));
      await sql.deleteOldRuns(tx, id, MOST_RUNS);
      return { source, spaces: await sql.listSpaces(tx, id), run: await sql.startRun(tx, run) };
    });
  }

  async #run(tenantId: string, taken: Taken, signal: AbortSignal): Promise<void> {
    const { database } = this.#options;
    const { source, run } = taken;
    const startedAt = new Date();
    const reading = this.#readingOf(tenantId, taken, signal);
    let failure: KnowledgeFailure | null = null;
    let isCanceled = false;
    try {
      await reading.read();
    } catch (error) {
      if (signal.aborted) {
        noteJobStopped();
        return database.withTenant(systemIn(tenantId), (tx) => sql.requeueRun(tx, run.id, reading.counts));
      }
      isCanceled = error instanceof RunStopped;
      if (!isCanceled) failure = this.#failureOf(error, source.id);
    } finally {
      reading.close();
    }
    // A space that is not there has lost its passages; the rights of all others were read.
    const isRead = !isCanceled && (failure === null || failure === 'space');
    await database.withTenant(systemIn(tenantId), async (tx) => {
      const status = isCanceled ? 'canceled' : failure === null ? 'done' : 'failed';
      await sql.endRun(tx, run.id, { status, failure, skips: reading.skips, counts: reading.counts });
      if (isRead && run.isComplete) await sql.saveComplete(tx, source.id, startedAt);
      await sql.saveNextRunAfter(tx, source.id, run.id, RUN_EVERY_MS);
    });
    if (isCanceled) noteJobStopped();
  }

  #readingOf(tenantId: string, { source, spaces, run }: Taken, signal: AbortSignal): RunReading {
    const { database, confluenceReach, pdfs, folders } = this.#options;
    const report = (counts: sql.RunCounts) =>
      database.withTenant(systemIn(tenantId), (tx) => sql.saveProgress(tx, run.id, counts));
    const common = { database, tenantId, source: source.id, signal, report, counted: run };
    if (!sql.isSite(source)) {
      const folder = folders.pathOf(tenantId, source.name);
      const sync = new FolderSync({ ...common, folder: folder ?? '' });
      const read = () => (folder === null ? Promise.reject(new RunStopped()) : sync.read());
      return { ...readingIn(sync), read, close: () => undefined };
    }
    const token = unseal(confluenceReach.key, source.id, source.token);
    const site = openSite(confluenceReach, { ...source, token: token ?? '' }, signal);
    const sync = new SourceSync({ ...common, site, pdfs });
    const read = () =>
      token === null ? Promise.reject(new ConfluenceError('secret')) : sync.read(spaces, run.isComplete);
    return { ...readingIn(sync), read, close: () => site.close() };
  }

  #failureOf(error: unknown, source: string): KnowledgeFailure {
    const code = error instanceof ConfluenceError ? error.code : error instanceof FolderUnreadable ? 'folder' : 'other';
    noteJobFailure(code);
    if (code === 'other') this.#options.log.error({ err: error, source }, 'could not read a source of knowledge');
    // What the file system says is for the operator alone: it names the place.
    else if (code === 'folder') this.#options.log.warn({ err: error, source }, 'a folder could not be read');
    else this.#options.log.warn({ source, reason: code }, 'a source of knowledge could not be read');
    return code;
  }
}
