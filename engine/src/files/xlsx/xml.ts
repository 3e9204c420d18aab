import { FileError } from '../file-error.ts';

/** An element as text: what is in its tag, and what is between its tags. */
export interface XmlElement {
  tag: string;
  body: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Character references; an entity that a document declares itself is not expanded. */
export function xmlText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-z]{1,8});/g, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

const patterns = new Map<string, RegExp>();

/** An attribute of a tag; null without it. */
export function attribute(tag: string, name: string): string | null {
  let pattern = patterns.get(name);
  if (pattern === undefined) patterns.set(name, (pattern = new RegExp(`(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`))); // prettier-ignore
  const found = pattern.exec(tag);
  return found === null ? null : xmlText(found[1] ?? found[2] ?? '');
}

/** The same for attributes of many tags, as programs write them. */
export function quickAttribute(tag: string, name: string): string | null {
  const opening = ` ${name}="`;
  const start = tag.indexOf(opening);
  if (start === -1) return tag.includes(name) ? attribute(tag, name) : null;
  const end = tag.indexOf('"', start + opening.length);
  const value = tag.slice(start + opening.length, end);
  return value.includes('&') ? xmlText(value) : value;
}

/** What is between the tags of the first element of the name; null without one. */
export function innerOf(text: string, name: string): string | null {
  const start = findOpening(text, name, 0);
  if (start === -1) return null;
  const tagEnd = text.indexOf('>', start);
  if (text[tagEnd - 1] === '/') return '';
  const end = text.indexOf(`</${name}>`, tagEnd);
  return end === -1 ? null : text.slice(tagEnd + 1, end);
}

const endsName = (code: number) => code === 0x20 || code === 0x3e || code === 0x2f || code === 0x0a || code === 0x0d || code === 0x09; // prettier-ignore

/** Where an element of the name begins, from `at`; -1 if none does. */
export function findOpening(text: string, name: string, at: number): number {
  const opening = `<${name}`;
  for (let from = at; ;) {
    const found = text.indexOf(opening, from);
    if (found === -1) return -1;
    const after = found + opening.length;
    if (after >= text.length || endsName(text.charCodeAt(after))) return found;
    from = after;
  }
}

/** The elements of a name within a text; they do not nest. */
export function* elementsIn(text: string, name: string): Generator<XmlElement, void, void> {
  const closing = `</${name}>`;
  for (let at = 0; ;) {
    const start = findOpening(text, name, at);
    if (start === -1) return;
    const tagEnd = text.indexOf('>', start);
    if (tagEnd === -1) return;
    const closed = text[tagEnd - 1] === '/';
    const tag = text.slice(start + name.length + 1, closed ? tagEnd - 1 : tagEnd);
    const end = closed ? tagEnd + 1 : text.indexOf(closing, tagEnd);
    if (end === -1) return;
    yield { tag, body: closed ? '' : text.slice(tagEnd + 1, end) };
    at = closed ? end : end + closing.length;
  }
}

/** The prefix of a document's names, such as `x:`, by its root element. */
export function prefixOf(head: string, root: string): string {
  return new RegExp(`<((?:[\\w.-]+:)?)${root}[\\s>]`).exec(head)?.[1] ?? '';
}

/**
 * The elements of a name in a stream of UTF-8, in batches. Nothing but one element is held; one that is longer than
 * `limit` characters is refused. `root` is the document's root element, whose prefix the names have.
 */
export async function* streamElements(
  chunks: AsyncIterable<Buffer>,
  { root, name: local, limit }: { root: string; name: string; limit: number },
): AsyncGenerator<XmlElement[]> {
  const decoder = new TextDecoder('utf-8');
  let text = '';
  /** What ends the tag or the element that `text` begins with; null where it begins with neither. */
  let awaited: string | null = null;
  /** Read since, without that end: joined once it is there, as joining a long element for each chunk takes seconds. */
  let later: string[] = [];
  /** The last characters read, by which an end is found that lies in two chunks. */
  let seam = '';
  let length = 0;
  let prefix: string | null = null;
  for await (const chunk of chunks) {
    const read = decoder.decode(chunk, { stream: true });
    length += read.length;
    later.push(read);
    if (awaited !== null) {
      const fresh: string = seam + read;
      seam = fresh.slice(Math.max(0, fresh.length - awaited.length + 1));
      if (!fresh.includes(awaited)) {
        refuseLonger(length, limit);
        continue;
      }
    }
    text += later.join('');
    later = [];
    awaited = null;
    if (prefix === null) {
      if (!new RegExp(`<(?:[\\w.-]+:)?${root}[\\s>]`).test(text) && text.length < 65_536) continue;
      prefix = prefixOf(text, root);
    }
    const name = `${prefix}${local}`;
    const closing = `</${name}>`;
    const batch: XmlElement[] = [];
    let at = 0;
    while (true) {
      const start = findOpening(text, name, at);
      if (start === -1) {
        at = Math.max(at, text.length - name.length - 1);
        break;
      }
      const tagEnd = text.indexOf('>', start);
      at = start;
      if (tagEnd === -1) {
        awaited = '>';
        break;
      }
      const closed = text[tagEnd - 1] === '/';
      const tag = text.slice(start + name.length + 1, closed ? tagEnd - 1 : tagEnd);
      if (closed) {
        batch.push({ tag, body: '' });
        at = tagEnd + 1;
        continue;
      }
      const end = text.indexOf(closing, tagEnd);
      if (end === -1) {
        awaited = closing;
        break;
      }
      batch.push({ tag, body: text.slice(tagEnd + 1, end) });
      at = end + closing.length;
    }
    if (batch.length > 0) yield batch;
    text = text.slice(at);
    length = text.length;
    seam = awaited === null ? '' : text.slice(Math.max(0, length - awaited.length + 1));
    refuseLonger(length, limit);
  }
}

function refuseLonger(length: number, limit: number): void {
  if (length > limit)
    throw new FileError('line_too_long', `A row or a text of the workbook is longer than ${limit / 1024 / 1024} MB.`, 'Save the sheet as CSV, without what is not a table.'); // prettier-ignore
}

/** A small part of a workbook as text. */
export async function readPart(chunks: AsyncIterable<Buffer>, limitBytes = 32 * 1024 * 1024): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > limitBytes)
      throw new FileError('archive_too_large', 'A part of the workbook is larger than any that programs write.', 'Save the sheet as CSV.'); // prettier-ignore
    parts.push(chunk);
  }
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}
