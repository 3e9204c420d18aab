import type { Language, LoggedSearches, Role } from '@rise/contract';
import type { GlobalTx } from '../kernel/database/database.ts';

export interface NewLoggedSearch {
  text: string;
  role: Role;
  language: Language;
  results: number;
  /** From 1; null where none was opened. */
  openedPlace: number | null;
  openedSet: string | null;
}

export async function insertSearch(tx: GlobalTx, search: NewLoggedSearch): Promise<void> {
  await tx.run`
    INSERT INTO search_log (text, role, language, results, opened_place, opened_kind)
    VALUES (${search.text}, ${search.role}, ${search.language}, ${search.results}, ${search.openedPlace}, ${search.openedSet})`;
}

export interface LoggedRow {
  text: string;
  roles: Role[];
  searches: number;
  opened: number;
  results: number;
  lastAt: Date;
  /** Of all pages. */
  total: number;
}

/** Searches for the same words in the last so many days, those searched for most often first. */
export function listSearches(
  tx: GlobalTx,
  { of, days, limit, offset }: { of: LoggedSearches; days: number; limit: number; offset: number },
): Promise<LoggedRow[]> {
  return tx.rows<LoggedRow>`
    SELECT *, count(*) OVER ()::integer AS total FROM (
      SELECT (array_agg(text ORDER BY at DESC, id DESC))[1] AS text, array_agg(DISTINCT role ORDER BY role) AS roles,
             count(*)::integer AS searches, count(opened_place)::integer AS opened, max(results) AS results, max(at) AS "lastAt"
        FROM search_log WHERE at > now() - make_interval(days => ${days}) GROUP BY words) s
     WHERE CASE ${of}::text WHEN 'without-results' THEN results = 0 WHEN 'without-clicks' THEN results > 0 AND opened = 0 ELSE true END
     ORDER BY searches DESC, "lastAt" DESC, text LIMIT ${limit} OFFSET ${offset}`;
}

/** Deletes what is older than so many days. */
export async function deleteOldSearches(tx: GlobalTx, days: number): Promise<void> {
  await tx.run`DELETE FROM search_log WHERE at <= now() - make_interval(days => ${days})`;
}
