import type { ReportDifference, ReportDocument } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';

export interface VersionRow {
  number: number;
  changes: ReportDifference | null;
  note: string;
  author: string | null;
  publishedAt: Date;
}

export interface NewVersion extends Omit<VersionRow, 'publishedAt'> {
  document: ReportDocument;
}

export async function insertVersion(tx: TenantTx, report: string, version: NewVersion): Promise<void> {
  const { number, document, note, author } = version;
  const changes = version.changes && JSON.stringify(version.changes);
  await tx.run`
    INSERT INTO report_version (tenant_id, report_id, number, document, changes, note, author)
    VALUES (${tx.tenantId}, ${report}, ${number}, ${JSON.stringify(document)}::jsonb, ${changes}::jsonb, ${note}, ${author})`;
}

/** The latest first. */
export function listVersions(tx: TenantTx, report: string): Promise<VersionRow[]> {
  return tx.rows<VersionRow>`
    SELECT number, changes, note, author, published_at AS "publishedAt" FROM report_version
     WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} ORDER BY number DESC`;
}

export async function versionDocument(tx: TenantTx, report: string, number: number): Promise<ReportDocument | null> {
  const row = await tx.first<{ document: ReportDocument }>`
    SELECT document FROM report_version
     WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND number = ${number}`;
  return row?.document ?? null;
}
