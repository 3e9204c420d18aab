import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BODY_BYTES } from '@rise/contract';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { UserError } from '../../kernel/errors/user-error.ts';
import { apiRoutes } from './api-routes.ts';
import { demoFiles, demoPath } from './demo-files.ts';
import { apiDocs } from './api-docs.ts';
import { embedPages } from './embed-pages.ts';
import { sendError } from './error-response.ts';
import { identityProvider } from './identity-provider.ts';
import type { HttpOptions } from './http-options.ts';
import { measureRequests } from './metrics.ts';
import { OutgoingResponses } from './outgoing.ts';
import { portalFiles } from './portal-files.ts';
import { createPromptServer } from './prompt-server.ts';
import { refuseForeignHosts } from './request-host.ts';
import { normalizeTarget } from './request-target.ts';
import { refuseUnreadableText } from './request-text.ts';
import { readiness } from './readiness.ts';
import { traceRequests } from './request-spans.ts';
import { securityHeaders } from './security-headers.ts';
import { securityPolicy } from './security-policy.ts';
import { refuseUnreadableRequest } from './unreadable-request.ts';

/**
 * In milliseconds. Idle connections stay open longer than those of load balancers, usually a minute: one that closes
 * first fails the request that is sent at that moment.
 */
const TIMEOUTS = { requestTimeout: 120_000, headersTimeout: 20_000, keepAliveTimeout: 72_000 };

/** Builds the HTTP server: request checks first, then API, pages and files. Call `listen` on the result. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const demoUrl = options.demoUrl ?? null;
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    // `measureRequests` writes one line per request, with the route's name instead of the raw address.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy as boolean | string,
    bodyLimit: BODY_BYTES,
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseUnreadableRequest,
    ...(demoUrl && { rewriteUrl: ({ url = '/', headers }: IncomingMessage) => demoPath(demoUrl, headers.host, url) }),
    serverFactory: (handle) =>
      createPromptServer(TIMEOUTS, (request, response) => {
        normalizeTarget(request);
        handle(request, response);
      }),
  });
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  traceRequests(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.url.includes('/api/')) {
      reply.header('cache-control', 'no-cache, no-store, must-revalidate');
      reply.header('pragma', 'no-cache');
    }
  });
  const hosts = options.hosts && demoUrl ? [...options.hosts, demoUrl.hostname] : options.hosts;
  app.addHook('onRequest', refuseForeignHosts({ publicUrl: options.publicUrl, hosts }));
  app.addHook('preHandler', refuseUnreadableText);
  measureRequests(app, options.metrics);

  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: securityPolicy({ analytics: options.analytics === true }),
    strictTransportSecurity:
      options.publicUrl.protocol === 'https:' ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
  const protect = securityHeaders();
  app.addHook('onRequest', async (_request, reply) => protect(reply));
  await app.register(rateLimit, {
    max: options.requestsPerMinute,
    timeWindow: '1 minute',
    allowList: (request) => request.url === '/healthz' || request.url === '/readyz',
    errorResponseBuilder: () => new UserError('RATE_LIMITED'),
  });
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });

  app.get('/healthz', async () => ({ status: 'alive' }));
  const isReady = readiness(options.ready);
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady();
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(options.metrics.registry.contentType).send(await options.metrics.registry.metrics()),
  );

  const outgoing = new OutgoingResponses(options.outgoing);
  options.metrics.gauge('rise_outgoing_bytes', 'Bytes of responses that wait for their readers', () => outgoing.bytes);
  await app.register(apiRoutes({ ...options, outgoing }));
  await app.register(apiDocs(options));
  if (options.provider) await app.register(identityProvider(options.provider));
  for (const page of options.pages) await app.register(page);
  await app.register(embedPages(options));
  await app.register(demoFiles(options.demoDirectory, demoUrl));
  await app.register(portalFiles(options.portalDirectory));
  return app;
}
