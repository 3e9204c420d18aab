import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import type { Actor } from '../kernel/actor.ts';
import type { Binding } from '../kernel/api.ts';
import type { Database } from '../kernel/database.ts';
import { Failure } from '../kernel/failure.ts';
import type { Limits } from '../limits/limits.service.ts';
import { apiRoutes } from './http-api.ts';
import { demoFiles } from './http-demo.ts';
import { apiDocs } from './http-docs.ts';
import { answerFailure } from './http-failure.ts';
import { isUnder } from './http-files.ts';
import { measureRequests, type Metrics } from './http-metrics.ts';
import { portalFiles } from './http-portal.ts';
import { securityPolicy } from './security-policy.ts';

export interface HttpOptions {
  readonly publicUrl: URL;
  /** Believe `X-Forwarded-*`: only behind a proxy that sets them itself. */
  readonly trustProxy: boolean | number | string;
  readonly bindings: readonly Binding[];
  readonly database: Database;
  /**
   * Who sends these headers; null for nobody. Called for each request, so a withdrawn right ends at once. `unnoticed`:
   * nobody did anything, so an idle session goes on being idle.
   */
  readonly identify: (
    headers: { cookie?: string; authorization?: string },
    options?: { unnoticed: boolean },
  ) => Promise<Actor | null>;
  /** Pages that the server draws or redirects itself: sign-in and sign-out. */
  readonly pages: readonly FastifyPluginAsync[];
  /** The embedded identity provider, given the raw request for each path under its own. */
  readonly provider: { path: string; handle(request: IncomingMessage, response: ServerResponse): void } | null;
  /** Folder of the built portal; null while a development server serves it. */
  readonly portalDirectory: string | null;
  /** Folder of the built demo suite; null where it is not offered. */
  readonly demoDirectory: string | null;
  /** True when requests can be answered: the database answers and the samples are loaded. */
  readonly ready: () => Promise<boolean>;
  readonly version: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** A tag manager is configured: its scripts and what they report to are allowed besides our own. */
  readonly analytics?: boolean;
  /** Requests a minute for one address; the limit answers RATE_LIMITED. */
  readonly requestsPerMinute: number;
  /** Those of single routes. */
  readonly limits: Limits;
}

/** Builds the HTTP server: guards first, then the API, the pages, the files. Call `listen` on what it answers. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    // One line a request, written by measureRequests with the route's name instead of its raw address.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy as boolean | string,
    bodyLimit: 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    serverFactory: (handle) =>
      createServer({ requestTimeout: 120_000, headersTimeout: 20_000 }, (request, response) => {
        const { provider } = options;
        if (provider && isUnder(request.url ?? '', provider.path)) provider.handle(request, response);
        else handle(request, response);
      }),
  });
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.url.includes('/api/')) {
      reply.header('cache-control', 'no-cache, no-store, must-revalidate');
      reply.header('pragma', 'no-cache');
    }
  });
  measureRequests(app, options.metrics);

  await app.register(helmet, {
    contentSecurityPolicy: securityPolicy({ analytics: options.analytics === true }),
    strictTransportSecurity:
      options.publicUrl.protocol === 'https:' ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
  await app.register(rateLimit, {
    max: options.requestsPerMinute,
    timeWindow: '1 minute',
    allowList: (request) => request.url === '/healthz' || request.url === '/readyz',
    errorResponseBuilder: () => new Failure('RATE_LIMITED'),
  });
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  await app.register(cookie);

  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await options.ready().catch(() => false);
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'starting' });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(options.metrics.registry.contentType).send(await options.metrics.registry.metrics()),
  );

  await app.register(apiRoutes(options));
  await app.register(apiDocs(options));
  for (const page of options.pages) await app.register(page);
  await app.register(demoFiles(options.demoDirectory));
  await app.register(portalFiles(options.portalDirectory));
  return app;
}
