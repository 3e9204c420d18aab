import type { Language, LocalizedText } from '@rise/contract';
import { fragment, type TenantTx } from '../kernel/database/database.ts';

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

export interface FoundRow extends EntryRow {
  /** Index of the first text that finds it. */
  wording: number;
}

/** Of entry `e`, read with the keys of `p`; and the report that shows it where it has no link of its own. */
const COLUMNS = fragment`e.kind, e.id, e.title, e.keywords, e.synonyms, e.detail, e.link, e.icon, CASE WHEN e.link IS NULL THEN (
    SELECT r.link FROM search_entry r
     WHERE r.tenant_id = e.tenant_id AND r.kind = 'reports' AND r.permission = ANY (p.keys)
       AND r.shows && ARRAY[e.id, split_part(e.id, '.', 1)]
     ORDER BY r.shows @> ARRAY[e.id] DESC, r.title->>'en', r.id LIMIT 1) END AS "shownAt"`;

/**
 * Entries of the tenant that match a question with these permissions, best of each kind first; the further texts are the
 * question in other words.
 */
export function findEntries(tx: TenantTx, texts: string[], permissions: string[], most: number): Promise<FoundRow[]> {
  return tx.rows<FoundRow>`
    SELECT ${COLUMNS}, s.wording - 1 AS wording
      FROM (SELECT ${permissions}::text[] AS keys) p CROSS JOIN LATERAL rise_search_any(${texts}, p.keys, ${most}) s
      JOIN search_entry e ON e.tenant_id = ${tx.tenantId} AND e.kind = s.kind AND e.id = s.id
     WHERE e.permission = ANY (p.keys)
     ORDER BY s.kind, s.place`;
}

/** Those of some entries that may be found with these permissions. */
export function readEntries(
  tx: TenantTx,
  keys: readonly { readonly set: string; readonly entry: string }[],
  permissions: string[],
): Promise<EntryRow[]> {
  return tx.rows<EntryRow>`
    SELECT ${COLUMNS}
      FROM unnest(${keys.map(({ set }) => set)}::text[], ${keys.map(({ entry }) => entry)}::text[]) AS k (kind, id)
      JOIN search_entry e ON e.tenant_id = ${tx.tenantId} AND e.kind = k.kind AND e.id = k.id
      JOIN (SELECT ${permissions}::text[] AS keys) p ON e.permission = ANY (p.keys)`;
}

/** The texts of entries that are searched but not shown, by '<kind> <id>'. */
export async function readBodies(
  tx: TenantTx,
  keys: readonly { readonly set: string; readonly entry: string }[],
  permissions: string[],
): Promise<Map<string, LocalizedText>> {
  const rows = await tx.rows<{ key: string; body: LocalizedText }>`
    SELECT e.kind || ' ' || e.id AS key, e.body
      FROM unnest(${keys.map(({ set }) => set)}::text[], ${keys.map(({ entry }) => entry)}::text[]) AS k (kind, id)
      JOIN search_entry e ON e.tenant_id = ${tx.tenantId} AND e.kind = k.kind AND e.id = k.id
     WHERE e.permission = ANY (${permissions}) AND e.body IS NOT NULL`;
  return new Map(rows.map(({ key, body }) => [key, body]));
}

/** Which of some folded words begin the name of one of the tenant's people, or the local part of an address. */
export async function namesAmong(tx: TenantTx, words: string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ word: string }>`
    SELECT w AS word FROM unnest(${words}::text[]) AS w
     WHERE EXISTS (SELECT FROM search_entry e
                     CROSS JOIN LATERAL unnest(rise_words(concat_ws(' ', split_part(e.title->>'en', '@', 1), split_part(e.detail->>'en', '@', 1)))) AS name
                    WHERE e.tenant_id = ${tx.tenantId} AND e.kind = 'people' AND (name = w OR (length(w) >= 3 AND starts_with(name, w))))`;
  return new Set(rows.map(({ word }) => word));
}
