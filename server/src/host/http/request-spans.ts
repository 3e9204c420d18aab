import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inSpan, startSpan, type Span } from '../../kernel/tracing.ts';

/** What load balancers and monitoring ask for every few seconds. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);
const KNOWN_METHODS = new Set(METHODS);

const spans = new WeakMap<FastifyRequest, Span>();

/** Of a request; null where traces are off. */
export const spanOf = (request: FastifyRequest): Span | null => spans.get(request) ?? null;

/**
 * A span for each request, under its route's pattern and with the HTTP conventions of OpenTelemetry, but without its path:
 * that has identifiers, tokens and search texts. A `traceparent` header continues the caller's trace.
 */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route } = request.routeOptions;
    if (route !== undefined && PROBES.has(route)) return done();
    const method = KNOWN_METHODS.has(request.method) ? request.method : '_OTHER';
    const span = startSpan({
      name: route === undefined ? method : `${method} ${route}`,
      kind: 'server',
      attributes: {
        'http.request.method': method,
        'url.scheme': request.protocol,
        'rise.request.id': request.id,
        ...(route !== undefined && { 'http.route': route }),
      },
      parent: null,
      caller: request.headers,
    });
    if (span) spans.set(request, span);
    inSpan(span, done);
  });
  // A body is read in the connection's context.
  app.addHook('preHandler', (request, _reply, done) => inSpan(spanOf(request), done));
  app.addHook('onResponse', (request, reply, done) => {
    const span = spanOf(request);
    if (span === null) return done();
    const { statusCode: status } = reply;
    span.set({ 'http.response.status_code': status });
    // As conventions have it, what the caller did wrong is no failure of the server.
    if (status >= 500) span.fail(errorCodes.get(request) ?? String(status));
    else if (status >= 400) span.set({ 'error.type': errorCodes.get(request) ?? String(status) });
    span.end();
    inSpan(span, done);
  });
}

const errorCodes = new WeakMap<FastifyRequest, string>();

/** The code that a request is answered with. */
export function noteErrorCode(request: FastifyRequest, code: string): void {
  if (spans.has(request)) errorCodes.set(request, code);
}
