import type { SearchIndex, SearchRebuild } from '@rise/contract';
import type { Logger } from 'pino';
import { BackgroundWorker } from '../jobs/worker.ts';
import { noteJobFailure, traceJob } from '../jobs/trace-job.ts';
import { SYSTEM, type Actor } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { EDITION, reindexTenant, type Indexed } from './search-index.service.ts';
import type { SearchLog } from './search-log.service.ts';
import * as sql from './search-rebuild.sql.ts';

const REST_MS = 60_000;
/** By which one server at a time rebuilds. It ends with the server, and another goes on. */
const LEASE = 'search rebuild';

export interface SearchRebuilderOptions {
  readonly database: Database;
  readonly slices: readonly Indexed[];
  readonly searchLog: SearchLog;
  readonly log: Logger;
}

/**
 * Rebuilds the entries of all tenants, one transaction each: a search finds what was there before until all of a tenant's
 * are written. Which tenants are left follows from when each was last indexed, so any server can go on.
 */
export class SearchRebuilder {
  readonly #options: SearchRebuilderOptions;
  readonly #database: Database;
  #worker: BackgroundWorker | undefined;

  constructor(options: SearchRebuilderOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  async start(): Promise<void> {
    const { database, searchLog, log } = this.#options;
    this.#worker = new BackgroundWorker({
      database,
      work: async (signal) => {
        await searchLog.deleteOld();
        return this.work(signal);
      },
      restMs: REST_MS,
      onError: (error) => log.warn({ err: error }, 'could not rebuild the search index'),
    });
  }

  async close(): Promise<void> {
    await this.#worker?.close();
  }

  /** CONFLICT where one runs. */
  async request(actor: Actor): Promise<void> {
    await this.#database.withGlobal(actor, async (tx) => {
      const id = await sql.insertRebuild(tx);
      if (id !== null) actor.record?.note({}, id);
      else
        throw new UserError(
          'CONFLICT',
          'The index is being rebuilt already. Wait until it is done, or cancel it first.',
        );
    });
    this.#worker?.wake();
  }

  /** NOT_FOUND for an unknown one; CONFLICT for one that has ended. The tenant that is being rebuilt is completed. */
  async cancel(actor: Actor, id: string): Promise<void> {
    await this.#database.withGlobal(actor, async (tx) => {
      const state = await sql.lockRebuild(tx, id);
      if (state === null) throw notFound();
      if (state !== 'running') throw new UserError('CONFLICT', 'This rebuild has ended already.');
      await this.#end(tx, id, 'canceled');
    });
  }

  /** Of all active tenants, and of the rebuild that runs or was the last. */
  async describe(actor: Actor): Promise<Omit<SearchIndex, 'shared'>> {
    return this.#database.withGlobal(
      actor,
      async (tx) => {
        const tenants = await sql.listIndexes(tx);
        const row = await sql.latestRebuild(tx);
        return {
          tenants: tenants.map(({ edition, indexedAt, changedAt, ...tenant }) => ({
            ...tenant,
            indexedAt: indexedAt?.toISOString() ?? null,
            changedAt: changedAt?.toISOString() ?? null,
            isCurrent: edition === EDITION,
          })),
          rebuild: row && toRebuild(row, tenants),
        };
      },
      'reads',
    );
  }

  /** Rebuilds what a requested rebuild has left; returns whether it did anything. */
  async work(signal: AbortSignal): Promise<boolean> {
    const rebuild = await this.#running();
    if (rebuild === null) return false;
    const lease = await this.#database.takeLease({ name: LEASE });
    if (lease === null) return false;
    try {
      return await traceJob('search-rebuild', null, () => this.#rebuild(rebuild, lease, signal));
    } finally {
      await lease.release();
    }
  }

  async #rebuild(
    rebuild: sql.RebuildRow,
    lease: { readonly lost: AbortSignal },
    signal: AbortSignal,
  ): Promise<boolean> {
    const left = await this.#database.withGlobal(SYSTEM, (tx) => sql.listOutdated(tx, rebuild.requestedAt), 'reads');
    for (const id of left) {
      signal.throwIfAborted();
      lease.lost.throwIfAborted();
      if ((await this.#running())?.id !== rebuild.id) return true;
      await this.#rebuildTenant(id);
    }
    await this.#database.withGlobal(SYSTEM, (tx) => this.#end(tx, rebuild.id, 'done'));
    return true;
  }

  /** One that fails keeps its entries, and is counted at the end. */
  async #rebuildTenant(id: string): Promise<void> {
    const { database, slices, log } = this.#options;
    await reindexTenant(database, id, slices).catch((error: unknown) => {
      noteJobFailure(error);
      log.warn({ err: error, tenant: id }, 'could not rebuild the search index of a tenant');
    });
  }

  async #running(): Promise<sql.RebuildRow | null> {
    const row = await this.#database.withGlobal(SYSTEM, sql.latestRebuild, 'reads');
    return row?.state === 'running' ? row : null;
  }

  async #end(tx: GlobalTx, id: string, state: 'done' | 'canceled'): Promise<void> {
    const row = await sql.latestRebuild(tx);
    if (row?.id !== id) return;
    const left = (await sql.listOutdated(tx, row.requestedAt)).length;
    await sql.endRebuild(tx, id, { state, rebuilt: (await sql.countActive(tx)) - left, failed: left });
  }
}

function toRebuild(row: sql.RebuildRow, tenants: readonly sql.TenantIndexRow[]): SearchRebuild {
  const { id, state, requestedAt, endedAt, rebuilt, failed } = row;
  const done = tenants.filter(({ indexedAt }) => indexedAt !== null && indexedAt >= requestedAt).length;
  return {
    id,
    state,
    requestedAt: requestedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    rebuilt: rebuilt ?? done,
    total: rebuilt === null ? tenants.length : rebuilt + (failed ?? 0),
  };
}
