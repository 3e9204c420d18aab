import type { IconName, Language } from '@rise/contract';
import { MOST_RESULTS } from '@rise/contract/demo';
import { fold } from '@rise/contract/fold';
import { localize, type Text } from '../../text.ts';
import { findWords, wordsOf } from '../../words.ts';

/** A record that a search may find. */
export interface Candidate {
  readonly id: string;
  readonly title: Text;
  /** Searched after the title. */
  readonly texts?: readonly Text[];
  readonly detail: Text | null;
  /** Computed for what is shown only, where it takes long. */
  readonly link: string | (() => string);
  readonly icon: IconName;
  readonly avatar?: string | null;
}

/** Folded texts by record and language. A changed record is another object, so none is out of date. */
const foldedTexts = new WeakMap<object, Partial<Record<Language, readonly string[]>>>();

function foldedOf(record: object, texts: readonly Text[], language: Language): readonly string[] {
  const byLanguage = foldedTexts.get(record) ?? {};
  if (!foldedTexts.has(record)) foldedTexts.set(record, byLanguage);
  return (byLanguage[language] ??= texts.map((text) => fold(localize(text, language))));
}

/**
 * The best records with all words of a query: those with the words in their title first. `asCandidate` is called for
 * the texts of each record once.
 */
export function findRecords<T extends object>(
  records: readonly T[],
  asCandidate: (record: T) => Candidate,
  query: string,
  language: Language,
) {
  const words = wordsOf(fold(query));
  const ranked: { record: T; rank: number }[] = [];
  for (const record of records) {
    const texts = foldedTexts.get(record)?.[language] ?? foldedOf(record, textsOf(asCandidate(record)), language);
    const rank = rankOf(texts, words);
    if (rank !== null) ranked.push({ record, rank });
  }
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MOST_RESULTS)
    .map(({ record }) => resultOf(asCandidate(record), query, language));
}

const textsOf = ({ title, texts = [] }: Candidate) => [title, ...texts];

function rankOf(texts: readonly string[], words: readonly string[]): number | null {
  let rank = 0;
  for (const word of words) {
    const at = texts.findIndex((text) => text.includes(word));
    if (at < 0) return null;
    rank += at;
  }
  return rank;
}

function resultOf({ id, title, detail, link, icon, avatar }: Candidate, query: string, language: Language) {
  const text = localize(title, language);
  return {
    id,
    title: text,
    value: text,
    detail: detail === null ? null : localize(detail, language),
    link: typeof link === 'string' ? link : link(),
    icon,
    ...(avatar !== undefined && { avatar }),
    highlights: findWords(text, query),
  };
}
