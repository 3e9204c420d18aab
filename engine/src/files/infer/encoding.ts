import { isUtf8 } from 'node:buffer';
import type { TextEncoding } from '@rise/contract';
import type { FileSource } from '../file-source.ts';
import { utf16Order } from '../kind-of.ts';
import { incompleteTail } from '../text-stream.ts';

/** Letters beyond ASCII by language, with the encodings that have them, those of more people first. */
const LANGUAGES: readonly { letters: string; encodings: readonly TextEncoding[] }[] = [
  { letters: 'çğıöşüâîûÇĞİÖŞÜÂÎÛ', encodings: ['windows-1254'] },
  { letters: 'áéíóúüñÁÉÍÓÚÜÑ¿¡ºª', encodings: ['windows-1252'] },
  { letters: 'àâçéèêëîïôùûüÿœæÀÂÇÉÈÊËÎÏÔÙÛÜŸŒÆ«»', encodings: ['windows-1252'] },
  { letters: 'äöüßÄÖÜẞ', encodings: ['windows-1252'] },
  { letters: 'åäöæøÅÄÖÆØé', encodings: ['windows-1252'] },
  { letters: 'àèéìîòùÀÈÉÌÎÒÙ', encodings: ['windows-1252'] },
  { letters: 'ãõáâàçéêíóôúÃÕÁÂÀÇÉÊÍÓÔÚ', encodings: ['windows-1252'] },
  { letters: 'áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽľĺŕôäĽĹŔÔÄ', encodings: ['windows-1250', 'iso-8859-2'] },
  { letters: 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ', encodings: ['windows-1250', 'iso-8859-2'] },
  { letters: 'áéíóöőúüűÁÉÍÓÖŐÚÜŰ', encodings: ['windows-1250', 'iso-8859-2'] },
  { letters: 'čćđšžČĆĐŠŽ', encodings: ['windows-1250', 'iso-8859-2'] },
];
/** Signs that texts of any language have. */
const SIGNS = '€£§°´–—‘’“”„…•™®©½¼¾²³µ·×\u00a0';
const CANDIDATES: readonly TextEncoding[] = [
  'windows-1254',
  'windows-1252',
  'windows-1250',
  'iso-8859-2',
  'iso-8859-15',
];
/** Lines with bytes above ASCII that are looked at. */
const MAX_LINES = 400;

/** What all bytes of a text file say. */
export interface TextSurvey {
  encoding: TextEncoding;
  /** Encodings that explain the bytes, the likeliest first; one if there is no doubt. */
  candidates: TextEncoding[];
  /** Lines with bytes above ASCII. */
  lines: { line: number; bytes: Buffer }[];
  /** Line ends of the whole file. */
  lineEnds: number;
  nulBytes: number;
}

/** Text of one byte a character. Without `fatal` and `stream`, Node decodes Windows-1252 as Latin-1, without the € sign. */
export function decodeBytes(bytes: Buffer, encoding: TextEncoding): string {
  return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
}

/** How well an encoding explains the lines: the share of its letters that one language has. */
function scoreOf(lines: readonly Buffer[], encoding: TextEncoding): number {
  const counts = new Map<string, number>();
  for (const line of lines)
    for (const char of decodeBytes(line, encoding))
      if (char > '\x7f' && !SIGNS.includes(char)) counts.set(char, (counts.get(char) ?? 0) + 1);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return 1;
  let best = 0;
  for (const { letters, encodings } of LANGUAGES) {
    if (!encodings.includes(encoding) && !(encoding === 'iso-8859-15' && encodings.includes('windows-1252'))) continue;
    let known = 0;
    for (const [char, count] of counts) if (letters.includes(char)) known += count;
    best = Math.max(best, known / total);
  }
  return best;
}

/** Encodings by how well they explain bytes that are no UTF-8. Those without a sign for a byte are none. */
export function rankEncodings(lines: readonly Buffer[]): TextEncoding[] {
  const scored = CANDIDATES.filter((encoding) => {
    try {
      const text = lines.map((line) => decodeBytes(line, encoding)).join('');
      // oxlint-disable-next-line no-control-regex -- they mark an encoding that the bytes are not of
      return !/[\x80-\x9f\ufffd]/.test(text);
    } catch {
      return false;
    }
  }).map((encoding) => ({ encoding, score: scoreOf(lines, encoding) }));
  const sorted = scored.toSorted((a, b) => b.score - a.score);
  const rendered = new Set<string>();
  // Two that read all lines alike are one.
  return sorted
    .filter(({ encoding, score }) => {
      const text = lines.map((line) => decodeBytes(line, encoding)).join('\n');
      if (rendered.has(text) || score < sorted[0]!.score * 0.3) return false;
      rendered.add(text);
      return true;
    })
    .map(({ encoding }) => encoding);
}

/** The line of `bytes` that the byte at `at` is in. */
function lineAround(bytes: Buffer, at: number): { start: number; end: number } {
  const start = bytes.lastIndexOf(10, at) + 1;
  const end = bytes.indexOf(10, at);
  return { start: Math.max(start, at - 80), end: Math.min(end === -1 ? bytes.length : end, at + 80) };
}

function countBytes(bytes: Buffer, byte: number): number {
  let count = 0;
  for (let at = bytes.indexOf(byte); at !== -1; at = bytes.indexOf(byte, at + 1)) count += 1;
  return count;
}

/** Reads the whole file: an encoding that fits its beginning may not fit its end. */
export async function surveyText(source: FileSource, signal?: AbortSignal): Promise<TextSurvey> {
  const lines: TextSurvey['lines'] = [];
  let valid = true;
  let order: TextEncoding | null = null;
  let tail: Buffer = Buffer.alloc(0);
  let lineEnds = 0;
  let nulBytes = 0;
  let first = true;
  for await (const chunk of source.open(signal)) {
    if (first) order = utf16Order(chunk.subarray(0, 65_536));
    first = false;
    const before = lineEnds;
    lineEnds += countBytes(chunk, 10);
    if (order !== null) continue;
    nulBytes += countBytes(chunk, 0);
    if (valid) {
      const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk]);
      const whole = bytes.length - incompleteTail(bytes);
      valid = isUtf8(bytes.subarray(0, whole));
      tail = bytes.subarray(whole);
    }
    collectLines(chunk, before, lines);
  }
  if (tail.length > 0) valid = false;
  const done = (candidates: TextEncoding[]): TextSurvey => ({ encoding: candidates[0]!, candidates, lines, lineEnds, nulBytes }); // prettier-ignore
  if (order !== null) return done([order]);
  if (valid) return done(['utf-8']);
  const ranked = rankEncodings(lines.map(({ bytes }) => bytes));
  return done(ranked.length === 0 ? ['windows-1252'] : ranked);
}

/** Adds lines with bytes above ASCII, some of each chunk. */
function collectLines(chunk: Buffer, before: number, lines: TextSurvey['lines']): void {
  let counted = 0;
  let line = before + 1;
  for (let at = 0, found = 0; at < chunk.length && found < 40 && lines.length < MAX_LINES; at++) {
    if (chunk[at]! < 0x80) continue;
    const { start, end } = lineAround(chunk, at);
    line += countBytes(chunk.subarray(counted, start), 10);
    counted = start;
    lines.push({ line, bytes: Buffer.from(chunk.subarray(start, end)) });
    found += 1;
    at = end;
  }
}
