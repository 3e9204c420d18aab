import type { Logger } from 'pino';
import { BackgroundWorker } from '../jobs/worker.ts';
import { noteJobFailure, traceJob } from '../jobs/trace-job.ts';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import type { HostAllowance } from '../kernel/security/host-allowance.ts';
import { unseal } from '../kernel/security/keys.ts';
import { OutgoingError, OutgoingHttp } from '../kernel/security/outgoing-http.ts';
import { answered, unanswered, waitAfter, WAITS_MS, type Attempt } from './webhook-attempts.rules.ts';
import { signatureOf } from './webhook-signature.rules.ts';
import * as sql from './webhooks.sql.ts';

/** How long a receiver may take to answer. */
const DEADLINE_MS = 10_000;
const REST_MS = 15_000;
/** Receivers that are sent to at the same time, so that a slow one holds up few others. Each holds a connection to the database. */
const SENDERS = 3;

/** How webhooks are reached and signed. */
export interface WebhookReach {
  /** The key under which signing secrets are sealed. */
  readonly key: Buffer;
  readonly hosts: HostAllowance;
  /** Authority that signs the certificates of receivers; left out: public ones. */
  readonly authority?: string;
  /** Waits between attempts, where tests need others. */
  readonly waitsMs?: readonly number[];
  /** Pause where nothing is due, where tests need another. */
  readonly restMs?: number;
}

export interface WebhookSenderOptions {
  readonly database: Database;
  readonly webhookReach: WebhookReach;
  readonly log: Logger;
}

/** Sends what is due to webhooks. Several servers may run one each over the same database. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #http: OutgoingHttp;
  #workers: readonly BackgroundWorker[] = [];

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    const { hosts, authority } = options.webhookReach;
    // The body of an answer is not read at all.
    const limits = { maxBytes: 0, deadlineMs: DEADLINE_MS };
    this.#http = new OutgoingHttp({ hosts, ...limits, ...(authority !== undefined && { authority }) });
  }

  async start(): Promise<void> {
    const { database, log, webhookReach } = this.#options;
    this.#workers = Array.from(
      { length: SENDERS },
      () =>
        new BackgroundWorker({
          database,
          work: (signal) => this.#sendNext(signal),
          restMs: webhookReach.restMs ?? REST_MS,
          onError: (error) => log.warn({ err: error }, 'could not send to webhooks'),
        }),
    );
  }

  /** Called when a transaction that wrote a delivery has committed. */
  wake(): void {
    for (const worker of this.#workers) worker.wake();
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close()));
  }

  /**
   * Sends one due delivery; returns whether to look for the next at once. The lock on its row is the lease, as for mail:
   * it ends with this process in any case. One that is killed after the receiver has answered sends it again, under the
   * same id.
   */
  async #sendNext(signal: AbortSignal): Promise<boolean> {
    const { database } = this.#options;
    let wasOvertaken = false;
    for (const place of await database.withGlobal(SYSTEM, sql.listDue, 'reads')) {
      signal.throwIfAborted();
      const isSent = await database.withTenant(systemIn(place.tenantId), async (tx) => {
        if (!(await sql.tryLockReceiver(tx, place.webhookId))) return false;
        const due = await sql.takeDue(tx, place.id);
        if (!due) {
          // Who sent it may have found the receiver locked by this look, and rest although there is more.
          wasOvertaken = true;
          return false;
        }
        await traceJob('webhook', place.tenantId, async () => this.#end(tx, due, await this.#attempt(due, signal)));
        return true;
      });
      if (isSent) return true;
    }
    return wasOvertaken;
  }

  async #attempt(due: sql.DueDelivery, signal: AbortSignal): Promise<Attempt> {
    const none = { responseStatus: null, isGone: false };
    // Paused while it was being written.
    if (due.paused !== null) return { reason: 'paused', ...none };
    const secret = unseal(this.#options.webhookReach.key, due.webhookId, due.secret);
    if (secret === null) return { reason: 'secret', ...none };
    try {
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Rise',
        'rise-delivery': due.id,
        'rise-signature': signatureOf(secret, due.body, new Date()),
      };
      return answered(await this.#http.deliver(new URL(due.url), { method: 'POST', headers, body: due.body, signal }));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OutgoingError)) throw error;
      return unanswered(error.code);
    }
  }

  async #end(tx: TenantTx, due: sql.DueDelivery, attempt: Attempt): Promise<void> {
    const { reason, responseStatus, isGone } = attempt;
    if (reason === null) return sql.saveSent(tx, due.id, responseStatus);
    noteJobFailure(reason);
    const { webhookReach, log } = this.#options;
    const isFinal = isGone || reason === 'paused' || reason === 'secret';
    const waitMs = isFinal ? null : waitAfter(due.attempts + 1, due.kind, webhookReach.waitsMs ?? WAITS_MS);
    await sql.saveFailed(tx, due.id, attempt, waitMs);
    log.warn({ webhook: due.webhookId, delivery: due.id, reason, responseStatus, abandoned: waitMs === null }, 'webhook not delivered'); // prettier-ignore
    if (!isGone) return;
    await sql.savePaused(tx, due.webhookId, 'gone');
    await sql.dropOpenDeliveries(tx, due.webhookId);
  }
}
