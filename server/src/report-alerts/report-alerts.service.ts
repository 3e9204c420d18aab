import {
  MAX_ALERT_MEMBERS,
  type AlertChange,
  type AlertCheck,
  type FigureCourse,
  type NewAlert,
  type ReportAlert,
  type ReportAlerts,
} from '@rise/contract';
import { accountOf, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import type { TenantMail } from '../mail/mail.ts';
import { zoneOf } from '../tenant-settings/tenant-settings.service.ts';
import type { WatchedMeasure } from '../reports/reports.service.ts';
import { findReport, readReports, requireReport } from '../reports/report-documents.service.ts';
import { listChoices, requireWebhook } from '../webhooks/webhook-outbox.service.ts';
import { nextDailyCheck, publishAlertChanged, type ReadCourse } from './alert-runner.service.ts';
import { noticeTime } from './alert-state.rules.ts';
import * as sql from './report-alerts.sql.ts';

/** Of one person. */
const MAX_ALERTS = 100;
const SHOWN_CHECKS = 50;
/** Within it, a figure has to be computed for a person who waits. */
const COURSE_MS = 60_000;

export interface ReportAlertOptions {
  readonly database: Database;
  readonly course: ReadCourse;
  readonly mail: TenantMail;
  readonly now: () => Date;
  /** An alert is due. */
  readonly wake: () => void;
}

/** A person's own alerts on figures of reports. */
export class ReportAlertService {
  readonly #options: ReportAlertOptions;
  readonly #database: Database;

  constructor(options: ReportAlertOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  async list(actor: TenantActor): Promise<ReportAlerts> {
    const account = accountOf(actor);
    const { rows, titles, zone, webhooks } = await this.#database.withTenant(
      actor,
      async (tx) => ({
        rows: await sql.listAlerts(tx, account),
        titles: new Map((await readReports(tx, actor)).map(({ id, document }) => [id, document.title])),
        zone: await zoneOf(tx),
        webhooks: await listChoices(tx),
      }),
      'reads',
    );
    return {
      alerts: rows.map((row) => toAlert(row, titles.get(row.reportId) ?? null, this.#options.now())),
      zone,
      mail: !this.#options.mail.isHeld,
      webhooks,
    };
  }

  /** The course of a figure as an alert would see it. NOT_FOUND for a report that the person may not open. */
  course(actor: TenantActor, report: string, watched: WatchedMeasure): Promise<FigureCourse> {
    return this.#options.course(actor, report, watched, AbortSignal.timeout(COURSE_MS));
  }

  /** VALIDATION_FAILED for a figure or a condition that cannot be judged; CONFLICT where the person has too many. */
  async create(actor: TenantActor, report: string, alert: NewAlert): Promise<ReportAlerts> {
    const account = accountOf(actor);
    const { figure, isTruncated } = await this.course(actor, report, alert);
    requirePeriods(alert, figure);
    if (alert.scope.kind === 'any' && isTruncated)
      throw new UserError('VALIDATION_FAILED', undefined, [
        {
          field: 'scope',
          message: `There are more than ${MAX_ALERT_MEMBERS} members. Filter the report, or watch one of them.`,
        },
      ]);
    await this.#database.withTenant(actor, async (tx) => {
      await requireReport(tx, actor, report);
      if ((await findReport(tx, report))?.isArchived)
        throw new UserError('CONFLICT', 'This report is archived. Restore it first.');
      await requireWebhook(tx, alert.webhook);
      await sql.lockAlerts(tx, account);
      if ((await sql.listAlerts(tx, account)).length >= MAX_ALERTS)
        throw new UserError('CONFLICT', `You can have ${MAX_ALERTS} alerts at most. Delete one first.`);
      const nextCheckAt = nextDailyCheck(await zoneOf(tx), this.#options.now());
      await sql.insertAlert(tx, { report, account, alert, figure, nextCheckAt });
      await publishAlertChanged(tx, account);
    });
    this.#options.wake();
    return this.list(actor);
  }

  /** CONFLICT where it was changed since. With another condition it is judged again, as a new one. */
  change(actor: TenantActor, id: string, { basedOn, webhook, ...change }: AlertChange): Promise<ReportAlerts> {
    return this.#change(actor, id, async (tx, row) => {
      if (row.revision !== basedOn)
        throw new UserError('CONFLICT', 'This alert was changed since you opened it. Reload it, and change it again.');
      const stated = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const webhookId = webhook === undefined ? row.webhookId : webhook;
      const next: sql.AlertRow = { ...row, ...stated, webhookId };
      await requireWebhook(tx, webhook);
      requirePeriods(next, row.figure);
      const held = row.noticeAt && noticeTime({ quiet: next.quiet, zone: await zoneOf(tx), now: this.#options.now() });
      await sql.updateAlert(tx, id, { ...next, noticeAt: held });
      if (JSON.stringify(next.condition) !== JSON.stringify(row.condition)) await sql.resetAlert(tx, id);
    });
  }

  /** A paused one is not checked, and a notice that is held is not sent. */
  setPaused(actor: TenantActor, id: string, isPaused: boolean): Promise<ReportAlerts> {
    return this.#change(actor, id, async (tx, row) => {
      if (row.isPaused === isPaused) return;
      await sql.savePause(tx, id, { isPaused, nextCheckAt: nextDailyCheck(await zoneOf(tx), this.#options.now()) });
    });
  }

  delete(actor: TenantActor, id: string): Promise<ReportAlerts> {
    return this.#change(actor, id, (tx) => sql.deleteAlert(tx, id));
  }

  async checks(actor: TenantActor, id: string): Promise<{ checks: AlertCheck[] }> {
    const account = accountOf(actor);
    const rows = await this.#database.withTenant(
      actor,
      async (tx) => {
        requireOwn(await sql.findAlert(tx, id), account);
        return sql.listChecks(tx, id, SHOWN_CHECKS);
      },
      'reads',
    );
    return { checks: rows.map((row) => ({ ...row, checkedAt: row.checkedAt.toISOString() })) };
  }

  /** NOT_FOUND for another person's. */
  async #change(
    actor: TenantActor,
    id: string,
    work: (tx: TenantTx, row: sql.AlertRow) => Promise<void>,
  ): Promise<ReportAlerts> {
    const account = accountOf(actor);
    await this.#database.withTenant(actor, async (tx) => {
      await work(tx, requireOwn(await sql.lockAlert(tx, id), account));
      await publishAlertChanged(tx, account);
    });
    this.#options.wake();
    return this.list(actor);
  }
}

function requireOwn(row: sql.AlertRow | null, account: string): sql.AlertRow {
  if (row?.accountId !== account) throw notFound();
  return row;
}

/** What compares periods needs some. */
function requirePeriods({ condition }: Pick<NewAlert, 'condition'>, { grain }: FigureCourse['figure']): void {
  const needsPeriods = condition.kind === 'anomaly' || (condition.kind === 'change' && condition.against === 'period');
  if (needsPeriods && grain === null)
    throw new UserError('VALIDATION_FAILED', undefined, [
      { field: 'condition', message: 'This figure has no periods. Use a threshold, or compare data versions.' },
    ]);
}

function toAlert(row: sql.AlertRow, reportTitle: ReportAlert['reportTitle'], now: Date): ReportAlert {
  const { id, reportId, tile, measure, scope, state, title, condition, quiet, mail, figure, revision, isPaused } = row;
  const { status, failure, value, period, reference, dataVersion, checkedAt, changedAt, noticeAt } = row;
  return {
    id,
    report: reportId,
    reportTitle,
    tile,
    measure,
    scope,
    state,
    title,
    condition,
    quiet,
    mail,
    webhook: row.webhookId,
    figure,
    revision,
    isPaused,
    // Also before the next check finds it out.
    ...(reportTitle === null && failure !== 'archived'
      ? { status: 'no-access', failure: null, value: null, period: null, reference: null, members: null }
      : { status, failure, value, period, reference, members: row.members }),
    dataVersion,
    checkedAt: checkedAt?.toISOString() ?? null,
    changedAt: changedAt.toISOString(),
    heldUntil: noticeAt !== null && noticeAt > now ? noticeAt.toISOString() : null,
  };
}
