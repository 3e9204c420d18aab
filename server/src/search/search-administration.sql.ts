import type { NewHiddenEntry, NewSearchPin, NewSearchSynonym } from '@rise/contract';
import type { GlobalTx } from '../kernel/database/database.ts';
import type { SynonymRow } from './search-rules.sql.ts';

/** One at a time changes the rules: what was looked at before still holds. */
export async function lockRules(tx: GlobalTx): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('search rules', 0))`;
}

/** Those that contain all of the text in one of their sides, alphabetically; `total` is of all pages. */
export function listSynonyms(
  tx: GlobalTx,
  { search, limit, offset }: { search: string; limit: number; offset: number },
): Promise<(SynonymRow & { total: number })[]> {
  return tx.rows<SynonymRow & { total: number }>`
    SELECT id, language, from_text AS "from", to_text AS "to", is_two_way AS "isTwoWay", count(*) OVER ()::integer AS total
      FROM search_synonym
     WHERE strpos(array_to_string(from_words, ' ') || E'\n' || array_to_string(to_words, ' '), array_to_string(rise_words(${search}), ' ')) > 0
     ORDER BY from_words, to_words, language LIMIT ${limit} OFFSET ${offset}`;
}

/** Whether there is another one that says the same, in either direction where it is two-way. */
export async function hasSynonym(
  tx: GlobalTx,
  { language, from, to }: NewSearchSynonym,
  except: string | null,
): Promise<boolean> {
  // prettier-ignore
  const row = await tx.first`
    SELECT FROM search_synonym
     WHERE language = ${language} AND id IS DISTINCT FROM ${except}::uuid
       AND ((from_words = rise_words(${from}) AND to_words = rise_words(${to}))
         OR (is_two_way AND from_words = rise_words(${to}) AND to_words = rise_words(${from})))`;
  return row !== null;
}

export async function countRules(tx: GlobalTx): Promise<{ synonyms: number; pins: number; hidden: number }> {
  const row = await tx.first<{ synonyms: number; pins: number; hidden: number }>`
    SELECT (SELECT count(*) FROM search_synonym)::integer AS synonyms, (SELECT count(*) FROM search_pin)::integer AS pins,
           (SELECT count(*) FROM search_hidden)::integer AS hidden`;
  return row!;
}

export async function insertSynonym(tx: GlobalTx, { language, from, to, isTwoWay }: NewSearchSynonym): Promise<string> {
  const row = await tx.first<{ id: string }>`
    INSERT INTO search_synonym (language, from_text, to_text, is_two_way) VALUES (${language}, ${from}, ${to}, ${isTwoWay})
    RETURNING id`;
  return row!.id;
}

/** Null for an unknown one. */
export function findSynonym(tx: GlobalTx, id: string): Promise<SynonymRow | null> {
  return tx.first<SynonymRow>`
    SELECT id, language, from_text AS "from", to_text AS "to", is_two_way AS "isTwoWay" FROM search_synonym WHERE id = ${id}`;
}

export async function updateSynonym(
  tx: GlobalTx,
  id: string,
  { language, from, to, isTwoWay }: NewSearchSynonym,
): Promise<void> {
  // prettier-ignore
  await tx.run`
    UPDATE search_synonym SET language = ${language}, from_text = ${from}, to_text = ${to}, is_two_way = ${isTwoWay}
     WHERE id = ${id}`;
}

export async function deleteSynonym(tx: GlobalTx, id: string): Promise<void> {
  await tx.run`DELETE FROM search_synonym WHERE id = ${id}`;
}

/** False where it is pinned for the same words already. */
export async function insertPin(tx: GlobalTx, { term, set, entry }: NewSearchPin): Promise<boolean> {
  const inserted = await tx.run`
    INSERT INTO search_pin (term, kind, entry) VALUES (${term}, ${set}, ${entry}) ON CONFLICT DO NOTHING`;
  return inserted > 0;
}

/** What it was; null for an unknown one. */
export function deletePin(tx: GlobalTx, id: string): Promise<NewSearchPin | null> {
  return tx.first<NewSearchPin>`DELETE FROM search_pin WHERE id = ${id} RETURNING term, kind AS set, entry`;
}

/** False where it is hidden already. */
export async function insertHidden(tx: GlobalTx, { set, entry }: NewHiddenEntry): Promise<boolean> {
  return (await tx.run`INSERT INTO search_hidden (kind, entry) VALUES (${set}, ${entry}) ON CONFLICT DO NOTHING`) > 0;
}

/** What it was; null for an unknown one. */
export function deleteHidden(tx: GlobalTx, id: string): Promise<NewHiddenEntry | null> {
  return tx.first<NewHiddenEntry>`DELETE FROM search_hidden WHERE id = ${id} RETURNING kind AS set, entry`;
}
