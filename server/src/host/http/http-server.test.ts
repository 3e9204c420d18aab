import { EventEmitter, once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { defineRoute, type RouteTable } from '@rise/contract';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { SYSTEM, permissionsOf, type Actor } from '../../kernel/actor.ts';
import { bindRoutes } from '../../kernel/api/api.ts';
import { startHttpServer } from '../../testing/http-server.ts';
import type { HttpOptions } from './http-options.ts';

const common = { tenant: 'none', audit: { action: 'thing.read', when: 'denied' }, input: {}, errors: [] } as const;
const table = {
  'GET /api/v1/open': defineRoute({
    ...common,
    summary: 'Open',
    permission: 'public',
    output: z.object({ name: z.string() }),
  }),
  'POST /api/v1/things': defineRoute({
    ...common,
    summary: 'Make',
    permission: 'public',
    input: { body: z.strictObject({ name: z.string().max(10) }) },
    output: z.object({ name: z.string() }),
  }),
  'GET /api/v1/broken': defineRoute({ ...common, summary: 'Broken', permission: 'public', output: z.object({}) }),
  'GET /api/v1/disk': defineRoute({ ...common, summary: 'Disk', permission: 'public', output: z.object({}) }),
  'GET /api/v1/tenant-things': defineRoute({
    ...common,
    summary: 'T',
    permission: 'report.read',
    tenant: 'tenant',
    output: z.object({}),
  }),
  'GET /api/v1/endless': defineRoute({ ...common, summary: 'Endless', permission: 'public', output: z.object({}) }),
  'GET /api/v1/lines': defineRoute({
    ...common,
    summary: 'Lines',
    permission: 'public',
    stream: 'ndjson',
    output: z.object({ n: z.int() }),
  }),
} as const satisfies RouteTable;

const arrived = new EventEmitter();
const handlers = {
  'GET /api/v1/open': async () => ({ name: 'open', secret: 'kept back by the schema' }),
  'POST /api/v1/things': async ({ body }: { body: { name: string } }) => ({ name: body.name }),
  'GET /api/v1/broken': async () => {
    throw new Error('relation "payroll" does not exist at /srv/rise/db.ts:12');
  },
  // Writes to this device fail as on a full disk.
  'GET /api/v1/disk': () => writeFile('/dev/full', 'x'),
  'GET /api/v1/tenant-things': async () => ({}),
  'GET /api/v1/endless': ({ signal }: { signal: AbortSignal }) =>
    new Promise((_, fail) => {
      signal.addEventListener('abort', () => fail(signal.reason as Error));
      arrived.emit('endless');
    }),
  'GET /api/v1/lines': async function* () {
    for (const n of [1, 2, 3]) yield { n };
  },
};

const homeless: Actor = {
  ...SYSTEM,
  kind: 'global',
  roles: ['global.admin'],
  permissions: permissionsOf(['global.admin']),
};
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function start(options: Partial<HttpOptions> = {}): Promise<string> {
  const { url, close } = await startHttpServer({
    bindings: bindRoutes(table, [handlers]),
    identify: async ({ authorization }) => (authorization ? homeless : null),
    ...options,
  });
  stops.push(close);
  return url;
}

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/v1/things`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-rise-request': '1', ...headers },
  });

async function code(response: Response): Promise<string> {
  return ((await response.json()) as { error: { code: string } }).error.code;
}

test('an API response is never cached, has a request id, and contains only what its schema declares', async () => {
  const response = await fetch(`${await start()}/api/v1/open`);
  expect(response.headers.get('cache-control')).toContain('no-store');
  expect(response.headers.get('pragma')).toBe('no-cache');
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await response.json()).toEqual({ name: 'open' });
});

test('an idle connection stays open longer than that of a load balancer', async () => {
  const { port } = new URL(await start());
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
  socket.write('GET /api/v1/open HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [string];
  socket.destroy();
  expect(answer).toMatch(/^keep-alive: timeout=72\r$/im);
});

test('no page can be framed, and only our own script files run', async () => {
  const { headers } = await fetch(`${await start()}/healthz`);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("object-src 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('strict-transport-security')).toContain('max-age');
  expect(headers.get('x-powered-by')).toBeNull();
});

test('each response has the same security headers, and a request id of its own', async () => {
  const url = await start();
  const ids = new Set<string | null>();
  const headersOf = async () => {
    const headers = new Headers((await fetch(`${url}/healthz`)).headers);
    ids.add(headers.get('x-request-id'));
    for (const name of ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset']) headers.delete(name);
    return [...headers];
  };
  const [first, second, third] = [await headersOf(), await headersOf(), await headersOf()];
  expect(second).toEqual(first);
  expect(third).toEqual(first);
  expect(new Map(first).get('content-security-policy')).toContain("default-src 'self'");
  expect(ids.size).toBe(3);
});

test('a configured tag manager is allowed, inline scripts still are not', async () => {
  const policyOf = async (options: Partial<HttpOptions>) => {
    const { headers } = await fetch(`${await start(options)}/healthz`);
    const policy = headers.get('content-security-policy') ?? '';
    return Object.fromEntries(
      policy.split(';').map((line) => {
        const [name, ...sources] = line.split(' ');
        return [name!, sources];
      }),
    );
  };
  expect((await policyOf({}))['script-src']).toEqual(["'self'"]);
  expect((await policyOf({}))['connect-src']).toEqual(["'self'"]);
  const measured = await policyOf({ analytics: true });
  expect(measured['script-src']).toEqual(["'self'", 'https://www.googletagmanager.com']);
  expect(measured['connect-src']).toContain('https://*.google-analytics.com');
});

test('a request whose head is too long gets a status without a body, which would be read as the next answer', async () => {
  const { hostname, port } = new URL(await start());
  const socket = connect(Number(port), hostname);
  socket.write(`HEAD /api/v1/open?${'x'.repeat(40_000)} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  socket.on('error', () => {});
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 431 [^]*\r\n\r\n$/);
});

test('invalid input is reported with its field', async () => {
  const response = await post(await start(), JSON.stringify({ name: 'far too long a name' }));
  expect(response.status).toBe(400);
  const { error } = (await response.json()) as {
    error: { code: string; details: { field: string }[]; requestId: string };
  };
  expect(error).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'name' }] });
  expect(error.requestId).toBe(response.headers.get('x-request-id'));
});

test('malformed bodies are rejected without effect', async () => {
  const url = await start();
  expect((await post(url, '{"name":"a","__proto__":{"admin":true}}')).status).toBe(400);
  expect((await post(url, '{"name":"a","tenantId":"x"}')).status).toBe(400);
  expect((await post(url, '{"name":')).status).toBe(400);
  expect(await code(await post(url, 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }))).toBe(
    'UNSUPPORTED_MEDIA_TYPE',
  );
  expect(await code(await post(url, '{"name":"a"}', { 'content-type': 'text/plain' }))).toBe('UNSUPPORTED_MEDIA_TYPE');
  expect(await code(await post(url, JSON.stringify({ name: 'a'.repeat(2_000_000) })))).toBe('PAYLOAD_TOO_LARGE');
});

test('an unexpected error is returned as INTERNAL, without names, paths or stacks', async () => {
  const response = await fetch(`${await start()}/api/v1/broken`);
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(text).toContain('INTERNAL');
  expect(text).not.toMatch(/payroll|srv|\.ts/);
});

test('unknown API addresses return the same response to every caller', async () => {
  const url = await start();
  expect(await code(await fetch(`${url}/api/v1/nothing`))).toBe('NOT_FOUND');
  expect(await code(await fetch(`${url}/api/v1/open`, { method: 'DELETE' }))).toBe('NOT_FOUND');
});

test('a signed-in user without a tenant gets TENANT_REQUIRED', async () => {
  const response = await fetch(`${await start()}/api/v1/tenant-things`, { headers: { authorization: 'Bearer x' } });
  expect(await code(response)).toBe('TENANT_REQUIRED');
});

test('a stream sends one line per value', async () => {
  const response = await fetch(`${await start()}/api/v1/lines`);
  expect(response.headers.get('content-type')).toContain('application/x-ndjson');
  expect(await response.text()).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
});

test('a client that disconnects aborts the work, and no server error is logged', async () => {
  const lines: { msg: string; level: number }[] = [];
  let noteHangUp = (): void => {};
  const hungUp = new Promise<void>((resolve) => {
    noteHangUp = resolve;
  });
  const write = (line: string) => {
    lines.push(JSON.parse(line) as (typeof lines)[number]);
    if (line.includes('client disconnected')) noteHangUp();
  };
  const url = new URL(await start({ log: pino({ level: 'info' }, { write }) }));
  const caller = connect(Number(url.port), url.hostname);
  caller.write('GET /api/v1/endless HTTP/1.1\r\nHost: rise\r\n\r\n');
  await once(arrived, 'endless');
  caller.destroy();
  await hungUp;
  expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
});

test.each<[string, boolean | string, number]>([
  ['nobody', false, 429],
  ['another proxy than the sender', '10.0.0.0/8', 429],
  ['the sender', 'loopback', 200],
])(
  'the limit is that of the connection’s address, or of the forwarded one where it is trusted: %s',
  async (_name, trustProxy, last) => {
    const url = await start({ requestsPerMinute: 3, trustProxy });
    const statuses: number[] = [];
    for (let n = 1; n <= 4; n += 1) {
      const headers = {
        'x-forwarded-for': `203.0.113.${n}`,
        forwarded: `for=203.0.113.${n}`,
        'x-real-ip': `203.0.113.${n}`,
      };
      statuses.push((await fetch(`${url}/api/v1/open`, { headers })).status);
    }
    expect(statuses).toEqual([200, 200, 200, last]);
  },
);

test('requests over the limit are rejected with Retry-After; probes are not limited', async () => {
  const url = await start({ requestsPerMinute: 3 });
  const statuses: number[] = [];
  for (let n = 0; n < 5; n += 1) statuses.push((await fetch(`${url}/api/v1/open`)).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  const refused = await fetch(`${url}/api/v1/open`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(await code(refused)).toBe('RATE_LIMITED');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test('a full disk is reported as unavailable, with the time to try again', async () => {
  const response = await fetch(`${await start()}/api/v1/disk`);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await code(response)).toBe('SERVICE_UNAVAILABLE');
});

test('a check of readiness that does not return is not ready, in time', async () => {
  const url = await start({ ready: () => new Promise(() => {}) });
  expect((await Promise.all([fetch(`${url}/readyz`), fetch(`${url}/readyz`)])).map(({ status }) => status)).toEqual([
    503, 503,
  ]);
});

test('readiness depends on what requests need', async () => {
  let ready = false;
  const url = await start({ ready: async () => ready });
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  ready = true;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test('metrics count requests by route, not by address', async () => {
  const url = await start();
  await fetch(`${url}/api/v1/open?secret=1`);
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toContain('rise_http_request_seconds_count{method="GET",route="/api/v1/open",status="200"} 1');
  expect(text).not.toContain('secret');
});

test('the documentation page lists the API and needs no script', async () => {
  const text = await (await fetch(`${await start()}/api/docs`)).text();
  expect(text).toContain('/api/v1/query');
  expect(text).not.toContain('<script');
});
