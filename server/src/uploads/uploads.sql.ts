import type { TenantTx } from '../kernel/database/database.ts';

export interface UploadRow {
  id: string;
  name: string;
  bytes: number;
  /** Bytes that are safely in the file. */
  received: number;
  sha256: string | null;
  createdAt: Date;
  expiresAt: Date;
}

/** Until the transaction ends, no other one creates uploads of the tenant. */
export async function lockUploads(tx: TenantTx): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('rise.uploads ' || ${tx.tenantId}::text, 0))`;
}

/** The number of uploads and the bytes that they take up once they are complete. */
export async function countUploads(tx: TenantTx): Promise<{ count: number; bytes: number }> {
  const row = await tx.first<{ count: number; bytes: number }>`
    SELECT count(*) AS count, coalesce(sum(bytes), 0)::bigint AS bytes FROM upload WHERE tenant_id = ${tx.tenantId}`;
  return row!;
}

export async function insertUpload(
  tx: TenantTx,
  { name, bytes, hours }: { name: string; bytes: number; hours: number },
): Promise<string> {
  const row = await tx.first<{ id: string }>`
    INSERT INTO upload (tenant_id, name, bytes, expires_at)
    VALUES (${tx.tenantId}, ${name}, ${bytes}, now() + make_interval(hours => ${hours}))
    RETURNING id`;
  return row!.id;
}

export function findUpload(tx: TenantTx, id: string): Promise<UploadRow | null> {
  return tx.first<UploadRow>`
    SELECT id, name, bytes, received, sha256, created_at AS "createdAt", expires_at AS "expiresAt"
    FROM upload WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** Newest first. */
export function listUploads(tx: TenantTx): Promise<UploadRow[]> {
  return tx.rows<UploadRow>`
    SELECT id, name, bytes, received, sha256, created_at AS "createdAt", expires_at AS "expiresAt"
    FROM upload WHERE tenant_id = ${tx.tenantId} ORDER BY created_at DESC, id`;
}

/** Moves the offset from where it was; false if another process has moved it, or the upload is gone. */
export async function setReceived(
  tx: TenantTx,
  id: string,
  { from, to, hours }: { from: number; to: number; hours: number },
): Promise<boolean> {
  const changed = await tx.run`
    UPDATE upload SET received = ${to}, expires_at = now() + make_interval(hours => ${hours})
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND received = ${from}`;
  return changed === 1;
}

export async function setHash(tx: TenantTx, id: string, sha256: string): Promise<void> {
  await tx.run`UPDATE upload SET sha256 = ${sha256} WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** Postpones the end of uploads that are used. */
export async function extendUploads(tx: TenantTx, ids: readonly string[], hours: number): Promise<void> {
  await tx.run`
    UPDATE upload SET expires_at = now() + make_interval(hours => ${hours})
    WHERE tenant_id = ${tx.tenantId} AND id = ANY(${ids as string[]}::uuid[])`;
}

export async function deleteUpload(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run`DELETE FROM upload WHERE tenant_id = ${tx.tenantId} AND id = ${id}`) === 1;
}

/** Ids of those that have expired. */
export async function deleteExpired(tx: TenantTx): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    DELETE FROM upload WHERE tenant_id = ${tx.tenantId} AND expires_at < now() RETURNING id`;
  return rows.map(({ id }) => id);
}
