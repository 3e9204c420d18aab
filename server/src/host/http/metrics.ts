import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { RecentTimes } from '../../system/recent-times.ts';

/** No label names a tenant or a person: the endpoint shows load, not who causes it. */
export class Metrics {
  readonly registry = new Registry();
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  /** Calls of the API except streams of events; those with a fault of the server are marked. */
  readonly recentRequests = new RecentTimes();
  /** Queries with figures; those that were answered from memory are marked. */
  readonly recentQueries = new RecentTimes();
  readonly #queries: Histogram<'cache'>;

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    this.requests = new Histogram({
      name: 'rise_http_request_seconds',
      help: 'Time to answer a request, by route',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [this.registry],
    });
    this.#queries = new Histogram({
      name: 'rise_query_seconds',
      help: 'Time to answer a query with figures, by how the cache was used',
      labelNames: ['cache'] as const,
      buckets: [0.002, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
      registers: [this.registry],
    });
  }

  observeQuery({ elapsedMs, cache }: { elapsedMs: number; cache: 'hit' | 'miss' | 'shared' }): void {
    this.#queries.observe({ cache }, elapsedMs / 1000);
    this.recentQueries.add(elapsedMs, cache !== 'miss');
  }

  /** Adds a gauge that is read at each scrape. */
  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }
}

/**
 * One log line and one observation per request, under the route's pattern: addresses contain identifiers and search
 * texts.
 */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unmatched';
    const seconds = reply.elapsedTime / 1000;
    metrics.requests.observe({ method: request.method, route, status: reply.statusCode }, seconds);
    // A stream of events lasts as long as its page is open.
    if (route.startsWith('/api/') && !route.endsWith('/events'))
      metrics.recentRequests.add(reply.elapsedTime, reply.statusCode >= 500);
    if (!route.startsWith('/assets'))
      request.log.info(
        { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'request',
      );
  });
}
