import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { RowStream } from '../../kernel/api/api.ts';

/**
 * Sends a table row by row, no faster than the client reads. An error before the first part still gets its own status;
 * a later one resets the connection, so that clients recognize an incomplete file: only a complete one has trailers.
 */
export async function sendRows(
  reply: FastifyReply,
  { contentType, headers, parts }: RowStream,
  onStarted: () => Promise<void>,
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
  return reply.send(Readable.from(all(), { objectMode: false }));
}
