import type { Language, LocalizedText } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';

export interface EntryRow {
  kind: string;
  id: string;
  title: LocalizedText;
  keywords: string[];
  /** Those of the keywords that belong to a language. */
  synonyms: Partial<Record<Language, string[]>> | null;
  detail: LocalizedText | null;
  link: string | null;
  icon: string | null;
  /** The page that shows this entry, where it has no link of its own. */
  shownAt: string | null;
}

/** Entries of the tenant that match a text with these permissions, best of each kind first. */
export function findEntries(tx: TenantTx, query: string, permissions: string[], most: number): Promise<EntryRow[]> {
  return tx.rows<EntryRow>`
    SELECT e.kind, e.id, e.title, e.keywords, e.synonyms, e.detail, e.link, e.icon, CASE WHEN e.link IS NULL THEN (
             SELECT r.link FROM search_entry r
              WHERE r.tenant_id = ${tx.tenantId} AND r.kind = 'reports' AND r.permission = ANY (${permissions})
                AND r.shows && ARRAY[e.id, split_part(e.id, '.', 1)]
              ORDER BY r.shows @> ARRAY[e.id] DESC, r.title->>'en', r.id LIMIT 1) END AS "shownAt"
      FROM rise_search(${query}, ${permissions}, ${most}) s
      JOIN search_entry e ON e.tenant_id = ${tx.tenantId} AND e.kind = s.kind AND e.id = s.id
     WHERE e.permission = ANY (${permissions})
     ORDER BY s.kind, s.place`;
}
