import {
  LANGUAGES,
  SEARCH_FIELDS,
  localize,
  type ExplainedResult,
  type Language,
  type LocalizedText,
  type SearchField,
  type SearchMatch,
  type SearchRank,
} from '@rise/contract';
import type { Wording } from './expansion.rules.ts';
import type { Found } from './finder.ts';
import { words } from './folded-words.ts';
import { alike } from './question-words.rules.ts';

/** A field's folded words in a language; keywords may be of any. */
type FieldWords = readonly {
  readonly field: SearchField;
  readonly language: Language;
  readonly words: readonly string[];
}[];

const RANKS: Readonly<Record<Found['closeness'], SearchRank>> = {
  0: 'name',
  1: 'name-beginning',
  2: 'all-words',
  3: 'text',
};

/** Why a result was found, and by what it has its place. */
export function explain(found: Found, wordings: readonly Wording[], language: Language): ExplainedResult {
  const { id, title, isPinned, closeness, weight } = found;
  const wording = wordings[found.wording]!;
  return {
    id,
    title: localize(title, language),
    // A pin shows it whether or not it matches.
    matches: isPinned ? [] : matchesOf(found, wording.words),
    rank: isPinned ? 'pinned' : RANKS[closeness],
    weight: isPinned ? null : Math.round(weight * 100) / 100,
    isForeign: found.isForeign,
    synonym: wording.synonym,
  };
}

/** Of each word its best match: by field, then as a word, a beginning or another form of it. */
function matchesOf(found: Found, sought: readonly string[]): SearchMatch[] {
  const fields = fieldsOf(found);
  return [...new Set(sought)].map((word) => exactMatch(word, fields) ?? looseMatch(word, fields));
}

function exactMatch(word: string, fields: FieldWords): SearchMatch | null {
  for (const field of SEARCH_FIELDS) {
    const own = fields.filter((one) => one.field === field);
    if (own.some((one) => one.words.includes(word))) return { word, field, kind: 'word' };
    if (own.some((one) => one.words.some((item) => item.startsWith(word)))) return { word, field, kind: 'beginning' };
    if (own.some((one) => one.words.some((item) => alike(word, item, one.language))))
      return { word, field, kind: 'form' };
  }
  return null;
}

/** Only names are searched for parts of words and for what is similar. */
function looseMatch(word: string, fields: FieldWords): SearchMatch {
  const field = (['title', 'keywords'] as const).find((name) =>
    fields.some((one) => one.field === name && one.words.some((item) => item.includes(word))),
  );
  return field ? { word, field, kind: 'inside' } : { word, field: 'title', kind: 'similar' };
}

function fieldsOf({ title, keywords, detail, body }: Found): FieldWords {
  const texts: readonly (readonly [SearchField, LocalizedText | null])[] = [
    ['title', title],
    ['detail', detail],
    ['body', body],
  ];
  return LANGUAGES.flatMap((language) => [
    ...texts.flatMap(([field, text]) => (text?.[language] ? [{ field, language, words: words(text[language]) }] : [])),
    { field: 'keywords' as const, language, words: keywords.flatMap((keyword) => words(keyword)) },
  ]);
}
