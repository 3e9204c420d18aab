import type { BuiltRollup } from '@rise/engine';
import type { TenantTx } from '../kernel/database.ts';
import type { TermsRow } from '../terms/terms.service.ts';

export interface WarehouseVersion {
  number: number;
  source: string;
  /** 'YYYY-MM-DD' */
  asOf: string | null;
  loadedAt: Date;
}

/** By dataset, the fields that are computed of codes without a meaning. */
export type UnlabelledDimensions = Readonly<Record<string, readonly string[]>>;

export interface CurrentWarehouse extends WarehouseVersion {
  modelHash: string;
  /** Those that its file has. */
  rollups: readonly BuiltRollup[];
  unlabelled: UnlabelledDimensions;
  /** Revision of the connection that the version counts; null for a file. */
  connection: string | null;
  /** Revision of the connection that holds now; null where there is none. */
  inForce: string | null;
  terms: TermsRow;
}

/** What a query needs to know of its tenant's warehouse, in one statement; null until a version and a model are there. */
export function currentWarehouse(tx: TenantTx): Promise<CurrentWarehouse | null> {
  return tx.first<CurrentWarehouse>`
    SELECT v.number, v.source, v.as_of::text AS "asOf", v.loaded_at AS "loadedAt", v.unlabelled, v.connection, v.rollups, m.hash AS "modelHash",
           c.revision AS "inForce",
           jsonb_build_object('revision', coalesce(t.revision, 0), 'parameters', coalesce(t.parameters, '{}'),
             'parametersVersion', coalesce(t.parameters_version, 0), 'mappings', coalesce(t.mappings, '{}')) AS terms
    FROM warehouse_version v
    CROSS JOIN LATERAL (SELECT hash FROM model WHERE tenant_id = ${tx.tenantId} ORDER BY version DESC LIMIT 1) m
    LEFT JOIN LATERAL (
      SELECT revision FROM warehouse_connection WHERE tenant_id = ${tx.tenantId} OR tenant_id IS NULL
      ORDER BY tenant_id NULLS LAST LIMIT 1
    ) c ON true
    LEFT JOIN tenant_terms t ON t.tenant_id = v.tenant_id
    WHERE v.tenant_id = ${tx.tenantId} AND v.current`;
}

export async function nextVersionNumber(tx: TenantTx): Promise<number> {
  const row = await tx.first<{ next: number }>`
    SELECT coalesce(max(number), 0) + 1 AS next FROM warehouse_version WHERE tenant_id = ${tx.tenantId}`;
  return row!.next;
}

export interface NewCurrentVersion {
  number: number;
  source: string;
  asOf: string | null;
  tables: Record<string, number>;
  unlabelled: UnlabelledDimensions;
  rollups?: readonly BuiltRollup[];
  /** Revision of the connection that it counts, and what that said of its freshness; left out for a file. */
  connection?: string;
  freshness?: string | null;
}

/** Makes a loaded version the current one, in one step with the end of the former. */
export async function insertCurrentVersion(tx: TenantTx, version: NewCurrentVersion): Promise<void> {
  await tx.run`UPDATE warehouse_version SET current = false WHERE tenant_id = ${tx.tenantId} AND current`;
  await tx.run`
    INSERT INTO warehouse_version (tenant_id, number, source, as_of, tables, unlabelled, rollups, connection, freshness, current)
    VALUES (${tx.tenantId}, ${version.number}, ${version.source}, ${version.asOf}, ${JSON.stringify(version.tables)}::jsonb,
            ${JSON.stringify(version.unlabelled)}::jsonb, ${JSON.stringify(version.rollups ?? [])}::jsonb, ${version.connection ?? null}, ${version.freshness ?? null}, true)`;
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

export interface CurrentVersion {
  number: number;
  asOf: string | null;
  connection: string | null;
  freshness: string | null;
}

/** The current version, whether there is a model or not. */
export function currentVersion(tx: TenantTx): Promise<CurrentVersion | null> {
  return tx.first<CurrentVersion>`
    SELECT number, as_of::text AS "asOf", connection, freshness
    FROM warehouse_version WHERE tenant_id = ${tx.tenantId} AND current`;
}

/** Makes the newest of our own files current again; none, where the tenant has none. */
export async function makeFileCurrent(tx: TenantTx): Promise<void> {
  await tx.run`UPDATE warehouse_version SET current = false WHERE tenant_id = ${tx.tenantId} AND current`;
  await tx.run`
    UPDATE warehouse_version SET current = true WHERE tenant_id = ${tx.tenantId} AND number = (
      SELECT max(number) FROM warehouse_version WHERE tenant_id = ${tx.tenantId} AND connection IS NULL)`;
}

/** Adds rollups that were built beside a version's file to those that it has. */
export async function addRollups(tx: TenantTx, number: number, rollups: readonly BuiltRollup[]): Promise<void> {
  await tx.run`
    UPDATE warehouse_version SET rollups = rollups || ${JSON.stringify(rollups)}::jsonb
    WHERE tenant_id = ${tx.tenantId} AND number = ${number} AND connection IS NULL`;
}

/** Versions that are files of our own, with the files beside them. */
export function versionNumbers(tx: TenantTx): Promise<{ number: number; current: boolean; beside: string[] }[]> {
  return tx.rows<{ number: number; current: boolean; beside: string[] }>`
    SELECT number, current, jsonb_path_query_array(rollups, '$[*].beside') AS beside FROM warehouse_version WHERE tenant_id = ${tx.tenantId} AND connection IS NULL ORDER BY number`;
}
