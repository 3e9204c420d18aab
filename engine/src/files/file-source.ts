import { createReadStream } from 'node:fs';
import { CHUNK_BYTES } from './text-stream.ts';

/** Bytes that a table is read from: a file, or an entry of a zip. */
export interface FileSource {
  /** The file's or the entry's name. */
  name: string;
  bytes: number;
  /** Where it lies on disk; null for an entry that has to be unpacked. */
  path: string | null;
  /** Its bytes from the start. Fails with the signal's reason. */
  open(signal?: AbortSignal): AsyncIterable<Buffer>;
}

export const fileSource = (path: string, name: string, bytes: number): FileSource => ({
  name,
  bytes,
  path,
  open: (signal) => createReadStream(path, { highWaterMark: CHUNK_BYTES, signal }),
});
