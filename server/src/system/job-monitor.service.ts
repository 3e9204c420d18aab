import {
  DEAD_JOB_DAYS,
  DEAD_JOB_PAGE,
  JOB_KINDS,
  type DeadJobs,
  type JobKind,
  type JobKindState,
} from '@rise/contract';
import type { Actor, TenantActor } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { retryFailedMail } from '../mail/outbox.service.ts';
import { queueFailedAlert } from '../report-alerts/failed-alerts.service.ts';
import { queueFailedRun } from '../report-subscriptions/failed-runs.service.ts';
import * as sql from './job-monitor.sql.ts';

const CHANGED = 'This job is not as it was listed: it runs again, or was changed in its tenant. Reload the page.';
const TENANT_ONLY = 'People of the tenant try this again; you can dismiss it here.';

export interface JobMonitorOptions {
  readonly database: Database;
  /** Null where no mail server is set up. */
  readonly mail: { wake(): void } | null;
}

type Kinds = { kinds: JobKindState[] };

/** Background jobs of all tenants for people above them: how many there are, and those that were given up; never what they are about. */
export class JobMonitor {
  readonly #options: JobMonitorOptions;

  constructor(options: JobMonitorOptions) {
    this.#options = options;
  }

  /** All kinds, in the order of the contract. */
  list(actor: Actor): Promise<Kinds> {
    return this.#options.database.withGlobal(
      actor,
      async (tx) => {
        const rows = new Map((await sql.listKinds(tx)).map((row) => [row.kind, row]));
        const filter = { kind: null, isDismissed: false, days: DEAD_JOB_DAYS };
        const dead = new Map((await sql.countDead(tx, filter)).map((row) => [row.kind, row.dead]));
        return { kinds: JOB_KINDS.map((kind) => toState(kind, rows.get(kind), dead.get(kind) ?? 0)) };
      },
      'reads',
    );
  }

  /** The newest first. */
  listDead(
    actor: Actor,
    { kind = null, dismissed, page }: { kind?: JobKind | null | undefined; dismissed: boolean; page: number },
  ): Promise<DeadJobs> {
    const filter = { kind, isDismissed: dismissed, days: DEAD_JOB_DAYS };
    return this.#options.database.withGlobal(
      actor,
      async (tx) => {
        const rows = await sql.listDead(tx, filter, { most: DEAD_JOB_PAGE, offset: (page - 1) * DEAD_JOB_PAGE });
        const counts = await sql.countDead(tx, filter);
        return { jobs: rows.map((row) => this.#toJob(row)), total: counts.reduce((sum, { dead }) => sum + dead, 0) };
      },
      'reads',
    );
  }

  /** NOT_FOUND where no such job was given up; CONFLICT where only the tenant's people can try it again, or it has changed. */
  async retry(actor: Actor, id: string, kind: JobKind): Promise<Kinds> {
    const { database, mail } = this.#options;
    const job = await this.#find(actor, kind, id);
    if (!this.#canRetry(job)) throw new UserError('CONFLICT', TENANT_ONLY);
    if (kind === 'mail') {
      await database.withGlobal(actor, async (tx) => {
        requireOne(await retryFailedMail(tx, id));
        actor.record?.note(noteOf(job));
      });
      mail?.wake();
      return this.list(actor);
    }
    const tenantId = job.tenantId!;
    // In the tenant's trail beside the change; above the tenants the route records it.
    const inside: TenantActor = { ...actor, tenantId, record: undefined };
    await database.withTenant(inside, async (tx) => {
      requireOne(kind === 'alert' ? await queueFailedAlert(tx, id) : await queueFailedRun(tx, id));
      await writeRecord(tx, inside, { action: 'job.retry', outcome: 'done', target: id, details: { kind } });
    });
    actor.record?.note(noteOf(job));
    return this.list(actor);
  }

  /** NOT_FOUND where no such job was given up. */
  async dismiss(actor: Actor, id: string, kind: JobKind): Promise<Kinds> {
    await this.#options.database.withGlobal(actor, async (tx) => {
      const job = await sql.findDead(tx, kind, id);
      if (!job) throw notFound();
      await sql.deleteOldDismissals(tx, 2 * DEAD_JOB_DAYS);
      await sql.insertDismissal(tx, job);
      actor.record?.note(noteOf(job));
    });
    return this.list(actor);
  }

  /** NOT_FOUND where it is not dismissed. */
  async restore(actor: Actor, id: string, kind: JobKind): Promise<Kinds> {
    await this.#options.database.withGlobal(actor, async (tx) => {
      const job = await sql.findDead(tx, kind, id);
      if (!job || (await sql.deleteDismissal(tx, kind, id)) === 0) throw notFound();
      actor.record?.note(noteOf(job));
    });
    return this.list(actor);
  }

  async #find(actor: Actor, kind: JobKind, id: string): Promise<sql.DeadJobRow> {
    const job = await this.#options.database.withGlobal(actor, (tx) => sql.findDead(tx, kind, id), 'reads');
    if (!job) throw notFound();
    return job;
  }

  #canRetry({ kind, canRetry }: sql.DeadJobRow): boolean {
    return canRetry && (kind !== 'mail' || this.#options.mail !== null);
  }

  #toJob(row: sql.DeadJobRow): DeadJobs['jobs'][number] {
    const { kind, id, tenantId, tenantName, failedAt, attempts, reason } = row;
    return {
      kind,
      id,
      tenant: tenantId === null ? null : { id: tenantId, name: tenantName! },
      failedAt: failedAt.toISOString(),
      attempts,
      reason,
      canRetry: this.#canRetry(row),
    };
  }
}

const noteOf = ({ kind, tenantName }: sql.DeadJobRow) => ({ kind, ...(tenantName !== null && { tenant: tenantName }) });

function requireOne(changed: number): void {
  if (changed === 0) throw new UserError('CONFLICT', CHANGED);
}

const toState = (kind: JobKind, row: sql.JobKindRow | undefined, dead: number): JobKindState => ({
  kind,
  waiting: row?.waiting ?? 0,
  running: row?.running ?? 0,
  retrying: row?.retrying ?? 0,
  dead,
  late: row?.late ?? 0,
  lastAt: row?.lastAt?.toISOString() ?? null,
  nextAt: row?.nextAt?.toISOString() ?? null,
});
