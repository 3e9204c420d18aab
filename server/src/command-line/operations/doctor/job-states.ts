import type { Client } from 'pg';

/** Jobs of a kind, in all tenants that are not suspended. */
export interface JobState {
  readonly kind: string;
  /** Not started, or to be tried again. */
  readonly waiting: number;
  readonly running: number;
  /** Ended without success in the last 24 hours, or still failing. */
  readonly failed: number;
  /** A running server should have taken or finished them long ago. */
  readonly overdue: number;
}

/** Servers look for what is due every few seconds. */
const LATE = `clock_timestamp() - interval '15 minutes'`;
/** For jobs without a lease, whose server may be working on them. */
const TOO_LONG = `clock_timestamp() - interval '6 hours'`;
const RECENT = `clock_timestamp() - interval '24 hours'`;
const ACTIVE = `(SELECT id FROM tenant WHERE suspended_at IS NULL)`;

const STATES = `
  SELECT kind, count(*) FILTER (WHERE state = 'waiting')::int AS waiting, count(*) FILTER (WHERE state = 'running')::int AS running,
         count(*) FILTER (WHERE state = 'failed')::int AS failed, count(*) FILTER (WHERE late)::int AS overdue
    FROM (
      SELECT 'import' AS kind, status AS state, status IN ('waiting', 'running') AND coalesce(started_at, created_at) < ${TOO_LONG} AS late
        FROM data_import WHERE tenant_id IN ${ACTIVE} AND (status IN ('waiting', 'running') OR (status = 'failed' AND finished_at > ${RECENT}))
      UNION ALL
      SELECT 'copy', status, status IN ('waiting', 'running') AND coalesce(started_at, created_at) < ${TOO_LONG}
        FROM copy_run WHERE tenant_id IN ${ACTIVE} AND (status IN ('waiting', 'running') OR (status = 'failed' AND finished_at > ${RECENT}))
      UNION ALL
      SELECT 'copy', 'waiting', next_run_at < ${LATE}
        FROM data_copy WHERE tenant_id IN ${ACTIVE} AND NOT paused AND next_run_at <= clock_timestamp()
      UNION ALL
      SELECT 'subscription', status, (status = 'waiting' AND due_at < ${LATE}) OR (status = 'running' AND lease_until < ${LATE})
        FROM report_subscription_run WHERE tenant_id IN ${ACTIVE} AND (status IN ('waiting', 'running') OR (status = 'failed' AND finished_at > ${RECENT}))
      UNION ALL
      SELECT 'subscription', 'waiting', next_run_at < ${LATE}
        FROM report_subscription WHERE tenant_id IN ${ACTIVE} AND next_run_at <= clock_timestamp()
      UNION ALL
      SELECT 'alert', CASE WHEN lease_until > clock_timestamp() THEN 'running' WHEN status = 'failed' THEN 'failed' ELSE 'waiting' END,
             coalesce(lease_until, next_check_at) < ${LATE} AND next_check_at < ${LATE} AND coalesce(retry_at, next_check_at) < ${LATE}
        FROM report_alert WHERE tenant_id IN ${ACTIVE} AND NOT is_paused
         AND (next_check_at <= clock_timestamp() OR status = 'failed' OR lease_until > clock_timestamp())
      UNION ALL
      SELECT 'export', status, status = 'running' AND renewed_at < ${LATE}
        FROM report_export WHERE tenant_id IN ${ACTIVE} AND (status = 'running' OR (status = 'failed' AND created_at > ${RECENT}))
      UNION ALL
      SELECT 'webhook', CASE WHEN failed_at IS NULL THEN 'waiting' ELSE 'failed' END, failed_at IS NULL AND next_attempt_at < ${LATE}
        FROM webhook_delivery WHERE tenant_id IN ${ACTIVE} AND sent_at IS NULL AND (failed_at IS NULL OR failed_at > ${RECENT})
      UNION ALL
      SELECT 'mail', CASE WHEN failed_at IS NULL THEN 'waiting' ELSE 'failed' END, failed_at IS NULL AND next_attempt_at < ${LATE}
        FROM mail_outbox WHERE sent_at IS NULL AND NOT held AND (failed_at IS NULL OR failed_at > ${RECENT})
      UNION ALL
      SELECT 'parameters', CASE WHEN issue IS NOT NULL THEN 'failed' ELSE 'waiting' END, issue IS NULL AND due_at < ${LATE} AND coalesce(leased_until, due_at) < ${LATE}
        FROM parameter_table WHERE tenant_id IN ${ACTIVE} AND (due_at <= clock_timestamp() OR issue IS NOT NULL)
      UNION ALL
      SELECT 'model-test', 'waiting', requested_at < ${LATE} AND coalesce(leased_until, requested_at) < ${LATE}
        FROM model_test_due WHERE tenant_id IN ${ACTIVE}) AS job
   GROUP BY kind`;

/** Background jobs by kind, as the owner sees them in the scope of an operator's command; kinds without any are left out. */
export async function jobStates(owner: Client): Promise<JobState[]> {
  return (await owner.query<JobState>(STATES)).rows;
}
