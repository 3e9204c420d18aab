import type { KnowledgeFailure, KnowledgeRun, KnowledgeSkip } from '@rise/contract';
import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';

interface AnySourceRow {
  id: string;
  name: string;
  nextRunAt: Date;
  completeAt: Date | null;
  createdBy: string | null;
  createdAt: Date;
}

/** A Confluence site. */
export interface SiteRow extends AnySourceRow {
  kind: 'cloud' | 'data-center';
  url: string;
  email: string | null;
  /** Sealed for the source's id. */
  token: Buffer;
  commonGroups: string[];
}

/** A folder of Markdown files that the operator has named. */
export interface FolderRow extends AnySourceRow {
  kind: 'folder';
}

export type SourceRow = SiteRow | FolderRow;

export const isSite = (source: SourceRow): source is SiteRow => source.kind !== 'folder';

const SOURCE = fragment`id, name, kind, url, email, token, common_groups AS "commonGroups", next_run_at AS "nextRunAt",
  complete_at AS "completeAt", created_by AS "createdBy", created_at AS "createdAt"`;

export interface SpaceRow {
  sourceId: string;
  key: string;
  name: string;
  readTo: Date | null;
}

export interface RunRow {
  id: string;
  sourceId: string;
  status: KnowledgeRun['status'];
  isComplete: boolean;
  startedBy: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  done: number;
  total: number;
  added: number;
  changed: number;
  removed: number;
  skipped: number;
  skips: KnowledgeSkip[];
  failure: KnowledgeFailure | null;
}

const RUN = fragment`id, source_id AS "sourceId", status, is_complete AS "isComplete", started_by AS "startedBy",
  created_at AS "createdAt", started_at AS "startedAt", finished_at AS "finishedAt", done, total, added, changed, removed,
  skipped, skips, failure`;

/** One at a time adds a source, so that their number has a limit. */
export async function lockSources(tx: TenantTx): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('knowledge sources ' || ${tx.tenantId}, 0))`;
}

export function listSources(tx: TenantTx): Promise<SourceRow[]> {
  return tx.rows<SourceRow>`
    SELECT ${SOURCE} FROM knowledge_source WHERE tenant_id = ${tx.tenantId} ORDER BY lower(name), id`;
}

/** Locked until the transaction ends. */
export function lockSource(tx: TenantTx, id: string): Promise<SourceRow | null> {
  return tx.first<SourceRow>`
    SELECT ${SOURCE} FROM knowledge_source WHERE tenant_id = ${tx.tenantId} AND id = ${id} FOR UPDATE`;
}

type NewSource = Pick<SiteRow, 'id' | 'name' | 'kind' | 'url' | 'email' | 'token' | 'commonGroups'>;

/** False where another one has the name. */
export async function insertSource(tx: TenantTx, source: NewSource, createdBy: string | null): Promise<boolean> {
  const { id, name, kind, url, email, token, commonGroups } = source;
  const inserted = await tx.run`
    INSERT INTO knowledge_source (tenant_id, id, name, kind, url, email, token, common_groups, created_by)
    VALUES (${tx.tenantId}, ${id}, ${name}, ${kind}, ${url}, ${email}, ${token}, ${commonGroups}, ${createdBy})
    ON CONFLICT (tenant_id, lower(name), (kind = 'folder')) DO NOTHING`;
  return inserted === 1;
}

export async function hasOtherNamed(tx: TenantTx, name: string, id: string): Promise<boolean> {
  const row = await tx.first`
    SELECT FROM knowledge_source WHERE tenant_id = ${tx.tenantId} AND kind <> 'folder' AND lower(name) = lower(${name})
       AND id <> ${id}`;
  return row !== null;
}

export async function saveSource(tx: TenantTx, source: NewSource): Promise<void> {
  const { id, name, kind, url, email, token, commonGroups } = source;
  await tx.run`
    UPDATE knowledge_source SET name = ${name}, kind = ${kind}, url = ${url}, email = ${email}, token = ${token},
      common_groups = ${commonGroups}
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** A site with its spaces, pages, documents and runs. */
export function deleteSite(tx: TenantTx, id: string): Promise<number> {
  return tx.run`DELETE FROM knowledge_source WHERE tenant_id = ${tx.tenantId} AND kind <> 'folder' AND id = ${id}`;
}

export async function saveNextRun(tx: TenantTx, id: string, waitMs: number): Promise<void> {
  await tx.run`
    UPDATE knowledge_source SET next_run_at = clock_timestamp() + make_interval(secs => ${waitMs / 1000})
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** The same after a run, unless something has made the source due while it ran. */
export async function saveNextRunAfter(tx: TenantTx, source: string, run: string, waitMs: number): Promise<void> {
  await tx.run`
    UPDATE knowledge_source s SET next_run_at = clock_timestamp() + make_interval(secs => ${waitMs / 1000})
      FROM knowledge_run r
     WHERE s.tenant_id = ${tx.tenantId} AND s.id = ${source} AND r.tenant_id = ${tx.tenantId} AND r.id = ${run}
       AND s.next_run_at <= r.started_at`;
}

/** Restrictions were read completely from this time on. */
export async function saveComplete(tx: TenantTx, id: string, startedAt: Date): Promise<void> {
  await tx.run`
    UPDATE knowledge_source SET complete_at = ${startedAt} WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** Of all sources, or of one; by name. */
export function listSpaces(tx: TenantTx, source: string | null = null): Promise<SpaceRow[]> {
  return tx.rows<SpaceRow>`
    SELECT source_id AS "sourceId", key, name, read_to AS "readTo" FROM knowledge_space
     WHERE tenant_id = ${tx.tenantId} AND (${source}::uuid IS NULL OR source_id = ${source}::uuid)
     ORDER BY source_id, lower(name), key`;
}

/** Adds what is new and removes the others, with all that was read of them. */
export async function setSpaces(
  tx: TenantTx,
  source: string,
  spaces: readonly { key: string; name: string }[],
): Promise<void> {
  const keys = spaces.map(({ key }) => key);
  await tx.run`
    DELETE FROM knowledge_space
     WHERE tenant_id = ${tx.tenantId} AND source_id = ${source} AND NOT key = ANY (${keys}::text[])`;
  await tx.run`
    INSERT INTO knowledge_space (tenant_id, source_id, key, name)
    SELECT ${tx.tenantId}::uuid, ${source}::uuid, key, name
      FROM unnest(${keys}::text[], ${spaces.map(({ name }) => name)}::text[]) AS s (key, name)
    ON CONFLICT (tenant_id, source_id, key) DO UPDATE SET name = excluded.name`;
}

export async function deleteSpaces(tx: TenantTx, source: string): Promise<void> {
  await tx.run`DELETE FROM knowledge_space WHERE tenant_id = ${tx.tenantId} AND source_id = ${source}`;
}

/** Documents with passages, by source. */
export function countDocuments(tx: TenantTx): Promise<{ sourceId: string; count: number }[]> {
  return tx.rows<{ sourceId: string; count: number }>`
    SELECT source_id AS "sourceId", count(*)::integer AS count FROM knowledge_document d
     WHERE d.tenant_id = ${tx.tenantId} AND d.source_id IS NOT NULL
       AND EXISTS (SELECT FROM knowledge_passage p WHERE p.tenant_id = ${tx.tenantId} AND p.document_id = d.id)
     GROUP BY source_id`;
}

/** Of each source, or the newest of one. */
export function lastRuns(tx: TenantTx): Promise<RunRow[]> {
  return tx.rows<RunRow>`
    SELECT DISTINCT ON (source_id) ${RUN} FROM knowledge_run
     WHERE tenant_id = ${tx.tenantId} ORDER BY source_id, created_at DESC, id DESC`;
}

export function listRuns(tx: TenantTx, source: string, most: number): Promise<RunRow[]> {
  return tx.rows<RunRow>`
    SELECT ${RUN} FROM knowledge_run WHERE tenant_id = ${tx.tenantId} AND source_id = ${source}
     ORDER BY created_at DESC, id DESC LIMIT ${most}`;
}

/** The one that waits or runs. */
export function activeRun(tx: TenantTx, source: string): Promise<RunRow | null> {
  return tx.first<RunRow>`
    SELECT ${RUN} FROM knowledge_run
     WHERE tenant_id = ${tx.tenantId} AND source_id = ${source} AND status IN ('waiting', 'running')`;
}

/** Returns its id. */
export async function insertRun(
  tx: TenantTx,
  { source, isComplete, startedBy }: { source: string; isComplete: boolean; startedBy: string | null },
): Promise<string> {
  const row = await tx.first<{ id: string }>`
    INSERT INTO knowledge_run (tenant_id, source_id, is_complete, started_by)
    VALUES (${tx.tenantId}, ${source}, ${isComplete}, ${startedBy}) RETURNING id`;
  return row!.id;
}

/** One that begins again keeps what it has counted: it does not find that once more. */
export async function startRun(tx: TenantTx, id: string): Promise<RunRow> {
  const row = await tx.first<RunRow>`
    UPDATE knowledge_run SET status = 'running', started_at = clock_timestamp(), done = 0, total = 0, skipped = 0,
      skips = '[]'
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} RETURNING ${RUN}`;
  return row!;
}

/** It begins again when a server takes it. */
export async function requeueRun(tx: TenantTx, id: string, counts: RunCounts): Promise<void> {
  await tx.run`
    UPDATE knowledge_run SET status = 'waiting', added = ${counts.added}, changed = ${counts.changed},
      removed = ${counts.removed} WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND status = 'running'`;
}

export type RunCounts = Pick<RunRow, 'done' | 'total' | 'added' | 'changed' | 'removed' | 'skipped'>;

/** Whether it goes on: neither canceled nor gone with its source. */
export async function saveProgress(tx: TenantTx, id: string, counts: RunCounts): Promise<boolean> {
  const row = await tx.first<{ goesOn: boolean }>`
    UPDATE knowledge_run SET done = ${counts.done}, total = ${counts.total}, added = ${counts.added},
      changed = ${counts.changed}, removed = ${counts.removed}, skipped = ${counts.skipped}
    WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND status = 'running' RETURNING NOT is_canceled AS "goesOn"`;
  return row?.goesOn ?? false;
}

export async function endRun(
  tx: TenantTx,
  id: string,
  {
    status,
    failure,
    skips,
    counts,
  }: {
    status: 'done' | 'failed' | 'canceled';
    failure: KnowledgeFailure | null;
    skips: readonly KnowledgeSkip[];
    counts: RunCounts;
  },
): Promise<void> {
  await tx.run`
    UPDATE knowledge_run SET status = ${status}, failure = ${failure}, finished_at = clock_timestamp(),
      skips = ${JSON.stringify(skips)}::jsonb, done = ${counts.done}, total = ${counts.total}, added = ${counts.added},
      changed = ${counts.changed}, removed = ${counts.removed}, skipped = ${counts.skipped}
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** Ends a run that a killed server left. */
export async function endInterrupted(tx: TenantTx, id: string): Promise<void> {
  await tx.run`
    UPDATE knowledge_run SET status = 'failed', failure = 'interrupted', finished_at = clock_timestamp()
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** One that waits ends at once, one that runs at its next step. */
export async function cancelRun(tx: TenantTx, id: string): Promise<void> {
  await tx.run`
    UPDATE knowledge_run SET is_canceled = true,
      status = CASE WHEN status = 'waiting' THEN 'canceled' ELSE status END,
      finished_at = CASE WHEN status = 'waiting' THEN clock_timestamp() END
    WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** The newest stay. */
export async function deleteOldRuns(tx: TenantTx, source: string, most: number): Promise<void> {
  await tx.run`
    DELETE FROM knowledge_run WHERE tenant_id = ${tx.tenantId} AND id IN (
      SELECT id FROM knowledge_run WHERE tenant_id = ${tx.tenantId} AND source_id = ${source}
       ORDER BY created_at DESC, id DESC OFFSET ${most})`;
}

/** Of all tenants that are not suspended, the longest due first. */
export function listDue(tx: GlobalTx): Promise<{ tenantId: string; id: string }[]> {
  return tx.rows<{ tenantId: string; id: string }>`
    SELECT s.tenant_id AS "tenantId", s.id FROM knowledge_source s JOIN tenant t ON t.id = s.tenant_id
     WHERE s.next_run_at <= clock_timestamp() AND t.suspended_at IS NULL
     ORDER BY s.next_run_at, s.id LIMIT 50`;
}

/** Folders that are sources, of all tenants. */
export function listFolders(tx: GlobalTx): Promise<{ tenantId: string; id: string; name: string }[]> {
  return tx.rows<{ tenantId: string; id: string; name: string }>`
    SELECT tenant_id AS "tenantId", id, name FROM knowledge_source WHERE kind = 'folder'`;
}

/** Of tenants that are not suspended. */
export function listActiveSlugs(tx: GlobalTx): Promise<{ id: string; slug: string }[]> {
  return tx.rows<{ id: string; slug: string }>`SELECT id, slug FROM tenant WHERE suspended_at IS NULL`;
}
