import type { JobKind } from '@rise/contract';
import { fragment, type GlobalTx } from '../kernel/database/database.ts';

export interface JobKindRow {
  kind: JobKind;
  waiting: number;
  running: number;
  retrying: number;
  late: number;
  lastAt: Date | null;
  nextAt: Date | null;
}

/** Jobs of suspended tenants are paused. Loads may take hours; everything else is taken within minutes. */
const KINDS = fragment`
  WITH active AS (SELECT id FROM tenant WHERE suspended_at IS NULL),
  load AS (
    SELECT 'import' AS kind, status, 0 AS attempt, coalesce(started_at, created_at) AS since, finished_at, NULL::timestamptz AS next_at
      FROM data_import WHERE tenant_id IN (SELECT id FROM active)
    UNION ALL
    SELECT 'copy', status, attempt, coalesce(started_at, created_at), finished_at, NULL
      FROM copy_run WHERE tenant_id IN (SELECT id FROM active)
    UNION ALL
    SELECT 'copy', 'scheduled', 0, NULL, NULL, next_run_at
      FROM data_copy WHERE tenant_id IN (SELECT id FROM active) AND NOT paused),
  job AS (
    SELECT kind, status = 'waiting' AS waits, status = 'running' AS runs, status = 'waiting' AND attempt > 0 AS retries,
           status IN ('waiting', 'running') AND since < clock_timestamp() - interval '6 hours' AS late, finished_at AS last_at, next_at
      FROM load
    UNION ALL
    SELECT 'subscription', status = 'waiting' AND due_at <= clock_timestamp(), status = 'running', status = 'waiting' AND attempt > 0,
           (status = 'waiting' AND due_at < clock_timestamp() - interval '15 minutes')
           OR (status = 'running' AND lease_until < clock_timestamp() - interval '15 minutes'), finished_at, NULL
      FROM report_subscription_run WHERE tenant_id IN (SELECT id FROM active)
    UNION ALL
    SELECT 'subscription', next_run_at <= clock_timestamp(), false, false, next_run_at < clock_timestamp() - interval '15 minutes', NULL, next_run_at
      FROM report_subscription WHERE tenant_id IN (SELECT id FROM active) AND next_run_at IS NOT NULL
    UNION ALL
    SELECT 'alert', next_check_at <= clock_timestamp() AND lease_until IS NULL, coalesce(lease_until > clock_timestamp(), false), retry_at IS NOT NULL,
           greatest(next_check_at, retry_at, lease_until) < clock_timestamp() - interval '15 minutes', checked_at, next_check_at
      FROM report_alert WHERE tenant_id IN (SELECT id FROM active) AND NOT is_paused
    UNION ALL
    SELECT 'export', false, status = 'running', false, status = 'running' AND renewed_at < clock_timestamp() - interval '15 minutes',
           CASE WHEN status <> 'running' THEN renewed_at END, NULL
      FROM report_export WHERE tenant_id IN (SELECT id FROM active)
    UNION ALL
    SELECT 'webhook', sent_at IS NULL AND failed_at IS NULL AND next_attempt_at <= clock_timestamp(), false,
           sent_at IS NULL AND failed_at IS NULL AND attempts > 0,
           sent_at IS NULL AND failed_at IS NULL AND next_attempt_at < clock_timestamp() - interval '15 minutes', coalesce(sent_at, failed_at),
           CASE WHEN sent_at IS NULL AND failed_at IS NULL THEN next_attempt_at END
      FROM webhook_delivery WHERE tenant_id IN (SELECT id FROM active)
    UNION ALL
    SELECT 'mail', sent_at IS NULL AND failed_at IS NULL AND next_attempt_at <= clock_timestamp(), false,
           sent_at IS NULL AND failed_at IS NULL AND attempts > 0,
           sent_at IS NULL AND failed_at IS NULL AND next_attempt_at < clock_timestamp() - interval '15 minutes', coalesce(sent_at, failed_at),
           CASE WHEN sent_at IS NULL AND failed_at IS NULL THEN next_attempt_at END
      FROM mail_outbox WHERE NOT held
    UNION ALL
    SELECT 'parameters', due_at <= clock_timestamp() AND coalesce(leased_until < clock_timestamp(), true), coalesce(leased_until > clock_timestamp(), false),
           issue IS NOT NULL, issue IS NULL AND greatest(due_at, leased_until) < clock_timestamp() - interval '15 minutes', written_at,
           CASE WHEN due_at > clock_timestamp() AND due_at < clock_timestamp() + interval '10 years' THEN due_at END
      FROM parameter_table WHERE tenant_id IN (SELECT id FROM active)
    UNION ALL
    SELECT 'model-test', coalesce(leased_until < clock_timestamp(), true), coalesce(leased_until > clock_timestamp(), false), false,
           greatest(requested_at, leased_until) < clock_timestamp() - interval '15 minutes', NULL, NULL
      FROM model_test_due WHERE tenant_id IN (SELECT id FROM active)
    UNION ALL
    SELECT 'domain', next_check_at <= clock_timestamp() AND coalesce(leased_until < clock_timestamp(), true),
           coalesce(leased_until > clock_timestamp(), false), false,
           greatest(next_check_at, leased_until) < clock_timestamp() - interval '15 minutes', last_checked_at, next_check_at
      FROM tenant_domain WHERE tenant_id IN (SELECT id FROM active)
    UNION ALL
    SELECT 'deletion', deletion_due_at <= clock_timestamp() AND deletion_started_at IS NULL, deletion_started_at IS NOT NULL, false,
           deletion_due_at < clock_timestamp() - interval '6 hours', NULL, deletion_due_at
      FROM tenant WHERE deletion_due_at IS NOT NULL
    UNION ALL
    SELECT 'deletion', false, false, false, false, deleted_at, NULL FROM tenant_deletion)`;

/** Kinds without any job are left out. */
export function listKinds(tx: GlobalTx): Promise<JobKindRow[]> {
  return tx.rows<JobKindRow>`
    ${KINDS}
    SELECT kind, count(*) FILTER (WHERE waits)::integer AS waiting, count(*) FILTER (WHERE runs)::integer AS running,
           count(*) FILTER (WHERE retries)::integer AS retrying, count(*) FILTER (WHERE late)::integer AS late,
           max(last_at) AS "lastAt", min(next_at) FILTER (WHERE next_at > clock_timestamp()) AS "nextAt"
      FROM job GROUP BY kind`;
}

/**
 * Jobs that were given up in the last days, of tenants that are not suspended. Only codes are read of why: messages
 * name columns, addresses and people.
 */
export const DEAD = fragment`
  WITH failed AS (
    SELECT 'import' AS kind, tenant_id, id, finished_at AS failed_at, NULL::integer AS attempts, failure->>'code' AS reason, false AS can_retry
      FROM data_import WHERE status = 'failed'
    UNION ALL
    SELECT 'copy', tenant_id, id, finished_at, attempt, failure->>'code', false FROM copy_run WHERE status = 'failed'
    UNION ALL
    SELECT 'subscription', r.tenant_id, r.id, r.finished_at, r.attempt, NULL, s.paused IS NULL
      FROM report_subscription_run r JOIN report_subscription s ON s.tenant_id = r.tenant_id AND s.id = r.subscription_id
     WHERE r.status = 'failed'
    UNION ALL
    SELECT 'alert', tenant_id, id, changed_at, NULL, failure, true FROM report_alert WHERE status = 'failed' AND NOT is_paused
    UNION ALL
    SELECT 'export', tenant_id, id, renewed_at, NULL, failure->>'code', false FROM report_export WHERE status = 'failed'
    UNION ALL
    SELECT 'webhook', tenant_id, id, failed_at, attempts, reason, false FROM webhook_delivery WHERE failed_at IS NOT NULL
    UNION ALL
    SELECT 'mail', tenant_id, id, failed_at, attempts, substring(last_error FROM '\\m[45][0-9][0-9]\\M'), unsubscribe IS NULL
      FROM mail_outbox WHERE failed_at IS NOT NULL AND sent_at IS NULL AND NOT held),
  dead AS (
    SELECT f.*, t.name AS tenant_name, coalesce(d.dismissed_at >= f.failed_at, false) AS is_dismissed
      FROM failed f LEFT JOIN tenant t ON t.id = f.tenant_id
      LEFT JOIN job_dismissal d ON d.kind = f.kind AND d.job_id = f.id
     WHERE t.suspended_at IS NULL)`;

export interface DeadJobRow {
  kind: JobKind;
  id: string;
  tenantId: string | null;
  tenantName: string | null;
  failedAt: Date;
  attempts: number | null;
  reason: string | null;
  canRetry: boolean;
  isDismissed: boolean;
}

const COLUMNS = fragment`kind, id, tenant_id AS "tenantId", tenant_name AS "tenantName", failed_at AS "failedAt", attempts, reason,
  can_retry AS "canRetry", is_dismissed AS "isDismissed"`;

export interface DeadJobFilter {
  readonly kind: JobKind | null;
  readonly isDismissed: boolean;
  readonly days: number;
}

export function listDead(
  tx: GlobalTx,
  { kind, isDismissed, days }: DeadJobFilter,
  { most, offset }: { most: number; offset: number },
): Promise<DeadJobRow[]> {
  return tx.rows<DeadJobRow>`
    ${DEAD} SELECT ${COLUMNS} FROM dead
     WHERE (${kind}::text IS NULL OR kind = ${kind}) AND is_dismissed = ${isDismissed}
       AND failed_at > now() - make_interval(days => ${days})
     ORDER BY failed_at DESC, id LIMIT ${most} OFFSET ${offset}`;
}

export function countDead(
  tx: GlobalTx,
  { kind, isDismissed, days }: DeadJobFilter,
): Promise<{ kind: JobKind; dead: number }[]> {
  return tx.rows<{ kind: JobKind; dead: number }>`
    ${DEAD} SELECT kind, count(*)::integer AS dead FROM dead
     WHERE (${kind}::text IS NULL OR kind = ${kind}) AND is_dismissed = ${isDismissed}
       AND failed_at > now() - make_interval(days => ${days}) GROUP BY kind`;
}

export function findDead(tx: GlobalTx, kind: JobKind, id: string): Promise<DeadJobRow | null> {
  return tx.first<DeadJobRow>`${DEAD} SELECT ${COLUMNS} FROM dead WHERE kind = ${kind} AND id = ${id}`;
}

export async function insertDismissal(
  tx: GlobalTx,
  { kind, id, tenantId }: Pick<DeadJobRow, 'kind' | 'id' | 'tenantId'>,
): Promise<void> {
  await tx.run`
    INSERT INTO job_dismissal (kind, job_id, tenant_id) VALUES (${kind}, ${id}, ${tenantId})
    ON CONFLICT (kind, job_id) DO UPDATE SET dismissed_at = clock_timestamp()`;
}

export function deleteDismissal(tx: GlobalTx, kind: JobKind, id: string): Promise<number> {
  return tx.run`DELETE FROM job_dismissal WHERE kind = ${kind} AND job_id = ${id}`;
}

/** Of jobs that are not listed any more. */
export async function deleteOldDismissals(tx: GlobalTx, days: number): Promise<void> {
  await tx.run`DELETE FROM job_dismissal WHERE dismissed_at < now() - make_interval(days => ${days})`;
}
