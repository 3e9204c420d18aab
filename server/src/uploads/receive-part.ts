import { open, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { UserError } from '../kernel/errors/user-error.ts';

/** Bytes after which what arrived is synced and acknowledged, so that a crash costs at most as many. */
const SAVE_BYTES = 16 * 1024 * 1024;

export interface PartOptions {
  readonly path: string;
  /** Where the part begins. The file may be longer, by bytes that were never acknowledged. */
  readonly offset: number;
  /** The file's whole length. */
  readonly length: number;
  readonly body: Readable;
  /** Ends the reading; what arrived until then is saved. */
  readonly signal: AbortSignal;
  /** Called with each chunk. */
  readonly onBytes: () => void;
  /** The bytes before this offset are on the disk. */
  readonly save: (offset: number) => Promise<void>;
}

/**
 * Writes a part of a file as it arrives, no faster than the disk takes it. Returns the offset behind the last byte that
 * is safely stored; where the connection breaks, that of what arrived until then. Throws PAYLOAD_TOO_LARGE for bytes
 * beyond the file's length.
 */
export async function receivePart({ path, offset, length, body, signal, onBytes, save }: PartOptions): Promise<number> {
  const file = await open(path, 'r+');
  let saved = offset;
  let at = offset;
  const store = async () => {
    if (at === saved) return;
    await file.datasync();
    await save(at);
    saved = at;
  };
  const stop = () => body.destroy();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    // A part that was cut off may have left bytes behind, which a crash may have made anything.
    await file.truncate(offset);
    for await (const chunk of untilBroken(body)) {
      onBytes();
      if (at + chunk.length > length)
        throw new UserError('PAYLOAD_TOO_LARGE', `The upload has ${length} bytes. Send no more than those.`);
      await writeWhole(file, chunk, at);
      at += chunk.length;
      if (at - saved >= SAVE_BYTES) await store();
    }
    await store();
    return at;
  } finally {
    signal.removeEventListener('abort', stop);
    await file.close();
  }
}

/** The chunks of a body, ending without an error where the client or the connection is gone. */
async function* untilBroken(body: Readable): AsyncGenerator<Buffer> {
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  for (;;) {
    const next = await chunks.next().catch(() => ({ done: true as const, value: undefined }));
    if (next.done) return;
    yield next.value;
  }
}

async function writeWhole(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, written, chunk.length - written, position + written);
    written += bytesWritten;
  }
}
