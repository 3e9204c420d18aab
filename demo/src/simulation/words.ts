import { fold } from '@rise/contract/fold';
import { findMatches } from './match.ts';

export const wordsOf = (query: string): string[] => query.trim().split(/\s+/).filter(Boolean);

/**
 * How well texts match a query, from the most important text on: 0 where the first one has all words, more the later
 * they are found; null where a word is in none of them.
 */
export function rankWords(texts: readonly string[], query: string): number | null {
  const folded = texts.map(fold);
  let rank = 0;
  for (const word of wordsOf(fold(query))) {
    const at = folded.findIndex((text) => text.includes(word));
    if (at < 0) return null;
    rank += at;
  }
  return rank;
}

/** Whether every word of a query is in one of the texts, in any order; an empty query is. */
export const hasWords = (texts: readonly string[], query: string): boolean => rankWords(texts, query) !== null;

/** Places of the words of a query in a text, as [start, end), in order and disjoint. */
export function findWords(text: string, query: string): [number, number][] {
  const places: [number, number][] = [];
  const all = wordsOf(query).flatMap((word) => findMatches(text, word));
  for (const place of all.toSorted((one, other) => one[0] - other[0] || other[1] - one[1]))
    if (place[0] >= (places.at(-1)?.[1] ?? 0)) places.push(place);
  return places;
}

/** The part of a text around the first match of a word of the query. */
export function excerptOf(text: string, query: string, length = 160): string {
  const first = Math.min(...wordsOf(query).flatMap((word) => findMatches(text, word).map(([start]) => start)));
  if (text.length <= length) return text;
  const from = Number.isFinite(first) ? Math.max(0, Math.min(first - length / 3, text.length - length)) : 0;
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const end = text.lastIndexOf(' ', start + length);
  const isEnd = start + length >= text.length;
  return `${start > 0 ? '…' : ''}${text.slice(start, isEnd ? undefined : end)}${isEnd ? '' : '…'}`;
}
