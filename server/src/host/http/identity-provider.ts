import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { withOrigin } from '../../kernel/origin.ts';
import type { HttpOptions } from './http-options.ts';

/**
 * Mounts the embedded identity provider behind the same limit, headers and metrics as every other page. It reads the
 * request and writes the response itself.
 */
export function identityProvider({ path, handle }: NonNullable<HttpOptions['provider']>): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _body, done) => done(null));
    const hand = (request: FastifyRequest, reply: FastifyReply) => {
      reply.hijack();
      withOrigin({ via: 'anonymous', requestId: request.id, address: request.ip }, () =>
        handle(request.raw, reply.raw),
      );
    };
    app.all(path, hand);
    app.all(`${path}/*`, hand);
  };
}
