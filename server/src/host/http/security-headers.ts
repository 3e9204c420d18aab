import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyReply } from 'fastify';

/**
 * Sets the headers of these options on replies. They are the same for all, so helmet computes them for the first one
 * only: by itself it compiles the policy again for each request.
 */
export function securityHeaders(options?: FastifyHelmetOptions): (reply: FastifyReply) => void {
  let known: [string, string][] | null = null;
  return (reply) => {
    if (known) {
      for (const [name, value] of known) reply.raw.setHeader(name, value);
      return;
    }
    reply.helmet(options);
    known = Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)]);
  };
}
