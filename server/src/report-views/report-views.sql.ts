import type { NewReportView, ReportState } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';

export interface ViewRow {
  id: string;
  accountId: string;
  author: string | null;
  name: string;
  state: ReportState;
  shared: boolean;
  /** Whether the report opens with it for the person. */
  isDefault: boolean;
}

/** One at a time changes the views of a person, so that their number has a limit. */
export async function lockViews(tx: TenantTx, report: string, account: string): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('views ' || ${tx.tenantId} || ${report} || ${account}, 0))`;
}

/** Those of the person, and shared ones. */
export function listViews(tx: TenantTx, report: string, account: string): Promise<ViewRow[]> {
  return tx.rows<ViewRow>`
    SELECT v.id, v.account_id AS "accountId", v.author, v.name, v.state, v.shared, d.view_id IS NOT NULL AS "isDefault"
      FROM report_view v
      LEFT JOIN report_default_view d ON d.tenant_id = v.tenant_id AND d.report_id = v.report_id AND d.view_id = v.id
       AND d.account_id = ${account}
     WHERE v.tenant_id = ${tx.tenantId} AND v.report_id = ${report} AND (v.shared OR v.account_id = ${account})
     ORDER BY lower(v.name), v.created_at`;
}

/** Replaces the person's own of that name. */
export async function putView(
  tx: TenantTx,
  report: string,
  { account, author, view: { name, state, shared } }: { account: string; author: string | null; view: NewReportView },
): Promise<void> {
  await tx.run`
    INSERT INTO report_view (tenant_id, report_id, account_id, author, name, state, shared)
    VALUES (${tx.tenantId}, ${report}, ${account}, ${author}, ${name}, ${JSON.stringify(state)}::jsonb, ${shared})
    ON CONFLICT (tenant_id, report_id, account_id, name) DO UPDATE
      SET state = excluded.state, shared = excluded.shared, author = excluded.author`;
}

export async function deleteView(tx: TenantTx, report: string, id: string): Promise<void> {
  await tx.run`DELETE FROM report_view WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND id = ${id}`;
}

/** Null: the report opens as its document says. */
export async function putDefault(tx: TenantTx, report: string, account: string, view: string | null): Promise<void> {
  await tx.run`
    DELETE FROM report_default_view
    WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND account_id = ${account}`;
  if (view === null) return;
  await tx.run`
    INSERT INTO report_default_view (tenant_id, report_id, account_id, view_id)
    VALUES (${tx.tenantId}, ${report}, ${account}, ${view})`;
}
