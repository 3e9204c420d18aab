import { inflateSync } from 'node:zlib';

/** A page as it is read: its lines from top to bottom, with a space between pieces that are apart. */
export interface PdfPage {
  readonly width: number;
  readonly height: number;
  /** Where the text ends that is farthest at the right. */
  readonly right: number;
  readonly lines: readonly string[];
  readonly text: string;
}

interface PdfObject {
  readonly head: string;
  readonly stream: Buffer | null;
}

interface Font {
  readonly texts: ReadonlyMap<number, string>;
  readonly widths: ReadonlyMap<number, number>;
}

/** A piece of text at a place, in points from the bottom left of the page. */
interface Piece {
  readonly x: number;
  readonly y: number;
  readonly end: number;
  readonly size: number;
  readonly text: string;
}

type Matrix = readonly [number, number, number, number, number, number];

/**
 * Reads the text of a PDF as Typst writes it: objects that are not compressed, fonts with two-byte codes and a table of
 * their texts. Not of other PDFs.
 */
export function pdfPages(pdf: Uint8Array): PdfPage[] {
  const objects = objectsOf(Buffer.from(pdf));
  const kids = [...objects.values()].find(({ head }) => /\/Type \/Pages\b/.test(head))!;
  const fonts = new Map<string, Font>();
  return references(/\/Kids \[([^\]]*)\]/.exec(kids.head)![1]!).map((id) => {
    const { head } = objects.get(id)!;
    const [, , width, height] = /\/MediaBox \[([^\]]*)\]/.exec(head)![1]!.trim().split(/\s+/).map(Number);
    const contents = references(/\/Contents (\d+ 0 R)/.exec(head)![1]!)[0]!;
    const named = [...(/\/Font <<(.*?)>>/s.exec(head)?.[1]?.matchAll(/\/(\S+) (\d+) 0 R/g) ?? [])];
    const pageFonts = new Map(
      named.map(([, name, font]) => {
        const known = fonts.get(font!) ?? readFont(objects, font!);
        fonts.set(font!, known);
        return [name!, known];
      }),
    );
    const pieces = piecesOf(objects.get(contents)!.stream!.toString('latin1'), pageFonts);
    const lines = linesOf(pieces);
    const right = pieces.reduce((most, { end }) => Math.max(most, end), 0);
    return { width: width!, height: height!, right, lines, text: lines.join('\n') };
  });
}

const references = (text: string): string[] => [...text.matchAll(/(\d+) 0 R/g)].map(([, id]) => id!);

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<string, PdfObject>();
  const start = /(?:^|\n)(\d+) 0 obj\s/g;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const from = match.index + match[0].length;
    const length = /^[^]*?\/Length (\d+)/.exec(text.slice(from, from + 2000))?.[1];
    const end = text.indexOf('endobj', from);
    const inside = text.slice(from, end).indexOf('stream\n');
    const begin = inside < 0 ? -1 : from + inside;
    if (begin < 0 || length === undefined) {
      objects.set(match[1]!, { head: text.slice(from, end), stream: null });
      continue;
    }
    const head = text.slice(from, begin);
    const raw = pdf.subarray(begin + 7, begin + 7 + Number(length));
    objects.set(match[1]!, { head, stream: head.includes('/FlateDecode') ? inflateSync(raw) : raw });
    start.lastIndex = begin + 7 + Number(length);
  }
  return objects;
}

function readFont(objects: Map<string, PdfObject>, id: string): Font {
  const { head } = objects.get(id)!;
  const map = objects.get(/\/ToUnicode (\d+)/.exec(head)?.[1] ?? '')?.stream?.toString('latin1') ?? '';
  const texts = new Map<number, string>();
  for (const [, block] of map.matchAll(/beginbfchar\n(.*?)endbfchar/gs))
    for (const [, code, hex] of block!.matchAll(/<([0-9A-F]+)> <([0-9A-F]+)>/gi))
      texts.set(Number.parseInt(code!, 16), utf16(Buffer.from(hex!, 'hex')));
  const own = objects.get(/\/DescendantFonts \[(\d+)/.exec(head)![1]!)!.head;
  const widths = new Map<number, number>();
  const numbers = /\/W \[(.*?)\](?=\s*(?:\/|>>|$))/s.exec(own)?.[1] ?? '';
  for (const [, first, last, width] of numbers.matchAll(/(\d+) (\d+) ([\d.]+)/g))
    for (let code = Number(first); code <= Number(last); code += 1) widths.set(code, Number(width));
  return { texts, widths };
}

const utf16 = (bytes: Buffer): string => {
  let text = '';
  for (let at = 0; at + 1 < bytes.length; at += 2) text += String.fromCharCode(bytes.readUInt16BE(at));
  return text;
};

const multiply = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[1] * b[2],
  a[0] * b[1] + a[1] * b[3],
  a[2] * b[0] + a[3] * b[2],
  a[2] * b[1] + a[3] * b[3],
  a[4] * b[0] + a[5] * b[2] + b[4],
  a[4] * b[1] + a[5] * b[3] + b[5],
];

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function bytesOf(literal: string): Buffer {
  if (literal.startsWith('<')) return Buffer.from(literal.slice(1, -1), 'hex');
  const text = literal
    .slice(1, -1)
    .replaceAll(/\\([0-7]{1,3}|[^])/g, (_, code: string) =>
      /[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
    );
  return Buffer.from(text, 'latin1');
}

/** Parentheses in a text are not escaped where they are balanced. */
const LITERAL = String.raw`\((?:\\[^]|[^\\()]|\((?:\\[^]|[^\\()]|\((?:\\[^]|[^\\()])*\))*\))*\)`;
const TOKEN = new RegExp(
  String.raw`${LITERAL}|<<|>>|<[0-9A-Fa-f]*>|\[|\]|\/[^\s()<>[\]/]+|[-+]?\d*\.?\d+(?:e[-+]?\d+)?|[A-Za-z'"*]+\d?`,
  'g',
);

/** Runs the operators that place text. */
function piecesOf(content: string, fonts: ReadonlyMap<string, Font>): Piece[] {
  const pieces: Piece[] = [];
  const stack: Matrix[] = [];
  let page: Matrix = [1, 0, 0, 1, 0, 0];
  let line: Matrix = page;
  let [font, size] = ['', 0];
  /** The actual text of a marked part, until it is written with its first glyphs. */
  const marked: { text: string | null; written: boolean }[] = [];
  let operands: string[] = [];
  const show = (literals: readonly string[]) => {
    const { texts, widths } = fonts.get(font)!;
    const at = multiply(line, page);
    let [text, width] = ['', 0];
    for (const literal of literals) {
      if (!/^[(<]/.test(literal)) {
        width -= Number(literal);
        continue;
      }
      const bytes = bytesOf(literal);
      for (let place = 0; place + 1 < bytes.length; place += 2) {
        const code = bytes.readUInt16BE(place);
        text += texts.get(code) ?? '';
        width += widths.get(code) ?? 0;
      }
    }
    const actual = marked.findLast((item) => item.text !== null);
    if (actual) {
      text = actual.written ? '' : actual.text!;
      actual.written = true;
    }
    const scale = Math.hypot(at[0], at[1]);
    const advance = (width / 1000) * size;
    pieces.push({ x: at[4], y: at[5], end: at[4] + advance * scale, size: size * scale, text });
    line = multiply([1, 0, 0, 1, advance, 0], line);
  };
  for (const [token] of content.matchAll(TOKEN)) {
    if (!/^[A-Za-z'"]/.test(token)) {
      operands.push(token);
      continue;
    }
    const numbers = operands.filter((operand) => /^[-+.\d]/.test(operand)).map(Number);
    if (token === 'q') stack.push(page);
    else if (token === 'Q') page = stack.pop()!;
    else if (token === 'cm') page = multiply(numbers as unknown as Matrix, page);
    else if (token === 'BT') line = [1, 0, 0, 1, 0, 0];
    else if (token === 'Tm') line = numbers as unknown as Matrix;
    else if (token === 'Tf') [font, size] = [operands[0]!.slice(1), numbers.at(-1)!];
    else if (token === 'Tj' || token === 'TJ') show(operands.filter((operand) => !/^[[\]]$/.test(operand)));
    else if (token === 'BDC' || token === 'BMC') {
      const at = operands.indexOf('/ActualText');
      const bytes = at < 0 ? null : bytesOf(operands[at + 1]!);
      marked.push({ text: bytes && utf16(bytes.subarray(2)), written: false });
    } else if (token === 'EMC') marked.pop();
    operands = [];
  }
  return pieces;
}

/** Pieces on about the same height are a line. */
function linesOf(pieces: readonly Piece[]): string[] {
  const lines: Piece[][] = [];
  for (const piece of pieces) {
    const line = lines.find(([first]) => Math.abs(first!.y - piece.y) < 1);
    if (line) line.push(piece);
    else lines.push([piece]);
  }
  return lines
    .toSorted((one, other) => other[0]!.y - one[0]!.y)
    .map((line) => {
      let [text, end] = ['', -Infinity];
      for (const piece of line.toSorted((one, other) => one.x - other.x)) {
        if (text !== '' && piece.x - end > piece.size * 0.2) text += ' ';
        text += piece.text;
        end = Math.max(end, piece.end);
      }
      return text.replaceAll('\u200b', '').replaceAll('\u00a0', ' ').trim();
    })
    .filter((text) => text !== '');
}
