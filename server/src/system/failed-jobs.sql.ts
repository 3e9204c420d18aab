import type { JobKind } from '@rise/contract';
import type { GlobalTx } from '../kernel/database/database.ts';
import { DEAD } from './job-monitor.sql.ts';

export interface FailedJobsRow {
  /** Null: of the installation itself. */
  tenantId: string | null;
  tenantName: string | null;
  kind: JobKind;
  count: number;
  lastAt: Date;
}

/** Those of the list of failed jobs that were not dismissed. */
export function countFailedByTenant(tx: GlobalTx, days: number): Promise<FailedJobsRow[]> {
  return tx.rows<FailedJobsRow>`
    ${DEAD} SELECT tenant_id AS "tenantId", tenant_name AS "tenantName", kind, count(*)::integer AS count, max(failed_at) AS "lastAt"
      FROM dead WHERE NOT is_dismissed AND failed_at > now() - make_interval(days => ${days})
     GROUP BY tenant_id, tenant_name, kind`;
}
