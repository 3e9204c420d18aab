import { fold, foldWithPlaces } from '@rise/contract/fold';

/** Non-overlapping matches of a query in a text, as [start, end) in UTF-16 units, in order. */
export function findMatches(text: string, query: string): [number, number][] {
  const needle = fold(query.trim());
  const results: [number, number][] = [];
  if (needle === '') return results;
  const haystack = foldWithPlaces(text);
  for (let at = haystack.text.indexOf(needle); at >= 0; at = haystack.text.indexOf(needle, at + needle.length)) {
    const [start, end] = [haystack.places[at]![0], haystack.places[at + needle.length - 1]![1]];
    // A letter that folds to two, such as ß, can match twice.
    if (start >= (results.at(-1)?.[1] ?? 0)) results.push([start, end]);
  }
  return results;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter]!);

/** The text as escaped HTML with each match in `<mark>`. */
export function highlight(text: string, query: string): string {
  let html = '';
  let end = 0;
  for (const [start, stop] of findMatches(text, query)) {
    html += `${escapeHtml(text.slice(end, start))}<mark>${escapeHtml(text.slice(start, stop))}</mark>`;
    end = stop;
  }
  return html + escapeHtml(text.slice(end));
}
