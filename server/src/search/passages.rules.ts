import type { Language, SearchSetId } from '@rise/contract';
import { words } from './folded-words.ts';
import { termMatcher, type Term } from './question-words.rules.ts';

export type PassageSet =
  | Extract<SearchSetId, 'documentation' | 'data' | 'reports' | 'pages' | 'announcements'>
  | 'knowledge';

/** Order of equally good passages. */
const ORDER: readonly PassageSet[] = ['knowledge', 'documentation', 'data', 'reports', 'pages', 'announcements'];

/** A passage's words in one language. */
export interface Wording {
  readonly language: Language;
  /** Each name separately: a title, a synonym. */
  readonly names: readonly string[];
  /** Above it: the document’s title, outer headings. */
  readonly headings?: readonly string[];
  readonly text: string;
}

export interface Candidate {
  readonly set: PassageSet;
  readonly id: string;
  readonly wordings: readonly Wording[];
}

/** A passage covers at least this share of the question's terms, weighted by rarity. */
const LEAST_COVERED = 0.45;
/** A term in no passage is weighted as if this many had it, so that one missing word does not outweigh all others. */
const RAREST = 2;
/** A single term in a text counts only where at most this many passages have it. */
const FEW = 4;
/** Strength of a match in a heading above the passage. */
const HEADING = 1.25;
/** Different words of a text, from which on a match in it counts less: a long text contains every word. */
const LONG_TEXT = 300;
/** Passages that score below this share of the best one are dropped. */
const LEAST_OF_BEST = 0.6;

/**
 * The passages that answer a question, best first; empty where none is about it. For a question that is exactly a name,
 * only the bearers of that name.
 */
export function rank<C extends Candidate>(
  terms: readonly Term[],
  candidates: readonly C[],
  { language, most }: { language: Language; most: number },
): C[] {
  if (terms.length === 0) return [];
  const placesOf = termMatcher(terms);
  const met = candidates.map((candidate) => meeting(terms.length, placesOf, candidate, language));
  const having = terms.map((_, term) => Math.max(RAREST, met.filter((one) => one[term]! > 0).length));
  const weights = having.map((count) => Math.log(1 + (candidates.length - count + 0.5) / (count + 0.5)));
  const all = sum(weights);
  const scored = candidates.flatMap((candidate, place) => {
    const strengths = met[place]!;
    const hits = strengths.flatMap((strength, term) => (strength > 0 ? [term] : []));
    const named = strengths.some((strength) => strength > HEADING);
    const covered = sum(hits.map((term) => weights[term]!)) / all;
    // One word of several, somewhere in a text, does not make the text about the question: “weather in Texas”.
    const telling = named || hits.length > 1 || (terms.length === 1 && hits.some((term) => having[term]! <= FEW));
    if (hits.length === 0 || covered < LEAST_COVERED || !telling) return [];
    const exact = hits.length === terms.length && strengths.every((strength) => strength === 2);
    return [{ candidate, exact, score: sum(strengths.map((strength, term) => strength * weights[term]!)) }];
  });
  const named = scored.filter(({ exact }) => exact);
  const best = Math.max(...scored.map(({ score }) => score));
  return (named.length > 0 ? named : scored)
    .filter(({ score }) => score >= best * LEAST_OF_BEST)
    .toSorted((a, b) => b.score - a.score || byOrder(a.candidate, b.candidate))
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/**
 * For each term, 0: no match; up to 1: in the text, which only counts in the reader's language; 1.25: in a
 * heading above it; from 1.5: in a name of any
 * language, 2 where the terms are the complete name.
 */
function meeting(
  terms: number,
  placesOf: ReturnType<typeof termMatcher>,
  { wordings }: Candidate,
  reader: Language,
): number[] {
  const strengths = Array.from({ length: terms }, () => 0);
  const raise = (term: number, to: number) => {
    strengths[term] = Math.max(strengths[term]!, to);
  };
  const textLanguage = wordings.some(({ language, text }) => language === reader && text !== '') ? reader : 'en';
  for (const wording of wordings) {
    const { language, names, headings, text } = readWording(wording);
    for (const name of names) {
      const met = name.map((word) => placesOf(word, language));
      const share = met.filter((places) => places.length > 0).length / name.length;
      for (const term of met.flat()) raise(term, 1.5 + share / 2);
    }
    if (language !== textLanguage) continue;
    for (const word of headings) for (const term of placesOf(word, language)) raise(term, HEADING);
    const strength = Math.min(1, LONG_TEXT / text.length);
    for (const word of text) for (const term of placesOf(word, language)) raise(term, strength);
  }
  return strengths;
}

interface ReadWording {
  readonly language: Language;
  readonly names: readonly string[][];
  readonly headings: readonly string[];
  readonly text: readonly string[];
}

const read = new WeakMap<Wording, ReadWording>();

function readWording(wording: Wording): ReadWording {
  const known = read.get(wording);
  if (known) return known;
  const { language, names, headings = [], text } = wording;
  const folded = {
    language,
    names: names.map(words).filter((name) => name.length > 0),
    headings: headings.flatMap((heading) => words(heading)),
    text: [...new Set(words(text))],
  };
  read.set(wording, folded);
  return folded;
}

const byOrder = (a: Candidate, b: Candidate): number =>
  ORDER.indexOf(a.set) - ORDER.indexOf(b.set) || (a.id < b.id ? -1 : 1);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
