import { SYSTEM } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { BackgroundWorker } from '../jobs/worker.ts';
import { listQueryPercents } from './plan-limits.sql.ts';

/** A changed limit counts on each server after this time at the latest. */
const REFRESH_MS = 15_000;

export interface QueryPartsOptions {
  readonly database: Database;
  readonly onError: (error: unknown) => void;
}

/** Which part of this server's concurrent queries each tenant may have, as the tenants' plans say. */
export class QueryParts {
  readonly #database: Database;
  readonly #worker: BackgroundWorker;
  #parts: ReadonlyMap<string, number> = new Map();

  constructor({ database, onError }: QueryPartsOptions) {
    this.#database = database;
    const work = () => this.refresh().then(() => false);
    // It reads alone, and so goes on while the installation is read-only.
    this.#worker = new BackgroundWorker({ work, restMs: REFRESH_MS, onError });
  }

  /** From 0 to 1; undefined: no limit. */
  readonly of = (tenantId: string): number | undefined => this.#parts.get(tenantId);

  async refresh(): Promise<void> {
    const rows = await this.#database.withGlobal(SYSTEM, listQueryPercents, 'reads');
    this.#parts = new Map(rows.map(({ id, percent }) => [id, percent / 100]));
  }

  close(): Promise<void> {
    return this.#worker.close();
  }
}
