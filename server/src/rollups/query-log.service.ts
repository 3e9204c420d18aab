import type { Logger } from 'pino';
import { startWorker } from '../jobs/worker.ts';
import { systemIn } from '../kernel/actor.ts';
import type { Database } from '../kernel/database.ts';
import { insertQueries, pruneQueries, type LoggedQuery } from './query-log.sql.ts';

/** Keeps what is asked, in the background: no question waits for it, and one too many is forgotten. */
export interface QueryLog {
  note(tenantId: string, query: LoggedQuery): void;
  /** Writes what is left, and nothing more. */
  close(): Promise<void>;
}

/** Questions that wait to be written, of all tenants together. */
const WAITING = 2000;
/** As many of a tenant's make it worth looking for what is too old. */
const PRUNED_EACH = 250;

export function createQueryLog({
  database,
  log,
  restMs = 5000,
}: {
  database: Database;
  log: Logger;
  restMs?: number;
}): QueryLog {
  let waiting: { tenantId: string; query: LoggedQuery }[] = [];
  const written = new Map<string, number>();

  const write = async (): Promise<void> => {
    const taken = waiting;
    waiting = [];
    for (const tenantId of new Set(taken.map((each) => each.tenantId))) {
      const noted = taken.flatMap((each) => (each.tenantId === tenantId ? [each.query] : []));
      const since = (written.get(tenantId) ?? PRUNED_EACH) + noted.length;
      await database.withTenant(systemIn(tenantId), async (tx) => {
        await insertQueries(tx, noted);
        if (since >= PRUNED_EACH) await pruneQueries(tx);
      });
      written.set(tenantId, since >= PRUNED_EACH ? 0 : since);
    }
  };
  const onError = (error: unknown) => log.warn({ err: error }, 'the log of queries was not written');
  const worker = startWorker({ work: () => write().then(() => false), restMs, onError });

  return {
    note(tenantId, query) {
      if (waiting.length < WAITING) waiting.push({ tenantId, query });
    },
    async close() {
      await worker.close();
      await write().catch(onError);
    },
  };
}
