import type { ReportDocument } from '@rise/contract';
import { fragment, type TenantTx } from '../kernel/database/database.ts';

export interface ReportRow {
  id: string;
  template: string | null;
  document: ReportDocument;
  updatedAt: Date;
}

const REPORT_COLUMNS = fragment`id, template, document, updated_at AS "updatedAt"`;

export function listReports(tx: TenantTx): Promise<ReportRow[]> {
  return tx.rows<ReportRow>`
    SELECT ${REPORT_COLUMNS} FROM report
    WHERE tenant_id = ${tx.tenantId} ORDER BY document->'title'->>'en', id`;
}

export function reportById(tx: TenantTx, id: string): Promise<ReportRow | null> {
  return tx.first<ReportRow>`
    SELECT ${REPORT_COLUMNS} FROM report WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** Writes a template's document; a tenant has each template once, and its id is stable. Null: nothing changed. */
export function putTemplateReport(tx: TenantTx, template: string, document: ReportDocument): Promise<ReportRow | null> {
  return tx.first<ReportRow>`
    INSERT INTO report (tenant_id, template, document) VALUES (${tx.tenantId}, ${template}, ${JSON.stringify(document)}::jsonb)
    ON CONFLICT (tenant_id, template) DO UPDATE SET document = excluded.document, updated_at = now()
    WHERE report.document IS DISTINCT FROM excluded.document
    RETURNING ${REPORT_COLUMNS}`;
}
