import type { TextEncoding } from '@rise/contract';
import type { FileSource } from '../file-source.ts';
import { decodeText } from '../text-stream.ts';

/** Decoded from the start of a file. */
const HEAD_BYTES = 8 * 1024 * 1024;
const WINDOW_BYTES = 256 * 1024;
const WINDOWS = 8;

/** Parts of a text, as UTF-8, each of whole lines. */
export interface TextSample {
  head: Buffer;
  /** Whether the head is the whole text. */
  whole: boolean;
  /** Later parts, the last being the end of the file; `line` is the line on which it begins. */
  windows: { line: number; text: Buffer }[];
  /** Lines of the whole text. */
  lines: number;
}

const countLines = (bytes: Buffer) => {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
};

/** Whole lines of bytes that begin and end anywhere. */
function wholeLines(bytes: Buffer, line: number, toEnd: boolean): { line: number; text: Buffer } | null {
  const start = bytes.indexOf(10) + 1;
  const end = toEnd ? bytes.length : bytes.lastIndexOf(10) + 1;
  return start === 0 || end <= start ? null : { line: line + 1, text: Buffer.from(bytes.subarray(start, end)) };
}

/**
 * Reads a text to its end, and remembers its beginning, its end and some parts between them. Stops with what there is
 * where the bytes are not of the encoding.
 */
export async function sampleText(
  source: FileSource,
  encoding: TextEncoding,
  signal?: AbortSignal,
): Promise<TextSample> {
  const head: Buffer[] = [];
  const windows: TextSample['windows'] = [];
  let headBytes = 0;
  let read = 0;
  let lines = 0;
  let last: { bytes: Buffer; line: number } = { bytes: Buffer.alloc(0), line: 0 };
  const step = Math.max(source.bytes / WINDOWS, HEAD_BYTES);
  for await (const chunk of decodeText(source.open(signal), encoding)) {
    read += chunk.length;
    const line = lines + 1;
    lines += countLines(chunk);
    if (headBytes < HEAD_BYTES) {
      head.push(chunk);
      headBytes += chunk.length;
      continue;
    }
    if (read > step * (windows.length + 1)) {
      const window = wholeLines(chunk.subarray(0, WINDOW_BYTES), line, false);
      if (window) windows.push(window);
    }
    const joined = last.bytes.length > WINDOW_BYTES / 4 ? chunk : Buffer.concat([last.bytes, chunk]);
    last = { bytes: joined, line: joined === chunk ? line : last.line };
  }
  const whole = headBytes === read;
  const end = whole ? null : wholeLines(last.bytes, last.line, true);
  if (end) windows.push(end);
  return { head: Buffer.concat(head), whole, windows, lines };
}
