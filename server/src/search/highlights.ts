import { foldWithPlaces } from '@rise/contract';
import { beginsWord, words } from './folded-words.ts';

export type Range = [start: number, end: number];

/** The shortest match to highlight inside a word. */
const LEAST_INSIDE = 3;

/**
 * The parts of a title that match a query's words, as [start, end) in UTF-16 units of the original title: beginnings of
 * words, or where there are none, matches inside words.
 */
export function highlights(title: string, query: string): Range[] {
  const { text, places } = foldWithPlaces(title);
  const ranges = [...new Set(words(query))].flatMap((word) => {
    const all = occurrences(text, word);
    const beginnings = all.filter((at) => beginsWord(text, at));
    const marked = beginnings.length > 0 || word.length < LEAST_INSIDE ? beginnings : all;
    return marked.map((at): Range => [places[at]![0], places[at + word.length - 1]![1]]);
  });
  return joined(ranges);
}

function occurrences(text: string, word: string): number[] {
  const matches: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) matches.push(at);
  return matches;
}

/** Sorted, with adjacent and overlapping ranges merged. */
function joined(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}
