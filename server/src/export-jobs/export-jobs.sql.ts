import type { ExportJob, LocalizedText } from '@rise/contract';
import { fragment, type TenantTx } from '../kernel/database/database.ts';

export interface ExportJobRow {
  id: string;
  reportId: string;
  title: LocalizedText;
  format: ExportJob['format'];
  status: ExportJob['status'];
  bytes: number;
  name: string | null;
  contentType: string | null;
  failure: ExportJob['failure'];
  createdAt: Date;
  expiresAt: Date;
}

/** A running job that has been silent for five minutes has lost its server. */
const JOB = fragment`
  id, report_id AS "reportId", title, format, bytes::float8 AS bytes, name, content_type AS "contentType",
  CASE WHEN status = 'running' AND renewed_at < now() - interval '5 minutes'
       THEN 'failed' ELSE status END AS status,
  failure, created_at AS "createdAt", expires_at AS "expiresAt"`;

/** One at a time begins an export of a person, so that their number has a limit. */
export async function lockExports(tx: TenantTx, account: string): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('exports ' || ${tx.tenantId} || ${account}, 0))`;
}

export function listExports(tx: TenantTx, account: string): Promise<ExportJobRow[]> {
  return tx.rows<ExportJobRow>`
    SELECT ${JOB} FROM report_export
     WHERE tenant_id = ${tx.tenantId} AND account_id = ${account} AND expires_at > now()
     ORDER BY created_at DESC, id`;
}

export function findExport(tx: TenantTx, account: string, id: string): Promise<ExportJobRow | null> {
  return tx.first<ExportJobRow>`
    SELECT ${JOB} FROM report_export
     WHERE tenant_id = ${tx.tenantId} AND account_id = ${account} AND id = ${id} AND expires_at > now()`;
}

/** One that is ready, of any person, unless its tenant is suspended: for who has a link to it. */
export function findLinked(tx: TenantTx, id: string): Promise<(ExportJobRow & { accountId: string }) | null> {
  return tx.first<ExportJobRow & { accountId: string }>`
    SELECT ${JOB}, account_id AS "accountId" FROM report_export
     WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND status = 'ready' AND expires_at > now()
       AND EXISTS (SELECT FROM tenant t WHERE t.id = ${tx.tenantId} AND t.suspended_at IS NULL)`;
}

export async function insertExport(
  tx: TenantTx,
  job: { id: string; account: string; report: string; title: LocalizedText; format: string; hours: number },
): Promise<void> {
  await tx.run`
    INSERT INTO report_export (tenant_id, id, account_id, report_id, title, format, expires_at)
    VALUES (${tx.tenantId}, ${job.id}, ${job.account}, ${job.report}, ${JSON.stringify(job.title)}::jsonb,
            ${job.format}, now() + make_interval(hours => ${job.hours}))`;
}

/** Appends a part of the file; false where the job was deleted meanwhile. */
export async function appendPart(
  tx: TenantTx,
  id: string,
  { place, content }: { place: number; content: Buffer },
): Promise<boolean> {
  const found = await tx.run`
    UPDATE report_export SET bytes = bytes + ${content.length}, renewed_at = now()
     WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND status = 'running'`;
  if (found !== 1) return false;
  await tx.run`
    INSERT INTO report_export_part (tenant_id, export_id, place, content)
    VALUES (${tx.tenantId}, ${id}, ${place}, ${content})`;
  return true;
}

/** False where the job was deleted meanwhile. */
export async function setReady(
  tx: TenantTx,
  id: string,
  { name, contentType, hours }: { name: string; contentType: string; hours: number },
): Promise<boolean> {
  const changed = await tx.run`
    UPDATE report_export SET status = 'ready', name = ${name}, content_type = ${contentType},
           expires_at = now() + make_interval(hours => ${hours})
     WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND status = 'running'`;
  return changed === 1;
}

/** What was written of it is deleted. False where the job was deleted meanwhile. */
export async function setFailed(tx: TenantTx, id: string, failure: ExportJob['failure']): Promise<boolean> {
  await tx.run`DELETE FROM report_export_part WHERE tenant_id = ${tx.tenantId} AND export_id = ${id}`;
  const changed = await tx.run`
    UPDATE report_export SET status = 'failed', failure = ${JSON.stringify(failure)}::jsonb
     WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND status = 'running'`;
  return changed === 1;
}

export async function deleteExport(tx: TenantTx, account: string, id: string): Promise<boolean> {
  const deleted = await tx.run`
    DELETE FROM report_export WHERE tenant_id = ${tx.tenantId} AND account_id = ${account} AND id = ${id}`;
  return deleted === 1;
}

export function findPart(tx: TenantTx, id: string, place: number): Promise<{ content: Buffer } | null> {
  return tx.first<{ content: Buffer }>`
    SELECT content FROM report_export_part
     WHERE tenant_id = ${tx.tenantId} AND export_id = ${id} AND place = ${place}`;
}

export async function deleteExpired(tx: TenantTx): Promise<void> {
  await tx.run`DELETE FROM report_export WHERE tenant_id = ${tx.tenantId} AND expires_at < now()`;
}
