import type { CopyContent, CopyRun, CopyRunStatus, CopySchedule } from '@rise/contract';
import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';
import type { Mark } from './window.rules.ts';

export interface SourceRow {
  id: string;
  name: string;
  /** Without secrets. */
  settings: object;
  secrets: Buffer | null;
  connectedAt: Date;
  slug: string;
}

const SOURCE = fragment`
  s.id, s.name, s.settings, s.secrets, s.connected_at AS "connectedAt", t.slug
  FROM copy_source s JOIN tenant t ON t.id = s.tenant_id`;

export function listCopySources(tx: TenantTx): Promise<SourceRow[]> {
  return tx.rows<SourceRow>`SELECT ${SOURCE} WHERE s.tenant_id = ${tx.tenantId} ORDER BY lower(s.name)`;
}

export function findCopySource(tx: TenantTx, id: string): Promise<SourceRow | null> {
  return tx.first<SourceRow>`SELECT ${SOURCE} WHERE s.tenant_id = ${tx.tenantId} AND s.id = ${id}`;
}

/** Servers that tenants copy from, by the tenant's id. */
export function listAllSources(tx: GlobalTx): Promise<{ id: string; slug: string; settings: object }[]> {
  return tx.rows`SELECT t.id, t.slug, s.settings FROM copy_source s JOIN tenant t ON t.id = s.tenant_id`;
}

type SourceValues = Pick<SourceRow, 'name' | 'settings' | 'secrets'>;

export async function insertCopySource(tx: TenantTx, { name, settings, secrets }: SourceValues): Promise<string> {
  const row = await tx.first<{ id: string }>`
    INSERT INTO copy_source (tenant_id, name, settings, secrets)
    VALUES (${tx.tenantId}, ${name}, ${JSON.stringify(settings)}::jsonb, ${secrets}) RETURNING id`;
  return row!.id;
}

export async function updateCopySource(
  tx: TenantTx,
  id: string,
  { name, settings, secrets }: SourceValues,
): Promise<void> {
  await tx.run`
    UPDATE copy_source SET name = ${name}, settings = ${JSON.stringify(settings)}::jsonb, secrets = ${secrets}, connected_at = now()
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export function deleteCopySource(tx: TenantTx, id: string): Promise<number> {
  return tx.run`DELETE FROM copy_source WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** Names of the copies that read from a server. */
export async function copiesOfSource(tx: TenantTx, source: string): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>`
    SELECT name FROM data_copy WHERE tenant_id = ${tx.tenantId} AND source = ${source} ORDER BY name`;
  return rows.map(({ name }) => name);
}

export interface CopyRow {
  id: string;
  name: string;
  content: CopyContent;
  schedule: CopySchedule | null;
  paused: boolean;
  nextRunAt: Date | null;
  createdBy: string | null;
  /** Of a query: the person whose rights it has. */
  runsAs: { account: string; email: string } | null;
  /** Of a query: the tables that it read when it was saved. */
  reads: string[];
}

const COPY = fragment`
  id, name, content, schedule, paused, next_run_at AS "nextRunAt", created_by AS "createdBy", runs_as AS "runsAs", reads
  FROM data_copy`;

export function listCopies(tx: TenantTx): Promise<CopyRow[]> {
  return tx.rows<CopyRow>`SELECT ${COPY} WHERE tenant_id = ${tx.tenantId} ORDER BY lower(name)`;
}

export function findCopy(tx: TenantTx, id: string): Promise<CopyRow | null> {
  return tx.first<CopyRow>`SELECT ${COPY} WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export function lockCopy(tx: TenantTx, id: string): Promise<CopyRow | null> {
  return tx.first<CopyRow>`SELECT ${COPY} WHERE tenant_id = ${tx.tenantId} AND id = ${id} FOR UPDATE`;
}

type CopyValues = Pick<CopyRow, 'name' | 'content' | 'schedule' | 'nextRunAt' | 'runsAs' | 'reads'>;
const sourceOf = (content: CopyContent) => (content.kind === 'tables' ? content.source : null);
const jsonOrNull = (value: object | null) => value && JSON.stringify(value);

export async function insertCopy(
  tx: TenantTx,
  { name, content, schedule, nextRunAt, createdBy, runsAs, reads }: CopyValues & Pick<CopyRow, 'createdBy'>,
): Promise<string> {
  const row = await tx.first<{ id: string }>`
    INSERT INTO data_copy (tenant_id, name, source, content, schedule, next_run_at, created_by, runs_as, reads)
    VALUES (${tx.tenantId}, ${name}, ${sourceOf(content)}, ${JSON.stringify(content)}::jsonb, ${jsonOrNull(schedule)}::jsonb,
            ${nextRunAt}, ${createdBy}, ${jsonOrNull(runsAs)}::jsonb, ${reads}) RETURNING id`;
  return row!.id;
}

export async function updateCopy(tx: TenantTx, id: string, values: CopyValues): Promise<void> {
  const { name, content, schedule, nextRunAt, runsAs, reads } = values;
  await tx.run`
    UPDATE data_copy SET name = ${name}, source = ${sourceOf(content)}, content = ${JSON.stringify(content)}::jsonb,
           schedule = ${jsonOrNull(schedule)}::jsonb, next_run_at = ${nextRunAt},
           runs_as = ${jsonOrNull(runsAs)}::jsonb, reads = ${reads}
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export async function saveNextRun(
  tx: TenantTx,
  id: string,
  { paused, nextRunAt }: Pick<CopyRow, 'paused' | 'nextRunAt'>,
): Promise<void> {
  await tx.run`
    UPDATE data_copy SET paused = ${paused}, next_run_at = ${nextRunAt} WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** Copies of queries that read one of these tables, and that follow their loads, are due. */
export async function makeQueriesDue(tx: TenantTx, tables: readonly string[]): Promise<void> {
  await tx.run`
    UPDATE data_copy SET next_run_at = now()
    WHERE tenant_id = ${tx.tenantId} AND schedule->>'every' = 'load' AND NOT paused
      AND EXISTS (SELECT FROM unnest(reads) AS read(name) WHERE lower(read.name) = ANY(${tables.map((name) => name.toLowerCase())}))`;
}

export function deleteCopy(tx: TenantTx, id: string): Promise<number> {
  return tx.run`DELETE FROM data_copy WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export interface RunRow {
  id: string;
  copy: string;
  status: CopyRunStatus;
  scheduled: boolean;
  startedBy: string | null;
  attempt: number;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  progress: CopyRun['progress'];
  process: string | null;
  importId: string | null;
  marks: Mark[];
  version: number | null;
  results: CopyRun['results'];
  failure: CopyRun['failure'];
}

const RUN = fragment`
  id, copy, status, scheduled, started_by AS "startedBy", attempt, created_at AS "createdAt", started_at AS "startedAt",
  finished_at AS "finishedAt", progress, process, import_id AS "importId", marks, version, results, failure`;

/** Newest first. */
export function listRuns(tx: TenantTx, copy: string, limit: number): Promise<RunRow[]> {
  return tx.rows<RunRow>`
    SELECT ${RUN} FROM copy_run WHERE tenant_id = ${tx.tenantId} AND copy = ${copy}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
}

/** The last run of each copy. */
export function listLastRuns(tx: TenantTx): Promise<RunRow[]> {
  return tx.rows<RunRow>`
    SELECT DISTINCT ON (copy) ${RUN} FROM copy_run WHERE tenant_id = ${tx.tenantId}
    ORDER BY copy, created_at DESC, id DESC`;
}

/** Those that a killed process may have left. */
export function listRunning(tx: TenantTx): Promise<RunRow[]> {
  return tx.rows<RunRow>`SELECT ${RUN} FROM copy_run WHERE tenant_id = ${tx.tenantId} AND status = 'running'`;
}

/** False if the copy has a run that waits or runs. */
export async function insertRun(
  tx: TenantTx,
  { copy, scheduled, startedBy }: Pick<RunRow, 'copy' | 'scheduled' | 'startedBy'>,
): Promise<boolean> {
  const inserted = await tx.run`
    INSERT INTO copy_run (tenant_id, copy, scheduled, started_by)
    VALUES (${tx.tenantId}, ${copy}, ${scheduled}, ${startedBy})
    ON CONFLICT (tenant_id, copy) WHERE status IN ('waiting', 'running') DO NOTHING`;
  return inserted === 1;
}

/** Runs that are kept of a copy. */
const MAX_RUNS = 200;

export async function deleteOldRuns(tx: TenantTx, copy: string): Promise<void> {
  await tx.run`
    DELETE FROM copy_run WHERE tenant_id = ${tx.tenantId} AND copy = ${copy} AND id IN (
      SELECT id FROM copy_run WHERE tenant_id = ${tx.tenantId} AND copy = ${copy}
      ORDER BY created_at DESC, id DESC OFFSET ${MAX_RUNS})`;
}

/** A waiting run, made a running one; null if it does not wait any more. */
export function takeRun(tx: TenantTx, id: string, process: string): Promise<RunRow | null> {
  return tx.first<RunRow>`
    UPDATE copy_run SET status = 'running', attempt = attempt + 1, started_at = now(), process = ${process}, failure = NULL
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND status = 'waiting' RETURNING ${RUN}`;
}

/** Of a run that has not ended: one that was loaded stays so. */
export async function endRun(
  tx: TenantTx,
  id: string,
  { status, failure }: Pick<RunRow, 'status' | 'failure'>,
): Promise<boolean> {
  const ended = await tx.run`
    UPDATE copy_run SET status = ${status}, failure = ${jsonOrNull(failure)}::jsonb, progress = NULL, process = NULL, finished_at = now()
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND status IN ('waiting', 'running')`;
  return ended === 1;
}

/** A run that was cut off begins again. */
export async function requeueRun(tx: TenantTx, id: string): Promise<void> {
  await tx.run`
    UPDATE copy_run SET status = 'waiting', progress = NULL, process = NULL, started_at = NULL, import_id = NULL, marks = '[]'
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND status = 'running'`;
}

export async function saveRunProgress(tx: TenantTx, id: string, progress: RunRow['progress']): Promise<void> {
  await tx.run`
    UPDATE copy_run SET progress = ${jsonOrNull(progress)}::jsonb
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND status = 'running'`;
}

/** With which import the rows of a run are loaded, and how far they bring its tables. */
export async function saveRunImport(
  tx: TenantTx,
  id: string,
  { importId, marks }: Pick<RunRow, 'importId' | 'marks'>,
): Promise<void> {
  await tx.run`
    UPDATE copy_run SET import_id = ${importId}, marks = ${JSON.stringify(marks)}::jsonb
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND status = 'running'`;
}

export function findRunOfImport(tx: TenantTx, importId: string): Promise<RunRow | null> {
  return tx.first<RunRow>`
    SELECT ${RUN} FROM copy_run WHERE tenant_id = ${tx.tenantId} AND import_id = ${importId} FOR UPDATE`;
}

export async function saveRunLoaded(
  tx: TenantTx,
  id: string,
  { version, results }: { version: number; results: CopyRun['results'] },
): Promise<void> {
  await tx.run`
    UPDATE copy_run SET status = 'loaded', failure = NULL, progress = NULL, process = NULL, finished_at = now(),
           version = ${version}, results = ${JSON.stringify(results)}::jsonb
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** Imports of a copy's runs that wait for a decision. */
export async function undecidedImports(tx: TenantTx, copy: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    SELECT import_id AS id FROM copy_run
    WHERE tenant_id = ${tx.tenantId} AND copy = ${copy} AND status = 'stopped' AND import_id IS NOT NULL`;
  return rows.map(({ id }) => id);
}

/** They are decided no more: the rows are read again. */
export async function forgetUndecided(tx: TenantTx, copy: string): Promise<void> {
  await tx.run`
    UPDATE copy_run SET import_id = NULL
    WHERE tenant_id = ${tx.tenantId} AND copy = ${copy} AND status = 'stopped'`;
}

/**
 * How far the rows of the current version bring a table: the mark of the newest version that it was built upon. A restored
 * version was built upon the one whose data it brought back. `before`: of the versions before this one.
 */
export async function lastMark(
  tx: TenantTx,
  { copy, target, column, before }: { copy: string; target: string; column: string; before: number | null },
): Promise<string | null> {
  const row = await tx.first<{ value: string }>`
    WITH RECURSIVE line (number, restored_from) AS (
      (SELECT newest.number, newest.restored_from FROM warehouse_version newest
       WHERE newest.tenant_id = ${tx.tenantId} AND newest.connection IS NULL
         AND (${before}::integer IS NULL OR newest.number < ${before}::integer)
       ORDER BY newest.number DESC LIMIT 1)
      UNION
      SELECT v.number, v.restored_from FROM line, LATERAL (
        SELECT earlier.number, earlier.restored_from FROM warehouse_version earlier
        WHERE earlier.tenant_id = ${tx.tenantId} AND earlier.connection IS NULL
          AND earlier.number <= coalesce(line.restored_from, line.number - 1)
        ORDER BY earlier.number DESC LIMIT 1
      ) v
    )
    SELECT value FROM copy_mark
    WHERE tenant_id = ${tx.tenantId} AND copy = ${copy} AND table_name = ${target.toLowerCase()} AND column_name = ${column}
      AND version IN (SELECT number FROM line)
    ORDER BY version DESC LIMIT 1`;
  return row?.value ?? null;
}

export async function insertMark(
  tx: TenantTx,
  { copy, target, column, value, version }: { copy: string; version: number } & Omit<Mark, 'last'>,
): Promise<void> {
  await tx.run`
    INSERT INTO copy_mark (tenant_id, copy, table_name, column_name, version, value)
    VALUES (${tx.tenantId}, ${copy}, ${target.toLowerCase()}, ${column}, ${version}, ${value})`;
}

/** Copies of active tenants whose time has come, and runs that wait, oldest first. */
export function listDue(tx: GlobalTx): Promise<{ tenantId: string; id: string }[]> {
  return tx.rows`
    SELECT c.tenant_id AS "tenantId", c.id FROM data_copy c JOIN tenant t ON t.id = c.tenant_id
    WHERE c.next_run_at <= now() AND NOT c.paused AND t.suspended_at IS NULL ORDER BY c.next_run_at`;
}

export function listWaiting(tx: GlobalTx): Promise<{ tenantId: string; id: string }[]> {
  return tx.rows`
    SELECT r.tenant_id AS "tenantId", r.id FROM copy_run r JOIN tenant t ON t.id = r.tenant_id
    WHERE r.status = 'waiting' AND t.suspended_at IS NULL ORDER BY r.created_at, r.id`;
}

export async function countCopiesOf(tx: TenantTx, account: string): Promise<number> {
  const row = await tx.first<{ count: number }>`
    SELECT count(*) AS count FROM data_copy WHERE tenant_id = ${tx.tenantId} AND runs_as->>'account' = ${account}::text`;
  return row!.count;
}

export async function pauseCopiesOf(tx: TenantTx, account: string): Promise<void> {
  await tx.run`
    UPDATE data_copy SET paused = true, next_run_at = NULL
    WHERE tenant_id = ${tx.tenantId} AND runs_as->>'account' = ${account}::text AND NOT paused`;
}

export async function replaceRunsAs(
  tx: TenantTx,
  account: string,
  to: { account: string; email: string },
): Promise<void> {
  await tx.run`
    UPDATE data_copy SET runs_as = ${JSON.stringify(to)}::jsonb
    WHERE tenant_id = ${tx.tenantId} AND runs_as->>'account' = ${account}::text`;
}
