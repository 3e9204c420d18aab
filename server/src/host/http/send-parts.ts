import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../kernel/actor.ts';
import { COUNTED_FROM, OVERHEAD, type Outgoing, type OutgoingResponses } from './outgoing.ts';

/** Bytes that are handed to a connection at once: it takes the next ones when these have left. */
const HANDED_AT_ONCE = 64 * 1024;

/** Hands parts to a connection as it takes them; none is longer than `HANDED_AT_ONCE`. */
export async function* paced(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  outgoing: Outgoing,
): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    for (let from = 0; from < part.length; from += HANDED_AT_ONCE) {
      const piece = part.subarray(from, from + HANDED_AT_ONCE);
      outgoing.handed(piece.length);
      yield piece;
      outgoing.taken();
    }
  }
  // The last bytes are on their way until the response closes.
  outgoing.handed(0);
}

export const readableOf = (parts: AsyncGenerator<Uint8Array>): Readable =>
  Readable.from(parts, { objectMode: false, highWaterMark: HANDED_AT_ONCE });

/**
 * Sends a body no faster than its reader takes it, and counts it until it has left. A large one is sent from the bytes
 * that all its readers share; only what the connection takes next is copied.
 */
export function sendBody(
  reply: FastifyReply,
  parts: readonly (string | Buffer)[],
  { outgoing, actor }: { outgoing: OutgoingResponses; actor: Actor | null },
): FastifyReply | string | Buffer {
  const [first, ...more] = parts;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (more.length === 0 && length < HANDED_AT_ONCE) {
    if (length >= COUNTED_FROM) outgoing.open(reply.raw, actor, length).handed(length);
    return first!;
  }
  const buffers = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const bytes = buffers.reduce((sum, part) => sum + part.length, 0);
  const opened = outgoing.open(reply.raw, actor, bytes + OVERHEAD);
  return reply.header('content-length', bytes).send(readableOf(paced(buffers, opened)));
}
