import type { ImportProgress, ImportResult, ImportStatus, ImportSummary } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';
import { fragment } from '../kernel/database/database.ts';
import type { Choices, DraftFile, DraftTable } from './draft.rules.ts';

export interface ImportRow {
  id: string;
  status: ImportStatus;
  origin: ImportSummary['origin'];
  createdAt: Date;
  createdBy: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  note: string;
  rejectLimit: number;
  files: DraftFile[];
  tables: DraftTable[];
  progress: ImportProgress | null;
  results: ImportResult[];
  failure: ImportSummary['failure'];
  rejected: number;
  version: number | null;
  process: string | null;
  runKey: string | null;
}

const COLUMNS = fragment`
  id, status, origin, created_at AS "createdAt", created_by AS "createdBy", started_at AS "startedAt", finished_at AS "finishedAt",
  note, reject_limit AS "rejectLimit", files, tables, progress, results, failure, rejected, version, process, run_key AS "runKey"`;

/** Until the transaction ends, no other one changes the tenant's imports or what of them is loaded. */
export async function lockImports(tx: TenantTx): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('rise.imports ' || ${tx.tenantId}::text, 0))`;
}

export async function insertImport(
  tx: TenantTx,
  draft: Pick<ImportRow, 'origin' | 'createdBy' | 'files' | 'process'>,
): Promise<string> {
  const row = await tx.first<{ id: string }>`
    INSERT INTO data_import (tenant_id, status, origin, created_by, files, process)
    VALUES (${tx.tenantId}, 'inspecting', ${draft.origin}, ${draft.createdBy}, ${JSON.stringify(draft.files)}::jsonb, ${draft.process})
    RETURNING id`;
  return row!.id;
}

export function findImport(tx: TenantTx, id: string): Promise<ImportRow | null> {
  return tx.first<ImportRow>`SELECT ${COLUMNS} FROM data_import WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** The same, until the transaction ends nobody else's to change. */
export function lockImport(tx: TenantTx, id: string): Promise<ImportRow | null> {
  return tx.first<ImportRow>`SELECT ${COLUMNS} FROM data_import WHERE tenant_id = ${tx.tenantId} AND id = ${id} FOR UPDATE`;
}

/** Newest first, from the one after `before`. */
export function listImports(tx: TenantTx, { before, limit }: { before: string | null; limit: number }) {
  return tx.rows<Omit<ImportRow, 'files' | 'tables' | 'results'> & { files: string[]; targets: string[] }>`
    SELECT id, status, origin, created_at AS "createdAt", created_by AS "createdBy", started_at AS "startedAt", finished_at AS "finishedAt",
           note, progress, failure, rejected, version,
           jsonb_path_query_array(files, '$[*].name') AS files,
           (SELECT coalesce(jsonb_agg(DISTINCT item ->> 'target'), '[]') FROM jsonb_array_elements(tables) item
            WHERE (item ->> 'include')::boolean) AS targets
    FROM data_import
    WHERE tenant_id = ${tx.tenantId}
      AND (${before}::uuid IS NULL OR (created_at, id) < (SELECT created_at, id FROM data_import WHERE tenant_id = ${tx.tenantId} AND id = ${before}::uuid))
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
}

/** Those that a process inspects, queues or runs, oldest first. */
export function listActive(tx: TenantTx): Promise<Pick<ImportRow, 'id' | 'status' | 'process'>[]> {
  return tx.rows`
    SELECT id, status, process FROM data_import
    WHERE tenant_id = ${tx.tenantId} AND status IN ('inspecting', 'waiting', 'running') ORDER BY created_at, id`;
}

export async function saveInspection(
  tx: TenantTx,
  id: string,
  { files, tables }: Pick<ImportRow, 'files' | 'tables'>,
): Promise<void> {
  await tx.run`
    UPDATE data_import SET status = 'draft', process = NULL, files = ${JSON.stringify(files)}::jsonb, tables = ${JSON.stringify(tables)}::jsonb
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND status = 'inspecting'`;
}

export async function saveDraft(
  tx: TenantTx,
  id: string,
  { tables, note, rejectLimit }: Pick<ImportRow, 'tables' | 'note' | 'rejectLimit'>,
): Promise<void> {
  await tx.run`
    UPDATE data_import SET status = 'draft', failure = NULL, tables = ${JSON.stringify(tables)}::jsonb, note = ${note}, reject_limit = ${rejectLimit}
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** False if another import was run with the same key. */
export async function setWaiting(
  tx: TenantTx,
  id: string,
  { process, runKey }: Pick<ImportRow, 'process' | 'runKey'>,
): Promise<boolean> {
  const changed = await tx.run`
    UPDATE data_import i SET status = 'waiting', process = ${process}, run_key = ${runKey}, failure = NULL, progress = NULL, started_at = NULL, finished_at = NULL
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}
      AND NOT EXISTS (SELECT 1 FROM data_import WHERE tenant_id = ${tx.tenantId} AND run_key = ${runKey} AND id <> ${id})`;
  return changed === 1;
}

/** The oldest import of a process that waits, made the running one; null if there is none, or another one runs. */
export function takeNext(tx: TenantTx, process: string): Promise<ImportRow | null> {
  return tx.first<ImportRow>`
    UPDATE data_import SET status = 'running', started_at = now()
    WHERE tenant_id = ${tx.tenantId}
      AND id = (SELECT id FROM data_import WHERE tenant_id = ${tx.tenantId} AND status = 'waiting' AND process = ${process}
                ORDER BY created_at, id LIMIT 1)
      AND NOT EXISTS (SELECT 1 FROM data_import WHERE tenant_id = ${tx.tenantId} AND status = 'running')
    RETURNING ${COLUMNS}`;
}

/** Whether any import of a process waits. */
export async function isAnyWaiting(tx: TenantTx, process: string): Promise<boolean> {
  const row = await tx.first`
    SELECT 1 FROM data_import WHERE tenant_id = ${tx.tenantId} AND status = 'waiting' AND process = ${process} LIMIT 1`;
  return row !== null;
}

export async function saveProgress(tx: TenantTx, id: string, progress: ImportProgress): Promise<void> {
  await tx.run`
    UPDATE data_import SET progress = ${JSON.stringify(progress)}::jsonb
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND status = 'running'`;
}

/** Ends a run, or a wait. */
export async function saveEnd(
  tx: TenantTx,
  id: string,
  { status, failure }: Pick<ImportRow, 'status' | 'failure'>,
): Promise<void> {
  await tx.run`
    UPDATE data_import SET status = ${status}, failure = ${failure && JSON.stringify(failure)}::jsonb, process = NULL, progress = NULL, finished_at = now()
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export async function saveLoaded(
  tx: TenantTx,
  id: string,
  { version, results, rejected }: { version: number; results: readonly ImportResult[]; rejected: number },
): Promise<void> {
  await tx.run`
    UPDATE data_import SET status = 'loaded', process = NULL, progress = NULL, failure = NULL, finished_at = now(),
           version = ${version}, results = ${JSON.stringify(results)}::jsonb, rejected = ${rejected}
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** Queues an import of a process that is gone for this one. */
export async function adopt(tx: TenantTx, id: string, process: string): Promise<void> {
  await tx.run`UPDATE data_import SET process = ${process} WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export async function deleteImport(tx: TenantTx, id: string): Promise<void> {
  await tx.run`DELETE FROM data_import WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** A part of a file as it was read, and the table it went to. */
export interface LoadedPart {
  table: string;
  sha256: string;
  part: string;
  /** Hash of the settings. */
  settings: string;
}

/**
 * Parts whose rows are in the current version: those loaded into the versions that it was built upon, after its table was
 * last replaced. A restored version was built upon the one whose data it brought back.
 */
export function presentParts(tx: TenantTx): Promise<(LoadedPart & { version: number; loadedAt: Date })[]> {
  return tx.rows`
    WITH RECURSIVE line (number, restored_from) AS (
      (SELECT newest.number, newest.restored_from FROM warehouse_version newest
       WHERE newest.tenant_id = ${tx.tenantId} AND newest.connection IS NULL ORDER BY newest.number DESC LIMIT 1)
      UNION
      SELECT v.number, v.restored_from FROM line, LATERAL (
        SELECT earlier.number, earlier.restored_from FROM warehouse_version earlier
        WHERE earlier.tenant_id = ${tx.tenantId} AND earlier.connection IS NULL
          AND earlier.number <= coalesce(line.restored_from, line.number - 1)
        ORDER BY earlier.number DESC LIMIT 1
      ) v
    )
    SELECT p.table_name AS "table", p.sha256, p.part, p.settings, p.version, p.loaded_at AS "loadedAt"
    FROM loaded_part p
    WHERE p.tenant_id = ${tx.tenantId} AND p.version IN (SELECT number FROM line)
      AND NOT EXISTS (
        SELECT 1 FROM loaded_part later
        WHERE later.tenant_id = ${tx.tenantId} AND later.table_name = p.table_name AND later.replaced
          AND later.version > p.version AND later.version IN (SELECT number FROM line)
      )
    ORDER BY p.version`;
}

export async function insertPart(
  tx: TenantTx,
  { table, sha256, part, settings }: LoadedPart,
  { version, replaced }: { version: number; replaced: boolean },
): Promise<void> {
  await tx.run`
    INSERT INTO loaded_part (tenant_id, table_name, sha256, part, settings, version, replaced)
    VALUES (${tx.tenantId}, ${table.toLowerCase()}, ${sha256}, ${part}, ${settings}, ${version}, ${replaced})
    ON CONFLICT DO NOTHING`;
}

export interface ImportSource {
  table: string;
  titles: string[];
  choices: Choices;
}

export async function saveSource(tx: TenantTx, { table, titles, choices }: ImportSource): Promise<void> {
  await tx.run`
    INSERT INTO import_source (tenant_id, table_name, titles, choices)
    VALUES (${tx.tenantId}, ${table.toLowerCase()}, ${titles}::text[], ${JSON.stringify(choices)}::jsonb)
    ON CONFLICT (tenant_id, table_name, titles) DO UPDATE SET choices = excluded.choices, used_at = now()`;
}

/** Last used first. */
export function listSources(tx: TenantTx): Promise<ImportSource[]> {
  return tx.rows<ImportSource>`
    SELECT table_name AS "table", titles, choices FROM import_source
    WHERE tenant_id = ${tx.tenantId} ORDER BY used_at DESC LIMIT 500`;
}
