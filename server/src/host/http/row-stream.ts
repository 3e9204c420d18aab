import type { FastifyReply } from 'fastify';
import type { RowStream } from '../../kernel/api/api.ts';
import type { Outgoing } from './outgoing.ts';
import { paced, readableOf } from './send-parts.ts';

export interface RowStreamOptions {
  readonly outgoing: Outgoing;
  /** Throws where the reader has lost the right to the rows; called between parts. */
  readonly checkRights: () => Promise<void>;
  readonly onStarted: () => Promise<void>;
}

/**
 * Sends a table row by row, no faster than the client reads. An error before the first part still gets its own status;
 * a later one resets the connection, so that clients recognize an incomplete file: only a complete one has trailers.
 */
export async function sendRows(
  reply: FastifyReply,
  { contentType, headers, parts }: RowStream,
  { outgoing, checkRights, onStarted }: RowStreamOptions,
): Promise<FastifyReply> {
  const first = await parts.next();
  await onStarted();
  let trailers: Readonly<Record<string, string>> = {};
  async function* all() {
    try {
      for (let next = first; ; next = await parts.next()) {
        if (next.done) {
          trailers = next.value;
          return;
        }
        await checkRights();
        yield next.value;
      }
    } finally {
      await parts.return({});
    }
  }
  for (const name of ['rise-row-count', 'rise-truncated'])
    reply.trailer(name, (_reply, _payload, done) => done(null, trailers[name] ?? ''));
  // Compression would buffer parts.
  reply.type(contentType).headers({ ...headers, 'content-encoding': 'identity' });
  return reply.send(readableOf(paced(all(), outgoing)));
}
