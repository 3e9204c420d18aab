import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '../kernel/api/language.ts';
import type { Actor } from '../kernel/actor.ts';
import { DatabaseUnavailable } from '../kernel/errors/database-unavailable.ts';
import { currentOrigin, withOrigin } from '../kernel/origin.ts';
import { isForeignOrigin } from './mcp-access.rules.ts';
import { mcpServer, type McpCaller, type McpServerOptions } from './mcp-server.ts';

/** Where AI clients find the server, below the portal's address. */
export const MCP_PATH = '/mcp';
/** Where they learn which tokens it takes (RFC 9728): with and without its path. */
const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** A query with its lists of values. */
const BODY_BYTES = 256 * 1024;

export interface McpPagesOptions extends McpServerOptions {
  /** The portal's public address. */
  readonly publicUrl: URL;
  /** The actor behind a bearer token; null for none that is valid. */
  readonly identify: (headers: { authorization: string }) => Promise<Actor | null>;
}

/**
 * The Model Context Protocol over HTTP, for people's own AI clients. Personal access tokens are the only way in: a
 * browser's session is not looked at, so that no page can use it.
 */
export function mcpPages(options: McpPagesOptions): FastifyPluginAsync {
  const { publicUrl, identify } = options;
  const resource = new URL(MCP_PATH, publicUrl).href;
  const metadata = {
    resource,
    resource_name: 'Rise',
    bearer_methods_supported: ['header'],
    resource_documentation: new URL('/docs/guides/ai-clients', publicUrl).href,
  };
  const challenge = `Bearer realm="mcp", resource_metadata="${new URL(METADATA_PATH + MCP_PATH, publicUrl).href}"`;
  const handler = createMcpHandler(({ authInfo }) => mcpServer(options, authInfo!.extra!['caller'] as McpCaller), {
    keepAliveMs: 0,
    maxSubscriptions: 1,
  });

  /** The caller, or null where the request was answered. */
  const callerOf = async (request: FastifyRequest, reply: FastifyReply): Promise<McpCaller | null> => {
    const { authorization, origin } = request.headers;
    if (isForeignOrigin(origin, publicUrl)) {
      await refuse(reply, 403, 'Pages of other sites cannot use this server.');
      return null;
    }
    const actor = authorization === undefined ? null : await identify({ authorization });
    if (actor === null || actor.token === null) {
      reply.header('www-authenticate', authorization === undefined ? challenge : `${challenge}, error="invalid_token"`);
      await refuse(
        reply,
        401,
        'Send a personal access token: Authorization: Bearer rise_… Create one in your profile.',
      );
      return null;
    }
    const own = currentOrigin();
    if (own) own.via = 'token';
    const leaving = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) leaving.abort();
    });
    const language = languageOf(actor.language ?? undefined, request.headers['accept-language']);
    return { actor, language, signal: leaving.signal, requestId: request.id };
  };

  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const caller = await callerOf(request, reply);
    if (!caller) return reply;
    const message = request.body as { method?: unknown } | undefined;
    // Tools do not change while a client is connected, so there is nothing to listen to.
    if (message?.method === 'subscriptions/listen') return refuse(reply, 404, 'This server has no subscriptions.');
    const answer = await handler.fetch(toRequest(request, resource, caller.signal), {
      parsedBody: request.body,
      authInfo: { token: '', clientId: `${caller.actor.accountId}`, scopes: [], extra: { caller } },
    });
    return send(reply, answer);
  };

  return async (app) => {
    for (const path of [METADATA_PATH, METADATA_PATH + MCP_PATH]) app.get(path, async () => metadata);
    await app.register(async (mcp) => {
      mcp.setErrorHandler((error, request, reply) => sendError(error, request, reply));
      mcp.route({
        method: ['POST', 'GET', 'DELETE'],
        url: MCP_PATH,
        bodyLimit: BODY_BYTES,
        handler: (request, reply) =>
          withOrigin({ via: 'anonymous', requestId: request.id, address: request.ip }, async () => {
            reply.header('cache-control', 'no-store');
            return serve(request, reply);
          }),
      });
    });
    app.addHook('onClose', () => handler.close());
  };
}

/** The request as the protocol's library reads it, without the token: what it does not know, it cannot tell. */
function toRequest({ method, headers: sent, body }: FastifyRequest, url: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent))
    if (typeof value === 'string' && !['authorization', 'cookie', 'content-length', 'connection'].includes(name))
      headers.set(name, value);
  return new Request(url, {
    method,
    headers,
    signal,
    ...(method === 'POST' && { body: JSON.stringify(body ?? null) }),
  });
}

function send(reply: FastifyReply, answer: Response): FastifyReply {
  reply.status(answer.status);
  for (const [name, value] of answer.headers) if (name !== 'content-length') reply.header(name, value);
  return answer.body === null ? reply.send() : reply.send(Readable.fromWeb(answer.body as ReadableStream));
}

/** An error in the protocol's form, of no message in particular. */
function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply
    .status(status)
    .type('application/json; charset=utf-8')
    .send({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode } = error as { statusCode?: number };
  if (error instanceof DatabaseUnavailable) return refuse(reply, 503, 'The server cannot answer at the moment.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return refuse(reply, statusCode, (error as Error).message);
  request.log.error({ err: error }, 'request failed');
  return refuse(reply, 500, 'The server made a mistake. It is recorded; try again.');
}
