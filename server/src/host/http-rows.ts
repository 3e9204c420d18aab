import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { RowsAnswer } from '../kernel/api.ts';

/**
 * Sends a table row after row, no faster than it is taken. A refusal before the first part still has its own status;
 * one after it breaks the connection off, so that no short file passes for a whole one. A whole one has trailers.
 */
export async function sendRows(
  reply: FastifyReply,
  { contentType, headers, parts }: RowsAnswer,
  onBegun: () => Promise<void>,
): Promise<FastifyReply> {
  const first = await parts.next();
  await onBegun();
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
  // Compressing would hold parts back until there are enough of them.
  reply.type(contentType).headers({ ...headers, 'content-encoding': 'identity' });
  return reply.send(Readable.from(all(), { objectMode: false }));
}
