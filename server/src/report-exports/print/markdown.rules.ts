import type { Formatted, Inline } from './print-document.ts';

/**
 * Markdown as authors write it in text tiles: headings, paragraphs, lists, quotes, tables, rules, code, bold, italics,
 * struck text and links. All else, HTML included, is text. Nothing throws, and the time is linear in the length but for
 * the depth of nesting, which ends at `DEPTH`.
 */
export function formattedText(markdown: string): Formatted[] {
  return blocksOf(markdown.replaceAll(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n'), 0);
}

const DEPTH = 6;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/;
const RULE = /^ {0,3}([-*_])(?: *\1){2,} *$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])( +)(?=\S)/;
const DELIMITERS = /^ {0,3}\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$/;

/** Headings below the report's own and those of its pages and tiles. */
const HEADINGS_FROM = 3;

type Lines = readonly string[];
/** A block, and the line behind it. */
type Read = { block: Formatted; next: number } | null;

function blocksOf(lines: Lines, depth: number): Formatted[] {
  const blocks: Formatted[] = [];
  for (let at = 0; at < lines.length;) {
    if (lines[at]!.trim() === '') {
      at += 1;
      continue;
    }
    const read = (depth < DEPTH && blockAt(lines, at, depth)) || paragraphAt(lines, at, depth);
    blocks.push(read.block);
    at = read.next;
  }
  return blocks;
}

function blockAt(lines: Lines, at: number, depth: number): Read {
  const line = lines[at]!;
  const heading = HEADING.exec(line);
  if (heading) {
    const level = Math.min(6, heading[1]!.length + HEADINGS_FROM);
    return { block: { kind: 'heading', level, parts: inlineParts(heading[2]!) }, next: at + 1 };
  }
  if (RULE.test(line)) return { block: { kind: 'rule' }, next: at + 1 };
  return codeAt(lines, at) ?? quoteAt(lines, at, depth) ?? listAt(lines, at, depth) ?? tableAt(lines, at);
}

function codeAt(lines: Lines, at: number): Read {
  const fence = FENCE.exec(lines[at]!)?.[1];
  if (fence === undefined) return null;
  const end = lines.findIndex((line, place) => place > at && line.trim().startsWith(fence));
  const last = end < 0 ? lines.length : end;
  return { block: { kind: 'code', text: lines.slice(at + 1, last).join('\n') }, next: last + 1 };
}

function quoteAt(lines: Lines, at: number, depth: number): Read {
  let next = at;
  while (next < lines.length && QUOTE.test(lines[next]!)) next += 1;
  if (next === at) return null;
  const inner = lines.slice(at, next).map((line) => line.replace(QUOTE, ''));
  return { block: { kind: 'quote', blocks: blocksOf(inner, depth + 1) }, next };
}

const isOrdered = (marker: string) => /\d/.test(marker);

function listAt(lines: Lines, at: number, depth: number): Read {
  const first = ITEM.exec(lines[at]!);
  if (!first) return null;
  const ordered = isOrdered(first[2]!);
  const items: string[][] = [];
  let next = at;
  let indent = 0;
  for (; next < lines.length; next += 1) {
    const line = lines[next]!;
    const item = ITEM.exec(line);
    const belongs = indent > 0 && line.startsWith(' '.repeat(indent));
    if (item && !belongs && isOrdered(item[2]!) === ordered && !RULE.test(line)) {
      indent = item[0].length;
      items.push([line.slice(indent)]);
    } else if (belongs) items.at(-1)!.push(line.slice(indent));
    else if (line.trim() === '' && continues(lines, next, indent)) items.at(-1)!.push('');
    else if (line.trim() !== '' && lines[next - 1]!.trim() !== '' && !startsBlock(lines, next)) {
      items.at(-1)!.push(line.trim());
    } else break;
  }
  const start = ordered ? Number.parseInt(first[2]!, 10) : 1;
  const contents = items.map((item) => blocksOf(item, depth + 1));
  return { block: { kind: 'list', ordered, start, items: contents }, next };
}

/** Whether a list goes on behind an empty line. */
function continues(lines: Lines, at: number, indent: number): boolean {
  const next = lines[at + 1] ?? '';
  return next.startsWith(' '.repeat(indent)) || ITEM.test(next);
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));

function tableAt(lines: Lines, at: number): Read {
  const [head, delimiters] = [lines[at]!, lines[at + 1] ?? ''];
  if (!head.includes('|') || !DELIMITERS.test(delimiters)) return null;
  const titles = cellsOf(head);
  const marks = cellsOf(delimiters);
  if (titles.length !== marks.length) return null;
  let next = at + 2;
  while (next < lines.length && lines[next]!.includes('|')) next += 1;
  const rows = lines.slice(at + 2, next).map((line) => {
    const cells = cellsOf(line);
    return titles.map((_, place) => ({ parts: inlineParts(cells[place] ?? '') }));
  });
  const align = marks.map((mark) => (mark.endsWith(':') ? (mark.startsWith(':') ? 'center' : 'right') : 'left'));
  return { block: { kind: 'table', align, head: titles.map((title) => inlineParts(title)), rows }, next };
}

/** Whether a line ends the paragraph before it. */
const startsBlock = (lines: Lines, at: number): boolean => {
  const line = lines[at]!;
  return [HEADING, RULE, FENCE, QUOTE, ITEM].some((pattern) => pattern.test(line)) || tableAt(lines, at) !== null;
};

function paragraphAt(lines: Lines, at: number, depth: number): NonNullable<Read> {
  const isEnd = (line: string, place: number) =>
    place > at && (line.trim() === '' || (depth < DEPTH && startsBlock(lines, place)));
  const end = lines.findIndex(isEnd);
  const next = end < 0 ? lines.length : end;
  const text = lines.slice(at, next).map((line) => line.trimStart());
  return { block: { kind: 'paragraph', parts: inlineParts(text.join('\n')) }, next };
}

/** In order: an escape, code, a link, a plain address, bold, struck, italics, a line's end. */
const INLINE =
  /\\([!-/:-@[-`{-~])|(`+)([^`](?:.*?[^`])?)\2(?!`)|!?\[((?:\\.|[^[\]\\]){1,500})\]\(\s*<?([^\s()<>]{1,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,2000})?)>?(?:\s+"[^"]{0,500}")?\s*\)|<?(https?:\/\/[^\s<>()]{1,2000})>?|(\*\*|(?<!\w)__)(?=\S)((?:\\.|[^\\]){1,5000}?)(?<=\S)\7(?!\*)|~~(?=\S)((?:(?!~~).){1,5000}?)~~|(?<!\w)([*_])(?=\S)((?:\\.|\*\*[^*]+\*\*|(?!\10)[^\\]){1,5000}?)(?<=\S)\10(?!\w)|( {2,}|\\)?\n/s;

/** Characters of a paragraph that are searched for formats; what is longer is text. */
const FORMATTED = 20_000;

export function inlineParts(text: string, depth = 0): Inline[] {
  const parts: Inline[] = [];
  const plain = (value: string) => {
    if (value === '') return;
    const last = parts.at(-1);
    if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + value };
    else parts.push({ kind: 'text', text: value });
  };
  const add = (part: Inline) => (part.kind === 'text' ? plain(part.text) : parts.push(part));
  let rest = text;
  while (rest !== '') {
    const match = depth < DEPTH && rest.length <= FORMATTED ? INLINE.exec(rest) : null;
    if (!match) break;
    plain(rest.slice(0, match.index));
    rest = rest.slice(match.index + match[0].length);
    const [whole, escaped, , code, label, target, address, , bold, deleted, , italic, hardBreak] = match;
    const inner = (value: string) => inlineParts(value, depth + 1);
    if (escaped !== undefined) plain(escaped);
    else if (code !== undefined) parts.push({ kind: 'code', text: code.replaceAll('\n', ' ') });
    else if (label !== undefined) {
      if (isSafe(target!)) parts.push({ kind: 'link', address: target!, parts: inner(label) });
      else for (const part of inner(label)) add(part);
    } else if (address !== undefined) {
      const [, link, punctuation] = /^(.*?)([.,;:!?'"]*)$/s.exec(address)!;
      parts.push({ kind: 'link', address: link!, parts: [{ kind: 'text', text: link! }] });
      plain(punctuation!);
    } else if (bold !== undefined) parts.push({ kind: 'strong', parts: inner(bold) });
    else if (deleted !== undefined) parts.push({ kind: 'deleted', parts: inner(deleted) });
    else if (italic !== undefined) parts.push({ kind: 'emphasis', parts: inner(italic) });
    else if (whole.endsWith('\n')) {
      if (hardBreak !== undefined) parts.push({ kind: 'break' });
      else plain(' ');
    }
  }
  plain(rest);
  return parts;
}

const isSafe = (address: string): boolean => /^(https?:\/\/|mailto:)/i.test(address);
