import type { Logger } from 'pino';
import { BackgroundWorker } from '../jobs/worker.ts';
import { systemIn } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { insertQueries, pruneQueries, type LoggedQuery } from './query-log.sql.ts';

/** Queries that wait to be stored, for all tenants together; further ones are dropped. */
const MAX_PENDING = 2000;
/** A tenant's old queries are pruned after this many inserts. */
const PRUNE_INTERVAL = 250;

/** Logs queries in the background, so that no query waits for it. */
export class QueryLog {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #worker: BackgroundWorker;
  readonly #storedSincePrune = new Map<string, number>();
  #pending: { tenantId: string; query: LoggedQuery }[] = [];

  constructor({ database, log, restMs = 5000 }: { database: Database; log: Logger; restMs?: number }) {
    this.#database = database;
    this.#log = log;
    const work = () => this.#store().then(() => false);
    this.#worker = new BackgroundWorker({ work, restMs, onError: (error) => this.#onError(error) });
  }

  add(tenantId: string, query: LoggedQuery): void {
    if (this.#pending.length < MAX_PENDING) this.#pending.push({ tenantId, query });
  }

  /** Stores what is pending and stops. */
  async close(): Promise<void> {
    await this.#worker.close();
    await this.#store().catch((error: unknown) => this.#onError(error));
  }

  async #store(): Promise<void> {
    const batch = this.#pending;
    this.#pending = [];
    for (const tenantId of new Set(batch.map((entry) => entry.tenantId))) {
      const queries = batch.flatMap((entry) => (entry.tenantId === tenantId ? [entry.query] : []));
      const stored = (this.#storedSincePrune.get(tenantId) ?? PRUNE_INTERVAL) + queries.length;
      await this.#database.withTenant(systemIn(tenantId), async (tx) => {
        await insertQueries(tx, queries);
        if (stored >= PRUNE_INTERVAL) await pruneQueries(tx);
      });
      this.#storedSincePrune.set(tenantId, stored >= PRUNE_INTERVAL ? 0 : stored);
    }
  }

  #onError(error: unknown): void {
    this.#log.warn({ err: error }, 'could not store the query log');
  }
}
