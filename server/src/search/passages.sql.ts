import type { LocalizedText } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';

export interface EntryRow {
  kind: 'reports' | 'data';
  id: string;
  title: LocalizedText;
  detail: LocalizedText | null;
  keywords: string[];
  body: LocalizedText | null;
  link: string | null;
  /** The report that shows this one, where it has no link of its own. */
  shownIn: { link: string; title: LocalizedText } | null;
}

/** The tenant's reports and data that any of the texts finds with these permissions. */
export function findAny(tx: TenantTx, texts: string[], permissions: string[], most: number): Promise<EntryRow[]> {
  return tx.rows<EntryRow>`
    WITH found AS (
      SELECT DISTINCT s.kind, s.id FROM unnest(${texts}::text[]) AS wanted CROSS JOIN LATERAL
             rise_search(wanted, ${permissions}, ${most}) s WHERE s.kind IN ('reports', 'data'))
    SELECT e.kind, e.id, e.title, e.detail, e.keywords, e.body, e.link, CASE WHEN e.link IS NULL THEN (
             SELECT jsonb_build_object('link', r.link, 'title', r.title) FROM search_entry r
              WHERE r.tenant_id = ${tx.tenantId} AND r.kind = 'reports' AND r.permission = ANY (${permissions})
                AND r.shows && ARRAY[e.id, split_part(e.id, '.', 1)]
              ORDER BY r.shows @> ARRAY[e.id] DESC, r.title->>'en', r.id LIMIT 1) END AS "shownIn"
      FROM found f
      JOIN search_entry e ON e.tenant_id = ${tx.tenantId} AND e.kind = f.kind AND e.id = f.id
     WHERE e.permission = ANY (${permissions})
     ORDER BY e.kind, e.id`;
}

/** Those of the entries that these permissions open. */
export function findOpen(
  tx: TenantTx,
  entries: readonly { set: string; id: string }[],
  permissions: string[],
): Promise<{ set: EntryRow['kind']; id: string }[]> {
  const [kinds, ids] = [entries.map(({ set }) => set), entries.map(({ id }) => id)];
  return tx.rows<{ set: EntryRow['kind']; id: string }>`
    SELECT e.kind AS set, e.id FROM unnest(${kinds}::text[], ${ids}::text[]) AS requested (kind, id)
      JOIN search_entry e ON e.tenant_id = ${tx.tenantId} AND e.kind = requested.kind AND e.id = requested.id
     WHERE e.permission = ANY (${permissions})`;
}
