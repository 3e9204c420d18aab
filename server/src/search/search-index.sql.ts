import type { GlobalTx, TenantTx } from '../kernel/database/database.ts';

/** Writes entries of one kind, given as a JSON array; replaces existing ones. */
export async function putEntries(tx: TenantTx, kind: string, entries: string): Promise<void> {
  await tx.run`
    INSERT INTO search_entry (tenant_id, kind, id, permission, title, detail, keywords, synonyms, body, link, icon, shows)
    SELECT ${tx.tenantId}, ${kind}, id, permission, title, detail, coalesce(keywords, '{}'), synonyms, body, link, icon, coalesce(shows, '{}')
      FROM jsonb_to_recordset(${entries}::jsonb) AS entry (id text, permission text, title jsonb, detail jsonb, keywords text[],
                                                           synonyms jsonb, body jsonb, link text, icon text, shows text[])
    ON CONFLICT (tenant_id, kind, id) DO UPDATE SET permission = excluded.permission, title = excluded.title,
      detail = excluded.detail, keywords = excluded.keywords, synonyms = excluded.synonyms, body = excluded.body, link = excluded.link,
      icon = excluded.icon, shows = excluded.shows, written_at = now()`;
}

/** Deletes entries of one kind, except these. */
export async function keepEntries(tx: TenantTx, kind: string, ids: string[]): Promise<void> {
  await tx.run`DELETE FROM search_entry WHERE tenant_id = ${tx.tenantId} AND kind = ${kind} AND id <> ALL (${ids})`;
}

export async function deleteEntry(tx: TenantTx, kind: string, id: string): Promise<void> {
  await tx.run`DELETE FROM search_entry WHERE tenant_id = ${tx.tenantId} AND kind = ${kind} AND id = ${id}`;
}

/** The edition under which the tenant was indexed; null where it was not. */
export async function editionOf(tx: TenantTx): Promise<number | null> {
  const row = await tx.first<{ edition: number }>`SELECT edition FROM search_edition WHERE tenant_id = ${tx.tenantId}`;
  return row?.edition ?? null;
}

export async function putEdition(tx: TenantTx, edition: number): Promise<void> {
  await tx.run`
    INSERT INTO search_edition (tenant_id, edition) VALUES (${tx.tenantId}, ${edition})
    ON CONFLICT (tenant_id) DO UPDATE SET edition = excluded.edition, indexed_at = now()`;
}

/** People are entries by triggers; this writes them all again. */
export async function rebuildPeople(tx: TenantTx): Promise<void> {
  await tx.run`SELECT rise_search_people(${tx.tenantId})`;
}

/** Tenants whose search entries are not those of this version, or missing. */
export async function countUnindexed(tx: GlobalTx, edition: number): Promise<number> {
  const row = await tx.first<{ tenants: number }>`
    SELECT count(*)::integer AS tenants FROM tenant t LEFT JOIN search_edition e ON e.tenant_id = t.id
     WHERE t.suspended_at IS NULL AND e.edition IS DISTINCT FROM ${edition}`;
  return row!.tenants;
}
