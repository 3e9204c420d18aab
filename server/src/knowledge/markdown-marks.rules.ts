/*
 * Each function reads a text once. Regular expressions that look for an end from every beginning would read the rest of
 * the text again for each beginning without an end: a document of the largest size would stop the server for minutes.
 */

/** Finds a text at or behind a place; asked for places in rising order, it reads each character once. */
function searchIn(text: string, searched: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found !== Infinity && found < from) {
      const at = text.indexOf(searched, from);
      found = at === -1 ? Infinity : at;
    }
    return found;
  };
}

/** The text without `<!-- comments -->`; one that does not end is none. */
export function withoutComments(markdown: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const from = markdown.indexOf('<!--', at);
    const end = from === -1 ? -1 : markdown.indexOf('-->', from + 4);
    if (end === -1) break;
    parts.push(markdown.slice(at, from));
    at = end + 3;
  }
  return parts.length === 0 ? markdown : parts.join('') + markdown.slice(at);
}

/** Replaces `[words](address)`, or `![words](address)`, which begin as `opening` says. */
export function replaceLinks(
  markdown: string,
  opening: '[' | '![',
  replacement: (words: string, address: string) => string,
): string {
  const nextOpening = searchIn(markdown, opening);
  const nextClosing = searchIn(markdown, ']');
  const nextEnd = searchIn(markdown, ')');
  const parts: string[] = [];
  let at = 0;
  for (let from = nextOpening(0); from !== Infinity;) {
    const words = from + opening.length;
    const closing = nextClosing(words);
    const end = markdown[closing + 1] === '(' ? nextEnd(closing + 2) : Infinity;
    if (end !== Infinity) {
      parts.push(
        markdown.slice(at, from),
        replacement(markdown.slice(words, closing), markdown.slice(closing + 2, end)),
      );
      at = end + 1;
    }
    from = nextOpening(end === Infinity ? from + 1 : at);
  }
  return parts.join('') + markdown.slice(at);
}

/** The level and the title of a line that is a heading, without the marks that may close it. */
export function headingOf(line: string): { level: number; title: string } | null {
  const [beginning = '', { length: level } = ''] = /^(#{1,6})\s/.exec(line) ?? [];
  const text = line.slice(beginning.length).trimStart();
  if (beginning === '' || text === '') return null;
  let end = text.length;
  // A title has at least one character.
  while (end > 1 && text[end - 1] === '#') end -= 1;
  return { level, title: text.slice(0, end).trimEnd() };
}
