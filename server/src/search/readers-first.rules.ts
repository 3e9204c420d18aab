import { LANGUAGES, localize, type Language } from '@rise/contract';
import { words } from './folded-words.ts';
import type { EntryRow } from './search.sql.ts';

type Names = Pick<EntryRow, 'title' | 'keywords' | 'synonyms'>;

/**
 * Entries of each kind in their order, but among those that a text matches equally well, the ones whose names match it in
 * the reader's language come before the ones that only another language finds. A kind's entries follow each other.
 */
export function readersFirst<T extends Names & { readonly kind: string }>(
  rows: readonly T[],
  query: string,
  language: Language,
): T[] {
  const sought = words(query);
  const ranked = rows.map((row) => {
    const best = closeness(allNames(row), sought);
    return { row, best, foreign: closeness(namesIn(row, language), sought) === best ? 0 : 1 };
  });
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  return kinds.flatMap((kind) =>
    ranked
      .filter(({ row }) => row.kind === kind)
      .toSorted((one, other) => one.best - other.best || one.foreign - other.foreign)
      .map(({ row }) => row),
  );
}

const allNames = ({ title, keywords }: Names): string[] => [title.en, ...(title.tr ? [title.tr] : []), ...keywords];

/** The names that are not those of another language alone. */
function namesIn({ title, keywords, synonyms }: Names, language: Language): string[] {
  const own = new Set(synonyms?.[language]);
  const foreign = new Set(LANGUAGES.flatMap((other) => synonyms?.[other] ?? []).filter((word) => !own.has(word)));
  return [localize(title, language), ...keywords.filter((word) => !foreign.has(word))];
}

/** How well a text matches the best of some names: 0 equals it, 1 begins with it, 2 has a beginning of each word, 3 less. */
function closeness(names: readonly string[], sought: readonly string[]): number {
  const phrase = sought.join(' ');
  const folded = names.map((name) => words(name));
  if (folded.some((name) => name.join(' ') === phrase)) return 0;
  if (folded.some((name) => name.join(' ').startsWith(phrase))) return 1;
  const all = folded.flat();
  return sought.every((word) => all.some((item) => item.startsWith(word))) ? 2 : 3;
}
