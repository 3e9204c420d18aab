import type { VersionOrigin } from '@rise/contract';
import type { BuiltRollup, Coverage, Segments } from '@rise/engine';
import type { VersionTotals } from './version-history.sql.ts';
import type { TenantTx } from '../kernel/database/database.ts';
import type { TenantSettingsRow } from '../tenant-settings/tenant-settings.service.ts';

export interface WarehouseVersion {
  number: number;
  source: string;
  /** 'YYYY-MM-DD' */
  asOf: string | null;
  loadedAt: Date;
}

/** By dataset, the fields that have unmapped codes. */
export type UnmappedFields = Readonly<Record<string, readonly string[]>>;

export interface CurrentWarehouse extends WarehouseVersion {
  modelHash: string;
  file: string | null;
  segments: Segments;
  /** Rollups that its files contain. */
  rollups: readonly BuiltRollup[];
  unmapped: UnmappedFields;
  /** Revision of the version's connection; null for a file. */
  connection: string | null;
  /** Revision of the active connection; null where there is none. */
  activeConnection: string | null;
  tenantSettings: TenantSettingsRow;
  /** Changes with any of these. */
  figuresRevision: string;
}

/**
 * Everything that a query needs to know about its tenant's warehouse, in one statement; null until there is a version
 * and a model.
 */
export function currentWarehouse(tx: TenantTx): Promise<CurrentWarehouse | null> {
  return tx.first<CurrentWarehouse>`
    SELECT v.number, v.source, v.as_of::text AS "asOf", v.loaded_at AS "loadedAt", v.unlabelled AS unmapped, v.connection, v.file, v.segments, v.rollups, m.hash AS "modelHash",
           c.revision AS "activeConnection", f.revision AS "figuresRevision",
           jsonb_build_object('revision', coalesce(t.revision, 0), 'parameters', coalesce(t.parameters, '{}'),
             'parametersVersion', coalesce(t.parameters_version, 0), 'mappings', coalesce(t.mappings, '{}'), 'calendar', t.calendar, 'currency', t.currency) AS "tenantSettings"
    FROM warehouse_version v
    JOIN figures_revision f ON f.tenant_id = v.tenant_id
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
  /** Name of its file, where that is another version's; the rows of its tables. */
  file?: string | null;
  restoredFrom?: number;
  /** Who loaded it, how and why; left out for an external warehouse, which the server reads by itself. */
  record?: VersionRecord;
  /** By table and column, the sum of its amounts. */
  totals?: VersionTotals;
  segments?: Segments;
  unmapped: UnmappedFields;
  rollups?: readonly BuiltRollup[];
  /** When its columns were delivered; null where that is unknown. */
  coverage: Coverage | null;
  /** Revision and freshness of its connection; left out for a file. */
  connection?: string;
  freshness?: string | null;
}

/** Who loaded a version, how and why. */
export interface VersionRecord {
  /** An email address, or an account at the server's machine; null: the server itself. */
  readonly loadedBy: string | null;
  readonly origin: VersionOrigin;
  readonly importId?: string;
  readonly note?: string;
}

/** Stores a version as the current one. */
export async function insertCurrentVersion(tx: TenantTx, version: NewCurrentVersion): Promise<void> {
  await tx.run`UPDATE warehouse_version SET current = false WHERE tenant_id = ${tx.tenantId} AND current`;
  await tx.run`
    INSERT INTO warehouse_version (tenant_id, number, source, as_of, tables, unlabelled, file, restored_from, segments, rollups, coverage, connection, freshness, current,
                                   loaded_by, origin, import_id, note, totals)
    VALUES (${tx.tenantId}, ${version.number}, ${version.source}, ${version.asOf}, ${JSON.stringify(version.tables)}::jsonb,
            ${JSON.stringify(version.unmapped)}::jsonb, ${version.file ?? null}, ${version.restoredFrom ?? null}, ${JSON.stringify(version.segments ?? {})}::jsonb, ${JSON.stringify(version.rollups ?? [])}::jsonb,
            ${version.coverage && JSON.stringify(version.coverage)}::jsonb, ${version.connection ?? null}, ${version.freshness ?? null}, true,
            ${version.record?.loadedBy ?? null}, ${version.record?.origin ?? 'external'}, ${version.record?.importId ?? null}, ${version.record?.note ?? ''}, ${JSON.stringify(version.totals ?? {})}::jsonb)`;
}

export async function setUnmappedFields(tx: TenantTx, fields: UnmappedFields): Promise<void> {
  await tx.run`
    UPDATE warehouse_version SET unlabelled = ${JSON.stringify(fields)}::jsonb
    WHERE tenant_id = ${tx.tenantId} AND current`;
}

/** Until the transaction ends, no other one changes the tenant's current version, model or settings. */
export async function lockWarehouse(tx: TenantTx): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('rise.warehouse ' || ${tx.tenantId}::text, 0))`;
}

/**
 * Whether files of versions may be removed: false while a backup copies them. Until the transaction ends, none begins,
 * so the versions that a backup sees have all of their files.
 */
export async function mayRemoveFiles(tx: TenantTx): Promise<boolean> {
  const row = await tx.first<{ may: boolean }>`
    SELECT pg_try_advisory_xact_lock_shared(hashtextextended('rise.backup', 0)) AS may`;
  return row!.may;
}

export interface CurrentVersion {
  number: number;
  asOf: string | null;
  file: string | null;
  segments: Segments;
  connection: string | null;
  freshness: string | null;
}

/** The current version's number, source and days, also of a tenant without a model. */
export function findCurrentState(tx: TenantTx): Promise<WarehouseVersion | null> {
  return tx.first<WarehouseVersion>`
    SELECT number, source, as_of::text AS "asOf", loaded_at AS "loadedAt"
    FROM warehouse_version WHERE tenant_id = ${tx.tenantId} AND current`;
}

/** A version whose data is retained, as it is queried. */
export interface RetainedVersion {
  number: number;
  asOf: string | null;
  loadedAt: Date;
  file: string | null;
  segments: Segments;
  rollups: readonly BuiltRollup[];
  unmapped: UnmappedFields;
  current: boolean;
}

/** A version in our own files; null where there is none with this number, or its data was removed. */
export function findRetained(tx: TenantTx, number: number): Promise<RetainedVersion | null> {
  return tx.first<RetainedVersion>`
    SELECT number, as_of::text AS "asOf", loaded_at AS "loadedAt", file, segments, rollups, unlabelled AS unmapped, current
    FROM warehouse_version
    WHERE tenant_id = ${tx.tenantId} AND number = ${number} AND connection IS NULL AND removed_at IS NULL`;
}

/** Whether there is a version with this number whose data was not removed. */
export async function isRetained(tx: TenantTx, number: number): Promise<boolean> {
  const row = await tx.first`
    SELECT 1 FROM warehouse_version
    WHERE tenant_id = ${tx.tenantId} AND number = ${number} AND removed_at IS NULL`;
  return row !== null;
}

/** The current version, even without a model. */
export function currentVersion(tx: TenantTx): Promise<CurrentVersion | null> {
  return tx.first<CurrentVersion>`
    SELECT number, as_of::text AS "asOf", file, segments, connection, freshness
    FROM warehouse_version WHERE tenant_id = ${tx.tenantId} AND current`;
}

/** When the columns of a version were delivered; null where that is unknown. */
export async function findCoverage(tx: TenantTx, number: number): Promise<Coverage | null> {
  const row = await tx.first<{ coverage: Coverage | null }>`
    SELECT coverage FROM warehouse_version WHERE tenant_id = ${tx.tenantId} AND number = ${number}`;
  return row?.coverage ?? null;
}

/** Makes the newest of our own files current again, if the tenant has one. */
export async function makeFileCurrent(tx: TenantTx): Promise<void> {
  await tx.run`UPDATE warehouse_version SET current = false WHERE tenant_id = ${tx.tenantId} AND current`;
  await tx.run`
    UPDATE warehouse_version SET current = true WHERE tenant_id = ${tx.tenantId} AND number = (
      SELECT max(number) FROM warehouse_version WHERE tenant_id = ${tx.tenantId} AND connection IS NULL)`;
}

/** Adds rollups that were built after a version was loaded. */
export async function addRollups(tx: TenantTx, number: number, rollups: readonly BuiltRollup[]): Promise<void> {
  await tx.run`
    UPDATE warehouse_version SET rollups = rollups || ${JSON.stringify(rollups)}::jsonb
    WHERE tenant_id = ${tx.tenantId} AND number = ${number} AND connection IS NULL`;
}

/** A version in our own files: its own, those with rows of earlier loads, and those with rollups. */
export interface VersionFiles {
  number: number;
  current: boolean;
  files: string[];
}

export function listVersionFiles(tx: TenantTx): Promise<VersionFiles[]> {
  return tx.rows<VersionFiles>`
    SELECT number, current,
           jsonb_build_array(coalesce(file, number || '.duckdb')) || jsonb_path_query_array(segments, '$.*[*].file') || jsonb_path_query_array(rollups, '$[*].beside') AS files
    FROM warehouse_version
    WHERE tenant_id = ${tx.tenantId} AND connection IS NULL AND removed_at IS NULL ORDER BY number`;
}

/** What the next load builds upon: the newest of our own versions; null while there is none. */
export interface NewestFiles {
  number: number;
  asOf: string | null;
  tables: Record<string, number>;
  file: string | null;
  segments: Segments;
  coverage: Coverage | null;
  rollups: readonly BuiltRollup[];
  totals: VersionTotals;
}

export function newestFiles(tx: TenantTx): Promise<NewestFiles | null> {
  return tx.first<NewestFiles>`
    SELECT number, as_of::text AS "asOf", tables, file, segments, coverage, rollups, totals
    FROM warehouse_version WHERE tenant_id = ${tx.tenantId} AND connection IS NULL ORDER BY number DESC LIMIT 1`;
}

/** A version of the data as far as it says what came with it. */
export interface LoadRecord extends WarehouseVersion {
  /** Rows by table; empty for an external warehouse. */
  tables: Record<string, number>;
}

/** All versions, newest first. */
export function listLoads(tx: TenantTx): Promise<LoadRecord[]> {
  return tx.rows<LoadRecord>`
    SELECT number, source, as_of::text AS "asOf", loaded_at AS "loadedAt", tables
    FROM warehouse_version WHERE tenant_id = ${tx.tenantId} ORDER BY number DESC`;
}

/** What a restored version has of the one whose data it brings back. */
export type RestorableVersion = Required<
  Pick<NewCurrentVersion, 'source' | 'asOf' | 'tables' | 'segments' | 'rollups' | 'coverage' | 'totals'>
> & { file: string };

/** A version in our own files; null where there is none with this number. */
export function findRestorable(tx: TenantTx, number: number): Promise<RestorableVersion | null> {
  return tx.first<RestorableVersion>`
    SELECT source, as_of::text AS "asOf", tables, segments, rollups, coverage, totals, coalesce(file, number || '.duckdb') AS file
    FROM warehouse_version
    WHERE tenant_id = ${tx.tenantId} AND number = ${number} AND connection IS NULL AND removed_at IS NULL`;
}
