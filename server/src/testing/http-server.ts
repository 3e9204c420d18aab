import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createHttpServer } from '../host/http/http-server.ts';
import { type HttpOptions } from '../host/http/http-options.ts';
import { Metrics } from '../host/http/metrics.ts';
import type { Database } from '../kernel/database/database.ts';
import type { LimitService } from '../limits/limits.service.ts';

/** An HTTP server with only the test's own routes and pages. */
export async function startHttpServer(options: Partial<HttpOptions> = {}): Promise<{ url: string; close(): unknown }> {
  const app = await createHttpServer({
    publicUrl: new URL('https://rise.example'),
    hosts: null,
    trustProxy: false,
    requestsPerMinute: 6000,
    limits: {} as LimitService,
    bindings: [],
    // The routes under test use no database; one that did would fail here.
    database: { readOnly: null } as Database,
    identify: async () => null,
    frameAncestors: async () => [],
    pages: [],
    provider: null,
    portalDirectory: null,
    demoDirectory: null,
    ready: async () => true,
    version: '1.0.0',
    log: pino({ level: 'silent' }),
    metrics: new Metrics(),
    ...options,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, close: () => app.close() };
}
