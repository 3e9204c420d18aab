import type { TenantTx } from '../kernel/database.ts';

export interface WarehouseVersion {
  number: number;
  source: string;
  /** 'YYYY-MM-DD' */
  asOf: string | null;
  loadedAt: Date;
}

/** By dataset, the dimensions with codes that the newest model does not label. */
export type UnlabelledDimensions = Readonly<Record<string, readonly string[]>>;

export interface CurrentWarehouse extends WarehouseVersion {
  modelHash: string;
  unlabelled: UnlabelledDimensions;
}

/** What a query needs to know of its tenant's warehouse, in one statement; null until a version and a model are there. */
export function currentWarehouse(tx: TenantTx): Promise<CurrentWarehouse | null> {
  return tx.first<CurrentWarehouse>`
    SELECT v.number, v.source, v.as_of::text AS "asOf", v.loaded_at AS "loadedAt", v.unlabelled, m.hash AS "modelHash"
    FROM warehouse_version v
    CROSS JOIN LATERAL (SELECT hash FROM model WHERE tenant_id = ${tx.tenantId} ORDER BY version DESC LIMIT 1) m
    WHERE v.tenant_id = ${tx.tenantId} AND v.current`;
}

export async function modelDocument(tx: TenantTx, hash: string): Promise<string> {
  const row = await tx.first<{
    document: string;
  }>`SELECT document FROM model WHERE tenant_id = ${tx.tenantId} AND hash = ${hash} LIMIT 1`;
  return row!.document;
}

export async function nextVersionNumber(tx: TenantTx): Promise<number> {
  const row = await tx.first<{ next: number }>`
    SELECT coalesce(max(number), 0) + 1 AS next FROM warehouse_version WHERE tenant_id = ${tx.tenantId}`;
  return row!.next;
}

/** Makes a loaded version the current one, in one step with the end of the former. */
export async function insertCurrentVersion(
  tx: TenantTx,
  version: {
    number: number;
    source: string;
    asOf: string | null;
    tables: Record<string, number>;
    unlabelled: UnlabelledDimensions;
  },
): Promise<void> {
  await tx.run`UPDATE warehouse_version SET current = false WHERE tenant_id = ${tx.tenantId} AND current`;
  await tx.run`
    INSERT INTO warehouse_version (tenant_id, number, source, as_of, tables, unlabelled, current)
    VALUES (${tx.tenantId}, ${version.number}, ${version.source}, ${version.asOf}, ${JSON.stringify(version.tables)}::jsonb,
            ${JSON.stringify(version.unlabelled)}::jsonb, true)`;
}

export async function setUnlabelled(tx: TenantTx, unlabelled: UnlabelledDimensions): Promise<void> {
  await tx.run`
    UPDATE warehouse_version SET unlabelled = ${JSON.stringify(unlabelled)}::jsonb
    WHERE tenant_id = ${tx.tenantId} AND current`;
}

/** Until the transaction ends, nobody else changes what is current in this tenant's warehouse. */
export async function holdWarehouse(tx: TenantTx): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('rise.warehouse ' || ${tx.tenantId}::text, 0))`;
}

/** The current version, whether there is a model or not. */
export function currentVersion(tx: TenantTx): Promise<{ number: number; asOf: string | null } | null> {
  return tx.first`
    SELECT number, as_of::text AS "asOf" FROM warehouse_version WHERE tenant_id = ${tx.tenantId} AND current`;
}

export function versionNumbers(tx: TenantTx): Promise<{ number: number; current: boolean }[]> {
  return tx.rows<{ number: number; current: boolean }>`
    SELECT number, current FROM warehouse_version WHERE tenant_id = ${tx.tenantId} ORDER BY number`;
}

export async function newestModelHash(tx: TenantTx): Promise<string | null> {
  const row = await tx.first<{
    hash: string;
  }>`SELECT hash FROM model WHERE tenant_id = ${tx.tenantId} ORDER BY version DESC LIMIT 1`;
  return row?.hash ?? null;
}

export function insertModel(tx: TenantTx, model: { hash: string; document: string }): Promise<number> {
  return tx.run`
    INSERT INTO model (tenant_id, version, hash, document)
    SELECT ${tx.tenantId}, coalesce(max(version), 0) + 1, ${model.hash}, ${model.document} FROM model WHERE tenant_id = ${tx.tenantId}`;
}
