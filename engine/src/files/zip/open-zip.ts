import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { FileError } from '../file-error.ts';

const MAX_ENTRIES = 10_000;
/** Bytes of all entries, unpacked. */
const MAX_TOTAL_BYTES = 16 * 1024 ** 3;
/** An entry that would grow more than this many times is no table; text that repeats grows about 30 times. */
const MAX_RATIO = 300;
const RATIO_MATTERS_FROM = 16 * 1024 * 1024;
/** Bytes of an entry that has to lie on disk to be read. */
const MAX_UNPACKED_BYTES = 4 * 1024 ** 3;

const damaged = (reason: string) =>
  new FileError('damaged_archive', `The archive cannot be read: ${reason}.`, 'Pack it again, or upload the files one by one.'); // prettier-ignore

const bomb = (what: string) =>
  new FileError('archive_too_large', `${what}, more than a file of tables would.`, 'Upload the files one by one.');

export interface ZipEntry {
  name: string;
  bytes: number;
  /** Its bytes. Throws `FileError` if they are not what the archive says of them. */
  open(signal?: AbortSignal): AsyncIterable<Buffer>;
}

export interface OpenZip {
  entries: ZipEntry[];
  close(): void;
}

const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;

function checkEntry(entry: Entry): void {
  const { fileName, uncompressedSize, compressedSize } = entry;
  if (isLink(entry)) throw damaged(`${fileName} is a link`);
  if (uncompressedSize > RATIO_MATTERS_FROM && uncompressedSize > compressedSize * MAX_RATIO)
    throw bomb(`“${fileName}” would grow ${Math.round(uncompressedSize / Math.max(1, compressedSize))} times`);
  if (entry.isEncrypted())
    throw new FileError('encrypted', `${fileName} is encrypted.`, 'Pack the files without a password.');
  if (!entry.canDecodeFileData()) throw damaged(`${fileName} is packed in a way that is not read`);
}

async function* openEntry(zip: ZipFile, entry: Entry, signal?: AbortSignal): AsyncGenerator<Buffer> {
  checkEntry(entry);
  try {
    const stream = await zip.openReadStreamPromise(entry);
    signal?.throwIfAborted();
    const abort = () => stream.destroy(signal!.reason as Error);
    signal?.addEventListener('abort', abort);
    try {
      let sum = 0;
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        sum = crc32(chunk, sum);
        yield chunk;
      }
      if (sum !== entry.crc32) throw damaged(`${entry.fileName} is not what was packed`);
    } finally {
      signal?.removeEventListener('abort', abort);
      stream.destroy();
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof FileError) throw error;
    throw damaged((error as Error).message);
  }
}

/** Opens an archive. Names that leave it, links, lying sizes and what grows without measure are refused. */
export async function openZip(path: string): Promise<OpenZip> {
  let zip: ZipFile | null = null;
  try {
    zip = await openPromise(path, {
      lazyEntries: true,
      autoClose: false,
      validateEntrySizes: true,
      strictFileNames: false,
    });
    const entries: ZipEntry[] = [];
    let total = 0;
    if (zip.entryCount > MAX_ENTRIES) throw bomb(`It has ${zip.entryCount} entries`);
    for await (const entry of zip.eachEntry()) {
      const { fileName: name, uncompressedSize: bytes } = entry;
      total += bytes;
      if (entries.length > MAX_ENTRIES) throw bomb(`It has over ${MAX_ENTRIES} entries`);
      if (total > MAX_TOTAL_BYTES) throw bomb(`It would grow to ${Math.round(total / 1024 ** 3)} GB`);
      const opened = zip;
      if (!name.endsWith('/')) entries.push({ name, bytes, open: (signal) => openEntry(opened, entry, signal) });
    }
    const opened = zip;
    return { entries, close: () => opened.close() };
  } catch (error) {
    zip?.close();
    throw error instanceof FileError ? error : damaged((error as Error).message);
  }
}

/** Writes an entry to a file of the folder, and returns its path. */
export async function unpackEntry(entry: ZipEntry, folder: string, signal?: AbortSignal): Promise<string> {
  if (entry.bytes > MAX_UNPACKED_BYTES)
    throw bomb(`“${entry.name}” would grow to ${Math.round(entry.bytes / 1024 ** 3)} GB`);
  const path = join(folder, `entry-${process.pid}-${unpacked++}`);
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > MAX_UNPACKED_BYTES ? bomb(`${entry.name} grows without end`) : null, chunk);
    },
  });
  await pipeline(entry.open(signal), count, createWriteStream(path));
  return path;
}

let unpacked = 0;
