/** A letter as a search takes it: without case, without accents, and with one i for Turkish’s two. */
function fold(letter: string): string {
  const base = letter.normalize('NFD').charAt(0).toLowerCase();
  return base === 'ı' ? 'i' : base;
}

/** A text as a search takes it, letter for letter as long as it was. */
function folded(text: string): string {
  return Array.from({ length: text.length }, (_, place) => fold(text.charAt(place))).join('');
}

/** Where a query occurs in a text, as [start, end) in UTF-16 units, in order and apart. */
export function matches(text: string, query: string): [number, number][] {
  const [within, wanted] = [folded(text), folded(query.trim())];
  const found: [number, number][] = [];
  if (wanted === '') return found;
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + wanted.length))
    found.push([at, at + wanted.length]);
  return found;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter]!);

/** The text as HTML, with each occurrence of the query in `<mark>`. */
export function marked(text: string, query: string): string {
  let html = '';
  let end = 0;
  for (const [start, stop] of matches(text, query)) {
    html += `${escaped(text.slice(end, start))}<mark>${escaped(text.slice(start, stop))}</mark>`;
    end = stop;
  }
  return html + escaped(text.slice(end));
}
