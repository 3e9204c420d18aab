import type { Logger } from 'pino';
import { BackgroundWorker } from '../jobs/worker.ts';
import { SYSTEM } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import type { Lease } from '../kernel/database/lease.ts';
import * as sql from './audit-shipping.sql.ts';
import { toMessages } from './messages.rules.ts';
import type { Sink } from './sinks.ts';

/** Records of one batch. */
const MOST = 2000;
const REST_MS = 5000;

export interface AuditShippingOptions {
  readonly database: Database;
  readonly sinks: readonly Sink[];
  readonly log: Pick<Logger, 'warn'>;
  /** How soon a sink is looked at again, if not after 5 seconds. */
  readonly restMs?: number;
}

/**
 * Ships what is sealed to each sink, at least once and in the order of the seals, with the heads of the chains. One
 * server at a time ships to a sink; also while the installation is read-only.
 */
export class AuditShipping {
  readonly #options: AuditShippingOptions;
  #workers: BackgroundWorker[] = [];
  readonly #leases = new Map<string, Lease>();

  constructor(options: AuditShippingOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { database, sinks, restMs = REST_MS, log } = this.#options;
    await database.withGlobal(SYSTEM, (tx) => sql.saveSinks(tx, sinks));
    this.#workers = sinks.map(
      (sink) =>
        new BackgroundWorker({
          work: (signal) => this.#ship(sink, signal),
          restMs,
          onError: (error) =>
            log.warn({ sink: sink.name, reason: reasonOf(error) }, 'the audit trail could not be shipped'),
        }),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close()));
    await Promise.all([...this.#leases.values()].map((lease) => lease.release()));
  }

  /** True where there may be more. No transaction is open while something is sent: it would delay the seals. */
  async #ship(sink: Sink, stop: AbortSignal): Promise<boolean> {
    const { database } = this.#options;
    const lease = await this.#leaseOf(sink);
    if (lease === null) return false;
    const { links, messages } = await database.withGlobal(
      SYSTEM,
      async (tx) => {
        const found = await sql.listLinks(tx, await sql.findCursor(tx, sink.name), MOST);
        const records = await sql.listRecords(tx, found.map(({ id }) => id)); // prettier-ignore
        return { links: found, messages: toMessages(found, records) };
      },
      'reads',
    );
    const last = links.at(-1);
    if (!last) return false;
    try {
      await sink.send(messages, AbortSignal.any([stop, lease.lost]));
    } catch (error) {
      if (!stop.aborted) await database.withGlobal(SYSTEM, (tx) => sql.saveFailure(tx, sink.name, reasonOf(error)));
      throw error;
    }
    await database.withGlobal(SYSTEM, (tx) => sql.saveCursor(tx, sink.name, last.id));
    return true;
  }

  async #leaseOf({ name }: Sink): Promise<Lease | null> {
    const held = this.#leases.get(name);
    if (held && !held.lost.aborted) return held;
    await held?.release();
    this.#leases.delete(name);
    const lease = await this.#options.database.takeLease({ name: `audit shipping ${name}` });
    if (lease) this.#leases.set(name, lease);
    return lease;
  }
}

/** A code, and nothing that the other side sent. */
const reasonOf = (error: unknown): string => (error as { code?: string }).code ?? (error as Error).name;

export { listSinks } from './audit-shipping.sql.ts';

/** Age in seconds of the oldest seal that any sink has not stored, 0 where all have; null where there are no sinks. */
export async function shippingLag(tx: GlobalTx): Promise<number | null> {
  const sinks = await sql.listSinks(tx);
  return sinks.length === 0 ? null : Math.max(...sinks.map(({ lagSeconds }) => lagSeconds ?? 0));
}
