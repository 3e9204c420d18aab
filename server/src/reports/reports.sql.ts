import type { ReportDocument } from '@rise/contract';
import { fragment, type TenantTx } from '../kernel/database/database.ts';

export interface ReportRow {
  id: string;
  template: string | null;
  document: ReportDocument;
  workspaceId: string;
  revision: number;
  updatedAt: Date;
  archivedAt: Date | null;
}

const REPORT_COLUMNS = fragment`
  id, template, document, workspace_id AS "workspaceId", revision, updated_at AS "updatedAt", archived_at AS "archivedAt"`;

export function listReports(tx: TenantTx): Promise<ReportRow[]> {
  return tx.rows<ReportRow>`
    SELECT ${REPORT_COLUMNS} FROM report
    WHERE tenant_id = ${tx.tenantId} ORDER BY document->'title'->>'en', id`;
}

export function reportById(tx: TenantTx, id: string): Promise<ReportRow | null> {
  return tx.first<ReportRow>`
    SELECT ${REPORT_COLUMNS} FROM report WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** The same, which nobody else changes until the transaction ends. */
export function lockReport(tx: TenantTx, id: string): Promise<ReportRow | null> {
  return tx.first<ReportRow>`
    SELECT ${REPORT_COLUMNS} FROM report WHERE tenant_id = ${tx.tenantId} AND id = ${id} FOR UPDATE`;
}

export async function countReports(tx: TenantTx): Promise<number> {
  const row = await tx.first<{ reports: number }>`
    SELECT count(*)::int AS reports FROM report WHERE tenant_id = ${tx.tenantId}`;
  return row!.reports;
}

/** Writes a template's document; a tenant has each template once, and its id is stable. Null: nothing changed. */
export function putTemplateReport(
  tx: TenantTx,
  { template, workspaceId, document }: { template: string; workspaceId: string; document: ReportDocument },
): Promise<ReportRow | null> {
  return tx.first<ReportRow>`
    INSERT INTO report (tenant_id, template, workspace_id, document)
    VALUES (${tx.tenantId}, ${template}, ${workspaceId}, ${JSON.stringify(document)}::jsonb)
    ON CONFLICT (tenant_id, template) DO UPDATE SET document = excluded.document, workspace_id = excluded.workspace_id,
      revision = report.revision + 1, updated_at = now()
    WHERE report.document IS DISTINCT FROM excluded.document OR report.workspace_id <> excluded.workspace_id
    RETURNING ${REPORT_COLUMNS}`;
}

export async function insertReport(tx: TenantTx, workspaceId: string, document: ReportDocument): Promise<ReportRow> {
  const row = await tx.first<ReportRow>`
    INSERT INTO report (tenant_id, workspace_id, document)
    VALUES (${tx.tenantId}, ${workspaceId}, ${JSON.stringify(document)}::jsonb)
    RETURNING ${REPORT_COLUMNS}`;
  return row!;
}

export type ReportChange = Partial<Pick<ReportRow, 'document' | 'workspaceId'>> & { isArchived?: boolean };

/** What is left out stays. A report that only moves is as new as before. */
export async function updateReport(tx: TenantTx, id: string, change: ReportChange): Promise<ReportRow> {
  const { document, workspaceId = null, isArchived = null } = change;
  const written = document === undefined ? null : JSON.stringify(document);
  const row = await tx.first<ReportRow>`
    UPDATE report SET document = coalesce(${written}::jsonb, document), workspace_id = coalesce(${workspaceId}::uuid, workspace_id),
      archived_at = CASE ${isArchived}::boolean WHEN true THEN now() WHEN false THEN NULL ELSE archived_at END,
      revision = revision + 1, updated_at = CASE WHEN ${written}::text IS NULL THEN updated_at ELSE now() END
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} RETURNING ${REPORT_COLUMNS}`;
  return row!;
}
