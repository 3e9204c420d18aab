import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import type { Actor } from '../../kernel/actor.ts';
import type { Binding } from '../../kernel/api/api.ts';
import type { Database } from '../../kernel/database/database.ts';
import { UserError } from '../../kernel/errors/user-error.ts';
import type { LimitService } from '../../limits/limits.service.ts';
import { apiRoutes } from './api-routes.ts';
import { demoFiles } from './demo-files.ts';
import { apiDocs } from './api-docs.ts';
import { sendError } from './error-response.ts';
import { isUnder } from './built-files.ts';
import { measureRequests, type Metrics } from './metrics.ts';
import { portalFiles } from './portal-files.ts';
import { createPromptServer } from './prompt-server.ts';
import { securityPolicy } from './security-policy.ts';

export interface HttpOptions {
  readonly publicUrl: URL;
  /** Trust `X-Forwarded-*`: only behind a proxy that sets them itself. */
  readonly trustProxy: boolean | number | string;
  readonly bindings: readonly Binding[];
  readonly database: Database;
  /**
   * Who sends these headers; null for anonymous. Called for each request, so a withdrawn right takes effect at once.
   * `passive`: the request is not caused by a person, so it does not extend the session's idle time.
   */
  readonly identify: (
    headers: { cookie?: string; authorization?: string },
    options?: { passive: boolean },
  ) => Promise<Actor | null>;
  /** Pages that the server renders or redirects itself: sign-in and sign-out. */
  readonly pages: readonly FastifyPluginAsync[];
  /** The embedded identity provider; receives the raw request for each path under its own. */
  readonly provider: { path: string; handle(request: IncomingMessage, response: ServerResponse): void } | null;
  /** Folder of the built portal; null while a development server serves it. */
  readonly portalDirectory: string | null;
  /** Folder of the built demo; null where it is disabled. */
  readonly demoDirectory: string | null;
  /** True when requests can be served: the database responds and the samples are loaded. */
  readonly ready: () => Promise<boolean>;
  readonly version: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** A tag manager is configured: its scripts and what they report to are allowed besides our own. */
  readonly analytics?: boolean;
  /** Requests per minute for one address; more get RATE_LIMITED. */
  readonly requestsPerMinute: number;
  /** Rate limits of single routes. */
  readonly limits: LimitService;
}

/**
 * In milliseconds. Idle connections stay open longer than those of load balancers, usually a minute: one that closes
 * first fails the request that is sent at that moment.
 */
const TIMEOUTS = { requestTimeout: 120_000, headersTimeout: 20_000, keepAliveTimeout: 72_000 };

/** Builds the HTTP server: request checks first, then API, pages and files. Call `listen` on the result. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    // `measureRequests` writes one line per request, with the route's name instead of the raw address.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy as boolean | string,
    bodyLimit: 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    serverFactory: (handle) =>
      createPromptServer(TIMEOUTS, (request, response) => {
        const { provider } = options;
        if (provider && isUnder(request.url ?? '', provider.path)) provider.handle(request, response);
        else handle(request, response);
      }),
  });
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
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
    errorResponseBuilder: () => new UserError('RATE_LIMITED'),
  });
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });

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
