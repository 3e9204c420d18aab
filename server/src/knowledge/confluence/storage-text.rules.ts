import { decodeEntities } from './entities.ts';

/** Elements whose contents are not text of the page: settings of macros, references, pictures, scripts. */
const LEFT_OUT = new Set(['ac:parameter', 'ac:image', 'ac:emoticon', 'ac:placeholder', 'script', 'style', 'template']);
/** Elements that begin and end a line. */
const BLOCKS = new Set(
  'p div blockquote pre table tbody thead tr ul ol li br hr dl dt dd section ac:layout ac:layout-section ac:layout-cell ac:structured-macro ac:rich-text-body ac:plain-text-body ac:task ac:task-body'.split(
    ' ',
  ),
);

/**
 * The text of a page in Confluence's storage format, as Markdown: headings, paragraphs, lists, tables as rows with bars. What
 * the format only refers to, such as other pages that a macro includes, is not in it: their readers may be others. Time
 * and memory grow with the length of the text alone.
 */
export function textOfStorage(storage: string): string {
  const writer = new Writer();
  let at = 0;
  while (at < storage.length) {
    const open = storage.indexOf('<', at);
    if (open < 0) {
      writer.text(decodeEntities(storage.slice(at)));
      break;
    }
    if (open > at) writer.text(decodeEntities(storage.slice(at, open)));
    const [content, end] = section(storage, open);
    if (content !== null) writer.text(content, true);
    else if (!storage.startsWith('<!--', open)) writer.tag(storage.slice(open + 1, end - 1));
    at = end;
  }
  return writer.markdown();
}

/** The end of what begins with `<` at this place, and the text of a CDATA section. */
function section(storage: string, open: number): [content: string | null, end: number] {
  const [from, closing] = storage.startsWith('<![CDATA[', open)
    ? [open + 9, ']]>']
    : storage.startsWith('<!--', open)
      ? [open + 4, '-->']
      : [open + 1, '>'];
  const found = storage.indexOf(closing, from);
  const end = found < 0 ? storage.length : found + closing.length;
  return [closing === ']]>' ? storage.slice(from, found < 0 ? undefined : found) : null, end];
}

class Writer {
  readonly #parts: string[] = [];
  /** Open elements that are left out. */
  #hidden = 0;
  /** Open items of lists and cells of tables, whose paragraphs stay on their line. */
  #inline = 0;

  text(text: string, keepLines = false): void {
    if (this.#hidden === 0) this.#parts.push(keepLines ? text : text.replaceAll(/\s+/g, ' '));
  }

  tag(inner: string): void {
    const [, closing = '', name = ''] = /^(\/?)([a-z][a-z0-9:-]*)/i.exec(inner.slice(0, 60)) ?? [];
    const element = name.toLowerCase();
    if (element === '') return;
    const isClosing = closing === '/';
    if (LEFT_OUT.has(element) || element.startsWith('ri:')) {
      if (isClosing) this.#hidden = Math.max(0, this.#hidden - 1);
      else if (!inner.endsWith('/')) this.#hidden += 1;
    } else if (this.#hidden === 0) this.#parts.push(this.#markOf(element, isClosing));
  }

  #markOf(element: string, isClosing: boolean): string {
    const [, level] = /^h([1-6])$/.exec(element) ?? [];
    if (level !== undefined) return isClosing ? '\n\n' : `\n\n${'#'.repeat(Number(level))} `;
    if (element === 'tr') {
      this.#inline = 0;
      return isClosing ? '' : '\n|';
    }
    const isCell = element === 'td' || element === 'th';
    if (isCell || element === 'li') {
      this.#inline = Math.max(0, this.#inline + (isClosing ? -1 : 1));
      return isCell ? (isClosing ? ' |' : ' ') : isClosing ? '' : '\n- ';
    }
    if (!BLOCKS.has(element)) return '';
    if (element === 'p') return this.#inline > 0 ? ' ' : '\n\n';
    return element === 'table' && isClosing ? '\n\n' : '\n';
  }

  markdown(): string {
    return this.#parts
      .join('')
      .split('\n')
      .map((line) => line.replaceAll(/[ \t]+/g, ' ').trim())
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim();
  }
}
