import { LANGUAGES, localize, type Language } from '@rise/contract';
import { words } from './folded-words.ts';
import type { EntryRow } from './search.sql.ts';

type Names = Pick<EntryRow, 'title' | 'keywords' | 'synonyms'>;

/** How well a text matches the best of some names: 0 equals it, 1 begins with it, 2 has a beginning of each word, 3 less. */
export type Closeness = 0 | 1 | 2 | 3;

export interface Ranked<T> {
  readonly row: T;
  readonly closeness: Closeness;
  /** The first of the wordings that matches so well. */
  readonly wording: number;
  /** Whether only a name in another language than the reader's matches so well. */
  readonly isForeign: boolean;
}

/**
 * Entries of each kind in their order, but among those that a text matches equally well, the ones whose names match it in
 * the reader's language come before the ones that only another language finds. A kind's entries follow each other. Of a
 * question in several wordings, each as folded words, the one that matches best counts.
 */
export function readersFirst<T extends Names & { readonly kind: string; readonly wording: number }>(
  rows: readonly T[],
  wordings: readonly (readonly string[])[],
  language: Language,
): Ranked<T>[] {
  const ranked = rows.map((row): Ranked<T> => {
    const folded = foldAll(allNames(row));
    const all = wordings.map((sought) => closeness(folded, sought));
    const best = Math.min(...all) as Closeness;
    // Where no name matches, what found it is in its texts.
    const wording = best === 3 ? row.wording : all.indexOf(best);
    const isForeign = closeness(foldAll(namesIn(row, language)), wordings[wording]!) !== best;
    return { row, closeness: best, wording, isForeign };
  });
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  return kinds.flatMap((kind) =>
    ranked
      .filter(({ row }) => row.kind === kind)
      .toSorted((one, other) => one.closeness - other.closeness || Number(one.isForeign) - Number(other.isForeign)),
  );
}

const foldAll = (names: readonly string[]): string[][] => names.map((name) => words(name));
const allNames = ({ title, keywords }: Names): string[] => [title.en, ...(title.tr ? [title.tr] : []), ...keywords];

/** The names that are not those of another language alone. */
function namesIn({ title, keywords, synonyms }: Names, language: Language): string[] {
  const own = new Set(synonyms?.[language]);
  const foreign = new Set(LANGUAGES.flatMap((other) => synonyms?.[other] ?? []).filter((word) => !own.has(word)));
  return [localize(title, language), ...keywords.filter((word) => !foreign.has(word))];
}

function closeness(names: readonly (readonly string[])[], sought: readonly string[]): Closeness {
  const phrase = sought.join(' ');
  if (names.some((name) => name.join(' ') === phrase)) return 0;
  if (names.some((name) => name.join(' ').startsWith(phrase))) return 1;
  const all = names.flat();
  return sought.every((word) => all.some((item) => item.startsWith(word))) ? 2 : 3;
}
