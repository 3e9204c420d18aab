import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createHttpServer, type HttpOptions } from '../host/http.ts';
import { createMetrics } from '../host/http-metrics.ts';
import type { Database } from '../kernel/database.ts';
import type { Limits } from '../limits/limits.service.ts';

/** An HTTP server with nothing behind it but what the test gives it. */
export async function startHttpServer(options: Partial<HttpOptions> = {}): Promise<{ url: string; close(): unknown }> {
  const app = await createHttpServer({
    publicUrl: new URL('https://rise.example'),
    trustProxy: false,
    requestsPerMinute: 6000,
    limits: {} as Limits,
    bindings: [],
    // The routes under test reach no database, and one that did would fail here.
    database: {} as Database,
    identify: async () => null,
    pages: [],
    provider: null,
    portalDirectory: null,
    demoDirectory: null,
    ready: async () => true,
    version: '1.0.0',
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    ...options,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, close: () => app.close() };
}
