import { randomUUID } from 'node:crypto';
import type { SkipReason } from '@rise/contract';
import type { Logger } from 'pino';
import { notify, type NewNotification } from '../inbox/inbox.service.ts';
import { holdLease, LeaseLost } from '../jobs/hold-lease.ts';
import { noteJobFailure, noteJobStopped, traceJob } from '../jobs/trace-job.ts';
import { BackgroundWorker } from '../jobs/worker.ts';
import { SYSTEM, systemIn, type TenantActor } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { nullIfNotFound, type UserError } from '../kernel/errors/user-error.ts';
import { nextOccurrence } from '../kernel/time/occurrences.ts';
import { findReport, reportTitle, requireReport } from '../reports/report-documents.service.ts';
import { personNow } from '../sessions/person-now.service.ts';
import { zoneOf } from '../tenant-settings/tenant-settings.service.ts';
import { enqueueDelivery } from '../webhooks/webhook-outbox.service.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.service.ts';
import { managersOf } from '../workspaces/workspaces.service.ts';
import { failedNotification, pausedNotification } from './notices.rules.ts';
import { runData } from './run-webhook.rules.ts';
import { RecipientMail, type Delivered, type Recipient, type RecipientMailOptions } from './recipient-mail.service.ts';
import * as sql from './report-subscriptions.sql.ts';

/** Runs of a subscription that stay in its history. */
const MAX_RUNS = 100;
/** Slots that passed while no server ran are listed as missed, up to so many. */
const MAX_MISSED = 31;

const INTERRUPTED = 'Something went wrong on our side.';

export interface SubscriptionRunnerOptions extends RecipientMailOptions {
  /** Number of the tenant's current data version; null where it has none. */
  readonly dataVersion: (actor: TenantActor) => Promise<number | null>;
  /** The error that a person sees when a report fails. */
  readonly toUserError: (error: unknown) => UserError;
  readonly webhooks: Pick<WebhookSender, 'wake'>;
  readonly now: () => Date;
  /** How often it looks for what is due. */
  readonly scanMs: number;
  /** How long a run stays with a server that no longer renews it. */
  readonly leaseMs: number;
  /** Delays before the attempts after the first. */
  readonly retryMs: readonly number[];
  readonly log: Logger;
}

/** A run that this server executes. */
interface Running {
  readonly system: TenantActor;
  readonly run: sql.RunRow;
  readonly subscription: sql.SubscriptionRow;
  readonly lease: string;
  readonly zone: string;
  readonly signal: AbortSignal;
}

interface Failure {
  readonly recipient: Recipient;
  readonly code: string;
  readonly message: string;
  /** Another attempt would fail in the same way. */
  readonly isPermanent: boolean;
}

/**
 * Sends reports when they are due. Several servers may run one each over the same database. A slot becomes one run, by a
 * unique index; a run is of one server at a time, by a lease; and each recipient gets one mail of it, by the outbox's
 * unique slot, also where a server is killed, or stands still beyond its lease, at any moment.
 */
export class SubscriptionRunner {
  readonly #options: SubscriptionRunnerOptions;
  readonly #database: Database;
  readonly #recipients: RecipientMail;
  #worker: BackgroundWorker | null = null;

  constructor(options: SubscriptionRunnerOptions) {
    this.#options = options;
    this.#database = options.database;
    this.#recipients = new RecipientMail(options);
  }

  async start(): Promise<void> {
    const { scanMs, log } = this.#options;
    this.#worker = new BackgroundWorker({
      database: this.#database,
      work: (signal) => this.#work(signal),
      restMs: scanMs,
      onError: (error) => log.error({ err: error }, 'could not look for reports to send'),
    });
  }

  /** A run waits. */
  wake(): void {
    this.#worker?.wake();
  }

  /** Stops the running run, which another server takes, or this one after its next start. */
  async close(): Promise<void> {
    await this.#worker?.close();
  }

  async #work(signal: AbortSignal): Promise<boolean> {
    await this.#schedule();
    for (const { tenantId, id } of await this.#database.withGlobal(SYSTEM, sql.listOpenRuns, 'reads')) {
      const system = systemIn(tenantId);
      const lease = randomUUID();
      const run = await this.#database.withTenant(system, (tx) => sql.takeRun(tx, id, { lease, ...this.#options }));
      if (!run) continue;
      await traceJob('subscription', tenantId, () => this.#runLeased(system, run, lease, signal));
      return true;
    }
    return false;
  }

  /** Turns slots that are due into runs. Of several that passed meanwhile, the last is sent. */
  async #schedule(): Promise<void> {
    const now = this.#options.now();
    for (const { tenantId, id } of await this.#database.withGlobal(SYSTEM, (tx) => sql.listDue(tx, now), 'reads'))
      await this.#database.withTenant(systemIn(tenantId), async (tx) => {
        const due = await sql.lockDue(tx, id, now);
        if (!due?.nextRunAt) return;
        const zone = await zoneOf(tx);
        const slots = [due.nextRunAt];
        let next = nextOccurrence(due.rule, zone, due.nextRunAt);
        for (; next <= now; next = nextOccurrence(due.rule, zone, next)) slots.push(next);
        for (const slot of slots.slice(-MAX_MISSED - 1))
          await sql.insertSlot(tx, id, { slot, missed: slot !== slots.at(-1) });
        await sql.saveNextRun(tx, id, next);
        await sql.deleteOldRuns(tx, id, MAX_RUNS);
      });
  }

  /** Renews the lease while the run is executed, and stops where it is lost. */
  async #runLeased(system: TenantActor, run: sql.RunRow, lease: string, signal: AbortSignal): Promise<void> {
    const { leaseMs, log } = this.#options;
    const { lost, release } = holdLease(() => this.#renew(system, run.id, lease), leaseMs);
    try {
      await this.#execute(system, run, lease, AbortSignal.any([signal, lost]));
    } catch (error) {
      if (signal.aborted || lost.aborted || error instanceof LeaseLost) noteJobStopped();
      else {
        noteJobFailure(error);
        log.error({ err: error, run: run.id }, 'could not send a report');
      }
      const waitMs = signal.aborted ? 0 : (this.#options.retryMs[run.attempt - 1] ?? 0);
      const again = { lease, waitMs, failure: null, isAttempt: !signal.aborted };
      await this.#database.withTenant(system, (tx) => sql.requeueRun(tx, run.id, again));
    } finally {
      release();
    }
  }

  #renew(system: TenantActor, run: string, lease: string): Promise<boolean> {
    return this.#database.withTenant(system, (tx) => sql.renewLease(tx, run, { lease, ...this.#options }));
  }

  async #execute(system: TenantActor, run: sql.RunRow, lease: string, signal: AbortSignal): Promise<void> {
    const found = await this.#database.withTenant(
      system,
      async (tx) => {
        const subscription = await sql.findSubscription(tx, run.subscriptionId);
        return (
          subscription && { subscription, report: await findReport(tx, subscription.reportId), zone: await zoneOf(tx) }
        );
      },
      'reads',
    );
    if (!found?.report) return;
    const { subscription, report, zone } = found;
    const running: Running = { system, run, subscription, lease, zone, signal };
    // Attempts that a kill cut short count, too: a run that brings servers down ends.
    if (run.attempt > this.#options.retryMs.length + 1) {
      noteJobFailure('INTERRUPTED');
      return this.#fail(running, null, INTERRUPTED);
    }
    if (run.onlyTo === null) {
      const reason = report.isArchived ? 'archived' : (await this.#ownerMay(running)) ? null : 'owner';
      if (reason !== null) return this.#pause(running, reason, report);
    } else if (report.isArchived) return this.#skip(running, null, 'archived');
    const version = await this.#options.dataVersion(system);
    if (version === null) return this.#skip(running, null, 'no-data');
    const { onlyNew, lastVersion } = subscription;
    if (run.onlyTo === null && onlyNew && lastVersion !== null && version <= lastVersion)
      return this.#skip(running, version, 'unchanged');
    await this.#send(running, version);
  }

  /** Whether who set it up may still open the report, and send it to these recipients. */
  async #ownerMay({ system, subscription }: Running): Promise<boolean> {
    const { accountId, reportId, recipients, addresses } = subscription;
    const owner = accountId === null ? null : await personNow(this.#database, system.tenantId, accountId);
    if (!owner?.permissions.has('report.read')) return false;
    const open = await this.#database
      .withTenant(owner, (tx) => requireReport(tx, owner, reportId), 'reads')
      .catch(nullIfNotFound);
    return (
      open !== null &&
      (open.canShare || (addresses.length === 0 && recipients.every((account) => account === accountId)))
    );
  }

  async #send(running: Running, version: number): Promise<void> {
    const { system, run, signal } = running;
    const done = await this.#database.withTenant(system, (tx) => sql.listDeliveries(tx, [run.id]), 'reads');
    const delivered = new Map<string, Delivered>(done.map((row) => [row.recipient, row]));
    const failures: Failure[] = [];
    for (const recipient of await this.#recipients.recipients({ ...running, tenantId: system.tenantId })) {
      if (delivered.has(recipient.key)) continue;
      try {
        const result = await this.#recipients.deliver(
          { ...running, tenantId: system.tenantId },
          recipient,
          async () => {
            if (!(await this.#renew(system, run.id, running.lease))) throw new LeaseLost();
          },
        );
        await this.#record(running, recipient, { ...result, failure: null });
        delivered.set(recipient.key, result);
      } catch (error) {
        if (signal.aborted || error instanceof LeaseLost) throw error;
        const { code, message } = this.#options.toUserError(error);
        if (code === 'INTERNAL') this.#options.log.error({ err: error, run: run.id }, 'a report could not be sent');
        failures.push({ recipient, code, message, isPermanent: PERMANENT.has(code) });
      }
    }
    this.#options.mail.wake();
    await this.#conclude(running, { version, failures, delivered: [...delivered.values()] });
  }

  /** With a record in the audit trail: figures left the portal with this person's rights, or did not. */
  #record(
    { system, run, subscription }: Running,
    { key, accountId, email }: Recipient,
    outcome: Pick<sql.DeliveryRow, 'status' | 'skipped' | 'failure'>,
  ): Promise<void> {
    const { status, skipped } = outcome;
    const details = {
      subscription: subscription.id,
      run: run.id,
      status,
      ...(skipped !== null && { skipped }),
      ...(accountId === null && { address: email }),
    };
    const entry = { action: 'report.mail', outcome: OUTCOMES[status], details } as const;
    return this.#database.withTenant(system, async (tx) => {
      const row = { runId: run.id, recipient: key, accountId, email, ...outcome };
      if (!(await sql.insertDelivery(tx, row))) return;
      await writeRecord(tx, { ...system, accountId }, { ...entry, target: subscription.reportId });
    });
  }

  /** Ends the run, or has it tried again where that may help. */
  async #conclude(
    running: Running,
    {
      version,
      failures,
      delivered,
    }: { version: number; failures: readonly Failure[]; delivered: readonly Delivered[] },
  ): Promise<void> {
    const { system, run, subscription, lease } = running;
    // Another server concludes it.
    if (!(await this.#renew(system, run.id, lease))) return;
    const waitMs = this.#options.retryMs[run.attempt - 1];
    const [failure] = failures;
    if (failure) noteJobFailure(failure.code);
    if (waitMs !== undefined && failures.some(({ isPermanent }) => !isPermanent)) {
      const again = { lease, waitMs, failure: failure!.message, isAttempt: true };
      await this.#database.withTenant(system, (tx) => sql.requeueRun(tx, run.id, again));
      return;
    }
    if (run.onlyTo === null && delivered.some(({ status }) => status === 'sent'))
      await this.#database.withTenant(system, (tx) => sql.saveLastVersion(tx, subscription.id, version));
    for (const { recipient, message } of failures)
      await this.#record(running, recipient, { status: 'failed', skipped: null, failure: message });
    if (failure) return this.#fail(running, version, failure.message);
    const isSent = delivered.some(({ status }) => status === 'sent');
    if (!isSent) return this.#skip(running, version, delivered[0]?.skipped ?? 'left');
    await this.#end(running, { status: 'sent', skipped: null, failure: null, dataVersion: version });
  }

  async #skip(running: Running, dataVersion: number | null, skipped: SkipReason): Promise<void> {
    await this.#end(running, { status: 'skipped', skipped, failure: null, dataVersion });
  }

  /** The person who is responsible hears of it. */
  async #fail(running: Running, dataVersion: number | null, failure: string): Promise<void> {
    const { run, subscription } = running;
    const person = run.onlyTo ?? subscription.accountId;
    await this.#end(
      running,
      { status: 'failed', skipped: null, failure, dataVersion },
      { people: person === null ? [] : [person], notification: failedNotification(subscription, failure) },
    );
  }

  async #pause(running: Running, reason: 'archived' | 'owner', report: { workspaceId: string }): Promise<void> {
    const { system, subscription } = running;
    const people = await managersOf(this.#database, system, report.workspaceId);
    await this.#end(
      running,
      { status: 'skipped', skipped: reason, failure: null, dataVersion: null },
      { people, notification: pausedNotification(subscription, reason) },
      (tx) => sql.savePause(tx, subscription.id, { paused: reason, nextRunAt: null }),
    );
  }

  async #end(
    running: Running,
    end: sql.RunEnd,
    notice: { people: readonly string[]; notification: NewNotification } = { people: [], notification: NO_NOTICE },
    also: (tx: TenantTx) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const { system, run, lease } = running;
    await this.#database.withTenant(system, async (tx) => {
      if (!(await sql.endRun(tx, run.id, lease, end))) return;
      await also(tx);
      if (notice.people.length > 0) await notify(tx, notice.people, notice.notification);
      await this.#enqueueOutcome(tx, running, end);
    });
    this.#options.webhooks.wake();
  }

  /** What a person had sent to themselves is nobody else's business. */
  async #enqueueOutcome(tx: TenantTx, { run, subscription }: Running, end: sql.RunEnd): Promise<void> {
    if (run.onlyTo !== null || subscription.webhookId === null) return;
    const title = await reportTitle(tx, subscription.reportId);
    const deliveries = await sql.listDeliveries(tx, [run.id]);
    await enqueueDelivery(tx, {
      webhook: subscription.webhookId,
      kind: 'subscription',
      slot: `run ${run.id}`,
      event: 'subscription.finished',
      data: runData({ run, subscription, end, deliveries, title, portal: this.#options.publicUrl }),
      account: subscription.accountId,
    });
  }
}

/** Errors of the report or its selections: they stay until someone changes these. */
const PERMANENT: ReadonlySet<string> = new Set([
  'QUERY_INVALID',
  'VALIDATION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'MODEL_INVALID',
]);

const OUTCOMES = { sent: 'done', skipped: 'denied', failed: 'failed' } as const;

const NO_NOTICE: NewNotification = {
  kind: 'subscriptions',
  icon: 'alert',
  title: { en: '' },
  description: { en: '' },
  link: null,
};
