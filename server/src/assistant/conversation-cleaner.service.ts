import { CONVERSATION_DAYS } from '@rise/contract';
import type { Logger } from 'pino';
import { BackgroundWorker } from '../jobs/worker.ts';
import { systemIn } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { allTenantIds } from '../tenants/tenants.service.ts';
import { purgeUse } from './assistant-use.sql.ts';
import { purgeConversations } from './conversations.sql.ts';

/** What was used is shown for a year. */
const USE_DAYS = 400;
const REST_MS = 3_600_000;

/** Deletes conversations for good whose time has come, in each tenant. Every server may do it at the same time. */
export class ConversationCleaner {
  readonly #options: { readonly database: Database; readonly log: Logger };
  #worker: BackgroundWorker | null = null;

  constructor(options: { database: Database; log: Logger }) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { database, log } = this.#options;
    this.#worker = new BackgroundWorker({
      database,
      work: (signal) => this.run(signal).then(() => false),
      restMs: REST_MS,
      onError: (error) => log.error({ err: error }, 'old conversations could not be deleted'),
    });
  }

  async close(): Promise<void> {
    await this.#worker?.close();
  }

  async run(signal?: AbortSignal): Promise<void> {
    const { database } = this.#options;
    for (const id of await allTenantIds(database)) {
      if (signal?.aborted) return;
      await database.withTenant(systemIn(id), async (tx) => {
        await purgeConversations(tx, CONVERSATION_DAYS);
        await purgeUse(tx, USE_DAYS);
      });
    }
  }
}
