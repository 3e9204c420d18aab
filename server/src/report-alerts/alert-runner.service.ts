import { randomUUID } from 'node:crypto';
import { judge, type AlertFailure, type FigureCourse } from '@rise/contract';
import type { Logger } from 'pino';
import { holdLease } from '../jobs/hold-lease.ts';
import { noteJobFailure, noteJobStopped, traceJob } from '../jobs/trace-job.ts';
import { BackgroundWorker } from '../jobs/worker.ts';
import { SYSTEM, systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import type { UserError } from '../kernel/errors/user-error.ts';
import { publish } from '../kernel/events.ts';
import { nextOccurrence } from '../kernel/time/occurrences.ts';
import type { WatchedMeasure } from '../reports/reports.service.ts';
import { findReport } from '../reports/report-documents.service.ts';
import { zoneOf } from '../tenant-settings/tenant-settings.service.ts';
import { personNow } from '../sessions/person-now.service.ts';
import type { AlertNoticeService } from './alert-notices.service.ts';
import {
  changesOf,
  changeSummary,
  currentSummary,
  judgeMembers,
  withKnown,
  type MemberState,
} from './alert-members.rules.ts';
import { nextState } from './alert-state.rules.ts';
import * as sql from './report-alerts.sql.ts';

/** Checks that are stored of an alert. */
export const STORED_CHECKS = 200;
const CHECK_MS = 5 * 60_000;

/** Reads the course of a figure with the rights of a person. */
export type ReadCourse = (
  actor: TenantActor,
  report: string,
  measure: WatchedMeasure,
  signal: AbortSignal,
) => Promise<FigureCourse>;

export interface AlertRunnerOptions {
  readonly database: Database;
  readonly course: ReadCourse;
  readonly notices: Pick<AlertNoticeService, 'send'>;
  readonly toUserError: (error: unknown) => UserError;
  readonly now: () => Date;
  /** How often it looks for what is due. */
  readonly scanMs: number;
  /** How long a check stays with a server that no longer renews it. */
  readonly leaseMs: number;
  /** Delays before the attempts after the first. */
  readonly retryMs: readonly number[];
  readonly log: Logger;
}

type Judged = Pick<sql.Judged, 'status' | 'failure' | 'value' | 'period' | 'reference' | 'dataVersion' | 'figure'> & {
  /** Null: not judged by members. */
  readonly members: readonly MemberState[] | null;
};

/** When an alert is checked every day, on the clocks of the tenant's zone. */
export const nextDailyCheck = (zone: string, after: Date): Date =>
  nextOccurrence({ every: 'day', at: '06:00' }, zone, after);

/**
 * Checks alerts daily and when what figures are computed from has changed. Several servers may run one each over the same
 * database: a check is of one server at a time, by a lease, and its result is stored once, by the lease and a unique slot.
 */
export class AlertRunner {
  readonly #options: AlertRunnerOptions;
  readonly #database: Database;
  #worker: BackgroundWorker | null = null;

  constructor(options: AlertRunnerOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  async start(): Promise<void> {
    const { scanMs, log } = this.#options;
    this.#worker = new BackgroundWorker({
      database: this.#database,
      work: (signal) => this.#work(signal),
      restMs: scanMs,
      onError: (error) => log.error({ err: error }, 'could not check alerts'),
    });
  }

  /** An alert is due. */
  wake(): void {
    this.#worker?.wake();
  }

  /** Stops the running check, which another server takes, or this one after its next start. */
  async close(): Promise<void> {
    await this.#worker?.close();
  }

  async #work(signal: AbortSignal): Promise<boolean> {
    const now = this.#options.now();
    if (await this.#options.notices.send(now)) return true;
    for (const { tenantId, id } of await this.#database.withGlobal(SYSTEM, (tx) => sql.listDue(tx, now), 'reads')) {
      const system = systemIn(tenantId);
      const lease = randomUUID();
      const alert = await this.#database.withTenant(system, (tx) =>
        sql.takeAlert(tx, id, { lease, leaseMs: this.#options.leaseMs, now }),
      );
      if (!alert) continue;
      await traceJob('alert', tenantId, () => this.#checkLeased(system, alert, lease, { now, signal }));
      return true;
    }
    return false;
  }

  /** Renews the lease while the alert is checked, and stops where it is lost. */
  async #checkLeased(
    system: TenantActor,
    alert: sql.TakenRow,
    lease: string,
    { now, signal }: { now: Date; signal: AbortSignal },
  ): Promise<void> {
    const { leaseMs, retryMs, log } = this.#options;
    const renew = () => this.#database.withTenant(system, (tx) => sql.renewLease(tx, alert.id, { lease, leaseMs }));
    const { lost, release } = holdLease(renew, leaseMs);
    try {
      const deadline = AbortSignal.any([signal, lost, AbortSignal.timeout(CHECK_MS)]);
      const judged = await this.#judge(system, alert, deadline);
      if (judged.failure !== null) noteJobFailure(judged.failure);
      await this.#end(system, alert, lease, { judged, now });
    } catch (error) {
      if (lost.aborted || signal.aborted) noteJobStopped();
      else noteJobFailure(error);
      if (lost.aborted) return;
      if (!signal.aborted) log.error({ err: error, alert: alert.id }, 'could not check an alert');
      const waitMs = signal.aborted ? 0 : (retryMs[alert.attempt - 1] ?? retryMs.at(-1) ?? 0);
      await this.#database.withTenant(system, (tx) =>
        sql.requeueAlert(tx, alert.id, { lease, waitMs, isAttempt: !signal.aborted }),
      );
    } finally {
      release();
    }
  }

  /** Throws what another attempt may mend. */
  async #judge(system: TenantActor, alert: sql.TakenRow, signal: AbortSignal): Promise<Judged> {
    const isLast = alert.attempt > this.#options.retryMs.length;
    // Attempts that a kill cut short count, too: a check that brings servers down ends.
    if (alert.attempt > this.#options.retryMs.length + 1) return failed(alert, 'unavailable');
    const owner = await personNow(this.#database, system.tenantId, alert.accountId);
    if (!owner?.permissions.has('report.read')) return noAccess(alert);
    const report = await this.#database.withTenant(system, (tx) => findReport(tx, alert.reportId), 'reads');
    if (report?.isArchived) return failed(alert, 'archived');
    try {
      const course = await this.#options.course(owner, alert.reportId, alert, signal);
      return await this.#judgeCourse(system, alert, course);
    } catch (error) {
      if (signal.aborted && !isTimeout(signal)) throw error;
      const { code } = this.#options.toUserError(error);
      if (code === 'NOT_FOUND') return noAccess(alert);
      if (code === 'VALIDATION_FAILED') return failed(alert, 'gone');
      if (PERMANENT.has(code)) return failed(alert, 'query');
      if (!isLast) throw error;
      this.#options.log.error({ err: error, alert: alert.id }, 'an alert could not be checked');
      return failed(alert, 'unavailable');
    }
  }

  async #judgeCourse(system: TenantActor, alert: sql.TakenRow, course: FigureCourse): Promise<Judged> {
    const { figure, dataVersion } = course;
    const closed = course.points.filter(({ isOpen }) => !isOpen);
    const period = closed.at(-1)?.period ?? null;
    if (alert.scope.kind === 'any') {
      if (course.isTruncated) return failed(alert, 'members');
      const judged = { value: null, period, reference: null, failure: null, dataVersion, figure };
      // Without a period that is over, nothing is said of any member.
      if (closed.length === 0) return { ...judged, status: 'no-data', members: null };
      const { status, states } = judgeMembers(alert.condition, course, alert.memberStates);
      return { ...judged, status, members: states };
    }
    const formerVersion = await this.#database.withTenant(
      system,
      (tx) => sql.formerValue(tx, alert.id, dataVersion),
      'reads',
    );
    const { status, value, reference } = judge(alert.condition, closed, { isFiring: alert.isFiring, formerVersion });
    return { status, failure: null, value, period, reference, dataVersion, figure, members: null };
  }

  async #end(
    system: TenantActor,
    alert: sql.TakenRow,
    lease: string,
    { judged, now }: { judged: Judged; now: Date },
  ): Promise<void> {
    await this.#database.withTenant(system, async (tx) => {
      const current = await sql.lockAlert(tx, alert.id);
      if (!current) return;
      const zone = await zoneOf(tx);
      const checkedAt = this.#options.now();
      const isDaily = alert.nextCheckAt <= now;
      const hours = { quiet: current.quiet, zone, now: checkedAt };
      // A notice may have been sent during the check.
      const members = judged.members && withKnown(judged.members, current.memberStates);
      const state = nextState(current, judged.status, hours, members !== null && changesOf(members).length > 0);
      const isEnded = await sql.endCheck(tx, alert.id, lease, {
        ...judged,
        ...state,
        members: members && {
          states: members,
          current: currentSummary(members),
          changes: changeSummary(members),
        },
        checkedAt,
        figuresRevision: alert.figuresRevision,
        nextCheckAt: isDaily ? nextDailyCheck(zone, now) : alert.nextCheckAt,
        slot: isDaily ? `day ${alert.nextCheckAt.toISOString()}` : `figures ${alert.figuresRevision} ${alert.revision}`,
      });
      if (!isEnded) return;
      await sql.deleteOldChecks(tx, alert.id, STORED_CHECKS);
      if (state.isChange) await publishAlertChanged(tx, alert.accountId);
    });
  }
}

/** Has the owner's open pages fetch their alerts again. */
export const publishAlertChanged = (tx: TenantTx, account: string): Promise<void> =>
  publish(tx, { kind: 'alerts', to: { tenants: [tx.tenantId], account } });

const isTimeout = ({ reason }: AbortSignal): boolean => reason instanceof Error && reason.name === 'TimeoutError';

const unjudged = ({ figure, dataVersion }: sql.AlertRow) => ({
  value: null,
  period: null,
  reference: null,
  dataVersion,
  figure,
  members: null,
});
const noAccess = (alert: sql.AlertRow): Judged => ({ ...unjudged(alert), status: 'no-access', failure: null });
const failed = (alert: sql.AlertRow, failure: AlertFailure): Judged => ({
  ...unjudged(alert),
  status: 'failed',
  failure,
});

/** Errors of the report, its selections or the model: they stay until someone changes these. */
const PERMANENT: ReadonlySet<string> = new Set(['QUERY_INVALID', 'PAYLOAD_TOO_LARGE', 'MODEL_INVALID']);
