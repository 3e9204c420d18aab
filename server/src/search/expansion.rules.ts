import type { Language } from '@rise/contract';
import { writtenWords, words } from './folded-words.ts';
import { alike } from './question-words.rules.ts';

/** One direction of a synonym: a search for `from` also searches for `to`. As they were written. */
export interface SynonymDirection {
  readonly language: Language;
  readonly from: string;
  readonly to: string;
}

/** A question, or the same in other words. */
export interface Wording {
  readonly text: string;
  /** Folded. */
  readonly words: readonly string[];
  /** The synonyms that led to it, as 'from → to'; null for the question itself. */
  readonly synonym: string | null;
}

/** Wordings of a question, itself included: each is looked up by itself. */
const MOST_WORDINGS = 6;
/** As many as the look-up compares. */
const MOST_WORDS = 12;
/** Forms of a word share at least so many letters. */
const SHARED_LETTERS = 2;

/** Synonyms by the first letters of their first word. */
export type SynonymIndex = ReadonlyMap<string, readonly IndexedSynonym[]>;

interface IndexedSynonym extends SynonymDirection {
  readonly words: readonly string[];
}

interface Token {
  readonly written: string;
  readonly folded: string;
  /** Whether a synonym put it there: synonyms are not chained. */
  readonly isReplaced: boolean;
}

const firstLetters = (word: string): string => word.slice(0, SHARED_LETTERS);

export function indexSynonyms(synonyms: readonly SynonymDirection[]): SynonymIndex {
  const index = new Map<string, IndexedSynonym[]>();
  for (const synonym of synonyms) {
    const own = words(synonym.from);
    if (own[0] === undefined) continue;
    const key = firstLetters(own[0]);
    index.set(key, [...(index.get(key) ?? []), { ...synonym, words: own }]);
  }
  return index;
}

/**
 * The question first, then what synonyms make of it: each applies where the question has all of its words, in any order
 * and any form that the synonym's language gives them.
 */
export function expand(question: string, synonyms: SynonymIndex): Wording[] {
  const tokens = writtenWords(question)
    .slice(0, MOST_WORDS)
    .map((word) => ({ ...word, isReplaced: false }));
  const first: Wording = { text: question, words: words(question), synonym: null };
  if (synonyms.size === 0) return [first];
  const matching = [...new Set(tokens.map(({ folded }) => firstLetters(folded)))]
    .flatMap((key) => synonyms.get(key) ?? [])
    .filter((synonym) => placesOf(synonym, tokens) !== null)
    // A phrase says more than one of its words.
    .toSorted((one, other) => other.words.length - one.words.length);
  const found: { tokens: Token[]; wording: Wording }[] = [{ tokens, wording: first }];
  for (const synonym of matching) {
    for (const { tokens: base, wording } of found.slice()) {
      const places = found.length < MOST_WORDINGS ? placesOf(synonym, base) : null;
      if (places === null) continue;
      const next = replace(base, places, synonym.to);
      const by = `${synonym.from} → ${synonym.to}`;
      const result: Wording = {
        text: next.map(({ written }) => written).join(' '),
        words: next.flatMap(({ written }) => words(written)),
        synonym: wording.synonym === null ? by : `${wording.synonym}, ${by}`,
      };
      const phrase = result.words.join(' ');
      if (!found.some((other) => other.wording.words.join(' ') === phrase))
        found.push({ tokens: next, wording: result });
    }
  }
  return found.map(({ wording }) => wording);
}

/** The place of each of the synonym's words, all different; null where one is missing. */
function placesOf({ words: sought, language }: IndexedSynonym, tokens: readonly Token[]): number[] | null {
  const places: number[] = [];
  for (const word of sought) {
    const place = tokens.findIndex(
      ({ folded, isReplaced }, index) => !isReplaced && !places.includes(index) && alike(folded, word, language),
    );
    if (place < 0) return null;
    places.push(place);
  }
  return places;
}

function replace(tokens: readonly Token[], places: readonly number[], to: string): Token[] {
  const at = Math.min(...places);
  return tokens.flatMap((token, index): Token[] => {
    if (index === at) return [{ written: to, folded: '', isReplaced: true }];
    return places.includes(index) ? [] : [token];
  });
}
