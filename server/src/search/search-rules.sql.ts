import type { CuratedSet, Language } from '@rise/contract';
import type { GlobalTx } from '../kernel/database/database.ts';

/** Grows with each change of the rules. */
export async function rulesRevision(tx: GlobalTx): Promise<string> {
  const row = await tx.first<{ revision: string }>`SELECT revision::text FROM search_rules`;
  return row?.revision ?? '0';
}

export interface SynonymRow {
  id: string;
  language: Language;
  from: string;
  to: string;
  isTwoWay: boolean;
}

export function allSynonyms(tx: GlobalTx): Promise<SynonymRow[]> {
  return tx.rows<SynonymRow>`
    SELECT id, language, from_text AS "from", to_text AS "to", is_two_way AS "isTwoWay" FROM search_synonym
     ORDER BY from_words, to_words, language`;
}

export interface CuratedRow {
  id: string;
  set: CuratedSet;
  entry: string;
}

export function allPins(tx: GlobalTx): Promise<(CuratedRow & { term: string; words: string[] })[]> {
  return tx.rows<CuratedRow & { term: string; words: string[] }>`
    SELECT id, term, words, kind AS set, entry FROM search_pin ORDER BY words, created_at, id`;
}

export function allHidden(tx: GlobalTx): Promise<CuratedRow[]> {
  return tx.rows<CuratedRow>`SELECT id, kind AS set, entry FROM search_hidden ORDER BY created_at DESC, id`;
}
