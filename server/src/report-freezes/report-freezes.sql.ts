import type { TenantTx } from '../kernel/database/database.ts';

/** A freeze without its rows. */
export interface FreezeRow {
  id: string;
  number: number;
  name: string;
  dataVersion: number;
  /** As text, which its hash is of. */
  manifest: string;
  hash: string;
}

/** One at a time freezes a report, so that each freeze names the one before. */
export async function lockFreezes(tx: TenantTx, report: string): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('freezes ' || ${tx.tenantId} || ${report}, 0))`;
}

/** The newest first. */
export function listFreezes(tx: TenantTx, report: string): Promise<FreezeRow[]> {
  return tx.rows<FreezeRow>`
    SELECT id, number, name, data_version AS "dataVersion", manifest, hash FROM report_freeze
     WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} ORDER BY number DESC`;
}

/** The stored rows, compressed; null where there is no such freeze of the report. */
export async function findContent(tx: TenantTx, report: string, id: string): Promise<Buffer | null> {
  const row = await tx.first<{ content: Buffer }>`
    SELECT content FROM report_freeze WHERE tenant_id = ${tx.tenantId} AND report_id = ${report} AND id = ${id}`;
  return row?.content ?? null;
}

export async function insertFreeze(
  tx: TenantTx,
  report: string,
  { id, number, name, dataVersion, manifest, hash, content }: FreezeRow & { content: Buffer },
): Promise<void> {
  await tx.run`
    INSERT INTO report_freeze (tenant_id, report_id, id, number, name, data_version, manifest, hash, content)
    VALUES (${tx.tenantId}, ${report}, ${id}, ${number}, ${name}, ${dataVersion}, ${manifest}, ${hash}, ${content})`;
}
