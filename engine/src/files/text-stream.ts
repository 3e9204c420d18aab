import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { TextEncoding } from '@rise/contract';
import { FileError } from './file-error.ts';

/** Read at once of a file. */
export const CHUNK_BYTES = 256 * 1024;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

function undecodable(encoding: TextEncoding, byte: number): FileError {
  return new FileError(
    'undecodable',
    `The file is not ${encoding}: the bytes from offset ${byte} are no characters of it.`,
    'Choose another encoding, or export the file as UTF-8.',
    { byte },
  );
}

/** Offset of the first bytes that `decode` refuses, by halving; the decoder's own error has none. */
function firstUndecodable(chunk: Buffer, encoding: TextEncoding): number {
  const fits = (length: number) => {
    try {
      new TextDecoder(encoding, { fatal: true }).decode(chunk.subarray(0, length), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  let good = 0;
  let bad = chunk.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (fits(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** How many bytes at the end begin a character of UTF-8 that is not complete. */
export function incompleteTail(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

async function* checkUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let offset = 0;
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk]);
    const whole = bytes.subarray(0, bytes.length - incompleteTail(bytes));
    if (!isUtf8(whole)) throw undecodable('utf-8', offset + firstUndecodable(whole, 'utf-8'));
    tail = bytes.subarray(whole.length);
    bytes = offset === 0 && whole.subarray(0, 3).equals(BOM) ? whole.subarray(3) : whole;
    offset += whole.length;
    if (bytes.length > 0) yield bytes;
  }
  if (tail.length > 0) throw undecodable('utf-8', offset);
}

async function* transcode(chunks: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<Buffer> {
  // The byte-order mark is the decoder's to remove.
  const decoder = new TextDecoder(encoding, { fatal: true });
  let offset = 0;
  for await (const chunk of chunks) {
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch {
      throw undecodable(encoding, offset + firstUndecodable(chunk, encoding));
    }
    offset += chunk.length;
    if (text !== '') yield Buffer.from(text);
  }
  try {
    const text = decoder.decode();
    if (text !== '') yield Buffer.from(text);
  } catch {
    throw undecodable(encoding, offset);
  }
}

/**
 * Bytes of an encoding as UTF-8 without a byte-order mark, in chunks, each of whole characters. Fails with `FileError`
 * ('undecodable', with the byte's offset) where they are not of that encoding.
 */
export function decodeText(chunks: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<Buffer> {
  return encoding === 'utf-8' ? checkUtf8(chunks) : transcode(chunks, encoding);
}

/** A file as `decodeText` reads it. Fails with the signal's reason, too. */
export function textStream(path: string, encoding: TextEncoding, signal?: AbortSignal): Readable {
  const chunks = createReadStream(path, { highWaterMark: CHUNK_BYTES, signal });
  return Readable.from(decodeText(chunks, encoding), { objectMode: true, highWaterMark: 2 });
}
