import type { GlobalTx } from '../kernel/database/database.ts';

export interface RebuildRow {
  id: string;
  state: 'running' | 'done' | 'canceled';
  requestedAt: Date;
  endedAt: Date | null;
  /** Null while it runs. */
  rebuilt: number | null;
  failed: number | null;
}

/** The one that runs, or the last. */
export function latestRebuild(tx: GlobalTx): Promise<RebuildRow | null> {
  return tx.first<RebuildRow>`
    SELECT id, state, requested_at AS "requestedAt", ended_at AS "endedAt", rebuilt, failed FROM search_rebuild
     ORDER BY state = 'running' DESC, requested_at DESC LIMIT 1`;
}

/** Null where one runs already. */
export async function insertRebuild(tx: GlobalTx): Promise<string | null> {
  const row = await tx.first<{ id: string }>`
    INSERT INTO search_rebuild (requested_at) VALUES (clock_timestamp())
    ON CONFLICT ((true)) WHERE state = 'running' DO NOTHING RETURNING id`;
  return row?.id ?? null;
}

/** Null for an unknown one. */
export async function lockRebuild(tx: GlobalTx, id: string): Promise<'running' | 'done' | 'canceled' | null> {
  const row = await tx.first<{ state: 'running' | 'done' | 'canceled' }>`
    SELECT state FROM search_rebuild WHERE id = ${id} FOR UPDATE`;
  return row?.state ?? null;
}

/** False where it has ended already. */
export async function endRebuild(
  tx: GlobalTx,
  id: string,
  end: { state: 'done' | 'canceled'; rebuilt: number; failed: number },
): Promise<boolean> {
  const ended = await tx.run`
    UPDATE search_rebuild SET state = ${end.state}, ended_at = now(), rebuilt = ${end.rebuilt}, failed = ${end.failed}
     WHERE id = ${id} AND state = 'running'`;
  return ended > 0;
}

/** Active tenants whose entries were last built before a rebuild was requested. */
export async function listOutdated(tx: GlobalTx, requestedAt: Date): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    SELECT t.id FROM tenant t LEFT JOIN search_edition e ON e.tenant_id = t.id
     WHERE t.suspended_at IS NULL AND (e.indexed_at IS NULL OR e.indexed_at < ${requestedAt}) ORDER BY t.id`;
  return rows.map(({ id }) => id);
}

export async function countActive(tx: GlobalTx): Promise<number> {
  const row = await tx.first<{ count: number }>`
    SELECT count(*)::integer AS count FROM tenant WHERE suspended_at IS NULL`;
  return row!.count;
}

export interface TenantIndexRow {
  id: string;
  name: string;
  reports: number;
  data: number;
  people: number;
  indexedAt: Date | null;
  changedAt: Date | null;
  edition: number | null;
}

/** What is indexed for each active tenant, by name. */
export function listIndexes(tx: GlobalTx): Promise<TenantIndexRow[]> {
  return tx.rows<TenantIndexRow>`
    SELECT t.id, t.name, e.edition, e.indexed_at AS "indexedAt", max(c.written_at) AS "changedAt",
           coalesce(sum(c.entries) FILTER (WHERE c.kind = 'reports'), 0)::integer AS reports,
           coalesce(sum(c.entries) FILTER (WHERE c.kind = 'data'), 0)::integer AS data,
           coalesce(sum(c.entries) FILTER (WHERE c.kind = 'people'), 0)::integer AS people
      FROM tenant t LEFT JOIN search_edition e ON e.tenant_id = t.id LEFT JOIN rise_search_counts() c ON c.tenant_id = t.id
     WHERE t.suspended_at IS NULL GROUP BY t.id, t.name, e.edition, e.indexed_at ORDER BY rise_fold(t.name), t.id`;
}
