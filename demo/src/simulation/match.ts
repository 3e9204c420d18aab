/** Folds a letter for searching: no case, no accents, and Turkish ı as i. */
function fold(letter: string): string {
  const base = letter.normalize('NFD').charAt(0).toLowerCase();
  return base === 'ı' ? 'i' : base;
}

/** Folds a text for searching; its length in UTF-16 units stays the same. */
function foldText(text: string): string {
  return Array.from({ length: text.length }, (_, index) => fold(text.charAt(index))).join('');
}

/** Non-overlapping matches of a query in a text, as [start, end) in UTF-16 units, in order. */
export function findMatches(text: string, query: string): [number, number][] {
  const [haystack, needle] = [foldText(text), foldText(query.trim())];
  const results: [number, number][] = [];
  if (needle === '') return results;
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + needle.length))
    results.push([at, at + needle.length]);
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
