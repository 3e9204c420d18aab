import type {
  AlertCondition,
  AlertFailure,
  AlertScope,
  AlertStatus,
  MemberSummary,
  NewAlert,
  QuietHours,
  ReportState,
  WatchedFigure,
} from '@rise/contract';
import type { MemberState } from './alert-members.rules.ts';
import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';

export interface AlertRow {
  id: string;
  reportId: string;
  accountId: string;
  tile: string;
  measure: string;
  scope: AlertScope;
  state: ReportState;
  title: string;
  condition: AlertCondition;
  quiet: QuietHours | null;
  mail: boolean;
  webhookId: string | null;
  figure: WatchedFigure;
  revision: number;
  isPaused: boolean;
  status: AlertStatus;
  failure: AlertFailure | null;
  isFiring: boolean;
  value: number | null;
  period: string | null;
  reference: number | null;
  members: MemberSummary | null;
  dataVersion: number | null;
  checkedAt: Date | null;
  changedAt: Date;
  notified: AlertStatus;
  noticeAt: Date | null;
  nextCheckAt: Date;
  attempt: number;
}

const ALERT = fragment`
  a.id, a.report_id AS "reportId", a.account_id AS "accountId", a.tile, a.measure, a.scope, a.state, a.title, a.condition,
  a.quiet,
  a.mail, a.webhook_id AS "webhookId", a.figure, a.revision, a.is_paused AS "isPaused", a.status, a.failure, a.is_firing AS "isFiring", a.value,
  a.period, a.reference, a.member_summary AS members, a.data_version AS "dataVersion", a.checked_at AS "checkedAt", a.changed_at AS "changedAt",
  a.notified, a.notice_at AS "noticeAt", a.next_check_at AS "nextCheckAt", a.attempt`;

/** One at a time changes the alerts of a person, so that their number has a limit. */
export async function lockAlerts(tx: TenantTx, account: string): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('report alerts ' || ${tx.tenantId} || ${account}, 0))`;
}

export function listAlerts(tx: TenantTx, account: string): Promise<AlertRow[]> {
  return tx.rows<AlertRow>`
    SELECT ${ALERT} FROM report_alert a WHERE a.tenant_id = ${tx.tenantId} AND a.account_id = ${account}
     ORDER BY lower(a.title), a.created_at, a.id`;
}

export function findAlert(tx: TenantTx, id: string): Promise<AlertRow | null> {
  return tx.first<AlertRow>`SELECT ${ALERT} FROM report_alert a WHERE a.tenant_id = ${tx.tenantId} AND a.id = ${id}`;
}

/** With what is known of each member. */
export interface LockedRow extends AlertRow {
  memberStates: MemberState[];
}

export function lockAlert(tx: TenantTx, id: string): Promise<LockedRow | null> {
  return tx.first<LockedRow>`
    SELECT ${ALERT}, a.members AS "memberStates" FROM report_alert a WHERE a.tenant_id = ${tx.tenantId} AND a.id = ${id} FOR UPDATE`;
}

export async function insertAlert(
  tx: TenantTx,
  {
    report,
    account,
    alert,
    figure,
    nextCheckAt,
  }: { report: string; account: string; alert: NewAlert; figure: WatchedFigure; nextCheckAt: Date },
): Promise<string> {
  const { tile, measure, scope, state, title, condition, quiet, mail, webhook } = alert;
  const row = await tx.first<{ id: string }>`
    INSERT INTO report_alert (tenant_id, report_id, account_id, tile, measure, scope, state, title, condition, quiet, mail,
      webhook_id, figure, next_check_at)
    VALUES (${tx.tenantId}, ${report}, ${account}, ${tile}, ${measure}, ${JSON.stringify(scope)}::jsonb,
            ${JSON.stringify(state)}::jsonb, ${title}, ${JSON.stringify(condition)}::jsonb, ${quiet && JSON.stringify(quiet)}::jsonb, ${mail},
            ${webhook}, ${JSON.stringify(figure)}::jsonb, ${nextCheckAt}) RETURNING id`;
  return row!.id;
}

type Content = Pick<AlertRow, 'title' | 'condition' | 'quiet' | 'mail' | 'webhookId' | 'noticeAt'>;

export async function updateAlert(
  tx: TenantTx,
  id: string,
  { title, condition, quiet, mail, webhookId, noticeAt }: Content,
): Promise<void> {
  await tx.run`
    UPDATE report_alert SET title = ${title}, condition = ${JSON.stringify(condition)}::jsonb,
      quiet = ${quiet && JSON.stringify(quiet)}::jsonb, mail = ${mail}, webhook_id = ${webhookId},
      notice_at = ${noticeAt}, revision = revision + 1
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** As if it had never been judged. A check that is running ends without effect. */
export async function resetAlert(tx: TenantTx, id: string): Promise<void> {
  await tx.run`
    UPDATE report_alert SET status = 'new', notified = 'new', is_firing = false, failure = NULL, notice_at = NULL,
      members = '[]', member_summary = NULL, changed_at = clock_timestamp(), checked_revision = NULL, attempt = 0, retry_at = NULL, lease = NULL, lease_until = NULL
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** One that goes on is checked at once. A check that is running ends without effect. */
export async function savePause(
  tx: TenantTx,
  id: string,
  { isPaused, nextCheckAt }: Pick<AlertRow, 'isPaused' | 'nextCheckAt'>,
): Promise<void> {
  await tx.run`
    UPDATE report_alert SET is_paused = ${isPaused}, next_check_at = ${nextCheckAt}, checked_revision = NULL,
      notice_at = NULL, mail_check = NULL, attempt = 0, retry_at = NULL, lease = NULL, lease_until = NULL,
      revision = revision + 1
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export async function deleteAlert(tx: TenantTx, id: string): Promise<void> {
  await tx.run`DELETE FROM report_alert WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** One that a server checks, with what the figures are computed from at its beginning. */
export interface TakenRow extends LockedRow {
  figuresRevision: string;
}

interface Lease {
  readonly lease: string;
  readonly leaseMs: number;
}

/** Takes an alert that is due; null where another server was first. */
export function takeAlert(
  tx: TenantTx,
  id: string,
  { lease, leaseMs, now }: Lease & { now: Date },
): Promise<TakenRow | null> {
  return tx.first<TakenRow>`
    UPDATE report_alert a SET attempt = attempt + 1, lease = ${lease},
      lease_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
      FROM figures_revision f
     WHERE a.tenant_id = ${tx.tenantId} AND f.tenant_id = ${tx.tenantId} AND a.id = ${id} AND NOT a.is_paused
       AND (a.next_check_at <= ${now} OR a.checked_revision IS DISTINCT FROM f.revision)
       AND (a.retry_at IS NULL OR a.retry_at <= clock_timestamp())
       AND (a.lease_until IS NULL OR a.lease_until < clock_timestamp())
    RETURNING ${ALERT}, a.members AS "memberStates", f.revision AS "figuresRevision"`;
}

/** False where the lease is another server's by now, or the alert was changed. */
export async function renewLease(tx: TenantTx, id: string, { lease, leaseMs }: Lease): Promise<boolean> {
  const renewed = await tx.run`
    UPDATE report_alert SET lease_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND lease = ${lease}`;
  return renewed === 1;
}

/** Due again later. `isAttempt`: false where the server stops and the attempt does not count. */
export async function requeueAlert(
  tx: TenantTx,
  id: string,
  { lease, waitMs, isAttempt }: { lease: string; waitMs: number; isAttempt: boolean },
): Promise<void> {
  await tx.run`
    UPDATE report_alert SET lease = NULL, lease_until = NULL, attempt = attempt - ${isAttempt ? 0 : 1},
      retry_at = clock_timestamp() + make_interval(secs => ${waitMs / 1000})
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND lease = ${lease}`;
}

export type Judged = Pick<
  AlertRow,
  'status' | 'failure' | 'isFiring' | 'value' | 'period' | 'reference' | 'dataVersion' | 'figure'
>;

interface MemberWrite {
  readonly states: readonly MemberState[];
  readonly current: MemberSummary;
  readonly changes: MemberSummary;
}

export interface CheckEnd extends Judged, Pick<AlertRow, 'notified' | 'noticeAt' | 'nextCheckAt'> {
  readonly isChange: boolean;
  /** Null: they were not judged, and stay as they are. */
  readonly members: MemberWrite | null;
  readonly checkedAt: Date;
  readonly figuresRevision: string;
  readonly slot: string;
}

/** False where the lease is another server's by now, or the alert was changed: nothing is stored then. */
export async function endCheck(tx: TenantTx, id: string, lease: string, end: CheckEnd): Promise<boolean> {
  const { status, failure, value, period, reference, dataVersion, isChange, members, checkedAt } = end;
  const ended = await tx.run`
    UPDATE report_alert SET status = ${status}, failure = ${failure}, is_firing = ${end.isFiring}, value = ${value},
      period = ${period}, reference = ${reference}, data_version = ${dataVersion}, checked_at = ${checkedAt},
      changed_at = CASE WHEN ${isChange}::boolean THEN ${checkedAt} ELSE changed_at END,
      figure = ${JSON.stringify(end.figure)}::jsonb, notified = ${end.notified}, notice_at = ${end.noticeAt},
      members = COALESCE(${members && JSON.stringify(members.states)}::jsonb, members),
      member_summary = COALESCE(${members && JSON.stringify(members.current)}::jsonb, member_summary),
      checked_revision = ${end.figuresRevision}, next_check_at = ${end.nextCheckAt}, attempt = 0, retry_at = NULL,
      lease = NULL, lease_until = NULL
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND lease = ${lease}`;
  if (ended === 0) return false;
  await tx.run`
    INSERT INTO report_alert_check (tenant_id, alert_id, slot, status, failure, value, period, reference, data_version,
      is_change, member_summary, checked_at)
    VALUES (${tx.tenantId}, ${id}, ${end.slot}, ${status}, ${failure}, ${value}, ${period}, ${reference}, ${dataVersion},
            ${isChange}, ${members && JSON.stringify(members.changes)}::jsonb, ${checkedAt})
    ON CONFLICT (tenant_id, alert_id, slot) DO NOTHING`;
  return true;
}

export async function deleteOldChecks(tx: TenantTx, alert: string, most: number): Promise<void> {
  await tx.run`
    DELETE FROM report_alert_check WHERE tenant_id = ${tx.tenantId} AND id IN (
      SELECT id FROM report_alert_check WHERE tenant_id = ${tx.tenantId} AND alert_id = ${alert}
       ORDER BY created_at DESC, id DESC OFFSET ${most})`;
}

export interface CheckRow {
  id: string;
  status: AlertStatus;
  failure: AlertFailure | null;
  value: number | null;
  period: string | null;
  reference: number | null;
  members: MemberSummary | null;
  dataVersion: number | null;
  isChange: boolean;
  checkedAt: Date;
}

const CHECK = fragment`
  id, status, failure, value, period, reference, member_summary AS members, data_version AS "dataVersion", is_change AS "isChange",
  checked_at AS "checkedAt"`;

export function listChecks(tx: TenantTx, alert: string, most: number): Promise<CheckRow[]> {
  return tx.rows<CheckRow>`
    SELECT ${CHECK} FROM report_alert_check WHERE tenant_id = ${tx.tenantId} AND alert_id = ${alert}
     ORDER BY created_at DESC, id DESC LIMIT ${most}`;
}

/** The figure as it was last computed from an older data version than one; null without any. */
export async function formerValue(tx: TenantTx, alert: string, dataVersion: number): Promise<number | null> {
  const row = await tx.first<{ value: number }>`
    SELECT value FROM report_alert_check
     WHERE tenant_id = ${tx.tenantId} AND alert_id = ${alert} AND data_version < ${dataVersion} AND value IS NOT NULL
     ORDER BY data_version DESC, created_at DESC LIMIT 1`;
  return row?.value ?? null;
}

/** The owner knows the status now, and that of each member. `withMail`: its mail is to be written. */
export async function saveNotified(
  tx: TenantTx,
  id: string,
  { members, withMail }: { members: readonly MemberState[]; withMail: boolean },
): Promise<void> {
  await tx.run`
    UPDATE report_alert a SET notified = status, notice_at = NULL, members = ${JSON.stringify(members)}::jsonb,
      mail_check = CASE WHEN ${withMail}::boolean THEN (
        SELECT c.id FROM report_alert_check c WHERE c.tenant_id = ${tx.tenantId} AND c.alert_id = ${id}
         ORDER BY c.created_at DESC, c.id DESC LIMIT 1) END
    WHERE a.tenant_id = ${tx.tenantId} AND a.id = ${id}`;
}

/** The owner may not open the report any more. */
export async function saveNoAccess(tx: TenantTx, id: string): Promise<void> {
  await tx.run`
    UPDATE report_alert SET status = 'no-access', changed_at = clock_timestamp(), notice_at = NULL, mail_check = NULL
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** An alert with the check that its mail is of. */
export interface MailedRow extends Pick<
  AlertRow,
  'id' | 'reportId' | 'accountId' | 'title' | 'state' | 'condition' | 'figure'
> {
  check: string;
  status: AlertStatus;
  failure: AlertFailure | null;
  value: number | null;
  period: string | null;
  reference: number | null;
  members: MemberSummary | null;
}

export function findMailed(tx: TenantTx, id: string): Promise<MailedRow | null> {
  return tx.first<MailedRow>`
    SELECT a.id, a.report_id AS "reportId", a.account_id AS "accountId", a.title, a.state, a.condition, a.figure, c.id AS "check",
           c.status, c.failure, c.value, c.period, c.reference, c.member_summary AS members
      FROM report_alert a JOIN report_alert_check c ON c.tenant_id = ${tx.tenantId} AND c.id = a.mail_check
     WHERE a.tenant_id = ${tx.tenantId} AND a.id = ${id}`;
}

/** Of another check by now, it stays. */
export async function saveMailed(tx: TenantTx, id: string, check: string | null): Promise<void> {
  await tx.run`
    UPDATE report_alert SET mail_check = NULL
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND (mail_check = ${check} OR ${check}::uuid IS NULL)`;
}

export interface Place {
  tenantId: string;
  id: string;
}

/** Alerts of all tenants that a server may check: daily, and where what figures are computed from has changed. */
export function listDue(tx: GlobalTx, now: Date): Promise<Place[]> {
  return tx.rows<Place>`
    SELECT a.tenant_id AS "tenantId", a.id FROM report_alert a
      JOIN tenant t ON t.id = a.tenant_id JOIN figures_revision f ON f.tenant_id = a.tenant_id
     WHERE NOT a.is_paused AND t.suspended_at IS NULL
       AND (a.next_check_at <= ${now} OR a.checked_revision IS DISTINCT FROM f.revision)
       AND (a.retry_at IS NULL OR a.retry_at <= clock_timestamp())
       AND (a.lease_until IS NULL OR a.lease_until < clock_timestamp())
     ORDER BY a.next_check_at, a.id LIMIT 20`;
}

/** Alerts of all tenants with a notice that is due. */
export function listNotices(tx: GlobalTx, now: Date): Promise<Place[]> {
  return tx.rows<Place>`
    SELECT a.tenant_id AS "tenantId", a.id FROM report_alert a JOIN tenant t ON t.id = a.tenant_id
     WHERE a.notice_at <= ${now} AND t.suspended_at IS NULL ORDER BY a.notice_at, a.id LIMIT 100`;
}

/** Alerts of all tenants with a mail that is to be written. */
export function listUnmailed(tx: GlobalTx): Promise<Place[]> {
  return tx.rows<Place>`
    SELECT a.tenant_id AS "tenantId", a.id FROM report_alert a JOIN tenant t ON t.id = a.tenant_id
     WHERE a.mail_check IS NOT NULL AND t.suspended_at IS NULL ORDER BY a.id LIMIT 100`;
}

export interface AddresseeRow {
  email: string;
  language: string | null;
}

/** A person as mail addresses them; null where there is no such account. */
export function findAddressee(tx: GlobalTx, tenantId: string, account: string): Promise<AddresseeRow | null> {
  return tx.first<AddresseeRow>`
    SELECT email, rise_language(language, ${tenantId}) AS language FROM account WHERE id = ${account}`;
}

export async function countAlertsOf(tx: TenantTx, account: string): Promise<number> {
  const row = await tx.first<{ count: number }>`
    SELECT count(*) AS count FROM report_alert WHERE tenant_id = ${tx.tenantId} AND account_id = ${account}`;
  return row!.count;
}

/** Checks that are running end without effect. */
export async function pauseAlertsOf(tx: TenantTx, account: string): Promise<void> {
  await tx.run`
    UPDATE report_alert SET is_paused = true, checked_revision = NULL, notice_at = NULL, mail_check = NULL, attempt = 0,
      retry_at = NULL, lease = NULL, lease_until = NULL, revision = revision + 1
    WHERE tenant_id = ${tx.tenantId} AND account_id = ${account} AND NOT is_paused`;
}

/** As if they had never been judged. Checks that are running end without effect. */
export async function replaceOwner(tx: TenantTx, account: string, to: string): Promise<void> {
  await tx.run`
    UPDATE report_alert SET account_id = ${to}, status = 'new', notified = 'new', is_firing = false, failure = NULL,
      notice_at = NULL, mail_check = NULL, changed_at = clock_timestamp(), checked_revision = NULL, attempt = 0,
      retry_at = NULL, lease = NULL, lease_until = NULL, revision = revision + 1
    WHERE tenant_id = ${tx.tenantId} AND account_id = ${account}`;
}

/** What was to be notified or mailed counts as known, in the tenant's alerts. */
export async function dropPendingNotices(tx: TenantTx): Promise<void> {
  await tx.run`
    UPDATE report_alert SET notified = status, notice_at = NULL, mail_check = NULL, lease = NULL, lease_until = NULL
    WHERE tenant_id = ${tx.tenantId}`;
}

/** Has a failed alert checked at once; returns how many: none where it has not failed, or is paused. */
export function queueFailedAlert(tx: TenantTx, id: string): Promise<number> {
  return tx.run`
    UPDATE report_alert SET next_check_at = clock_timestamp(), retry_at = NULL, attempt = 0
     WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND status = 'failed' AND NOT is_paused`;
}
