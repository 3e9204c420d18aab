import type { TenantTx } from '../kernel/database/database.ts';

/** The report that a person chose for their start page. */
export async function findHomeReport(tx: TenantTx, account: string): Promise<string | null> {
  const row = await tx.first<{ report: string }>`
    SELECT report_id AS report FROM home_report WHERE tenant_id = ${tx.tenantId} AND account_id = ${account}`;
  return row?.report ?? null;
}

export async function saveHomeReport(tx: TenantTx, account: string, report: string): Promise<void> {
  await tx.run`
    INSERT INTO home_report (tenant_id, account_id, report_id) VALUES (${tx.tenantId}, ${account}, ${report})
    ON CONFLICT (tenant_id, account_id) DO UPDATE SET report_id = excluded.report_id`;
}

/** Another one that was chosen since stays. */
export async function deleteHomeReport(tx: TenantTx, account: string, report: string): Promise<void> {
  await tx.run`
    DELETE FROM home_report
    WHERE tenant_id = ${tx.tenantId} AND account_id = ${account} AND report_id = ${report}`;
}
