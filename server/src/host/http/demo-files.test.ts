import { request } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { routes } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttpServer } from '../../testing/http-server.ts';

const SCRIPT = 'export const answer = 42;'.repeat(100);
let folder: string;
let on: Awaited<ReturnType<typeof startHttpServer>>;
let off: Awaited<ReturnType<typeof startHttpServer>>;
let requests = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rise-demo-'));
  const [portal, demo] = [join(folder, 'portal'), join(folder, 'demo')];
  await mkdir(portal);
  await mkdir(join(demo, 'assets'), { recursive: true });
  await writeFile(join(portal, 'index.html'), 'the portal');
  await writeFile(join(demo, 'index.html'), 'the suite');
  await writeFile(join(demo, 'service-worker.js'), 'the worker');
  await writeFile(join(demo, 'assets', 'index-BvFFRpMT.js'), SCRIPT);
  await writeFile(join(demo, 'assets', 'index-BvFFRpMT.js.br'), brotliCompressSync(SCRIPT));
  const identify = async () => {
    requests += 1;
    return null;
  };
  on = await startHttpServer({ portalDirectory: portal, demoDirectory: demo, analytics: true, identify });
  off = await startHttpServer({ portalDirectory: portal, demoDirectory: null, identify });
});
afterAll(async () => {
  await on.close();
  await off.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, init: RequestInit = {}) => fetch(`${on.url}${path}`, { redirect: 'manual', ...init });

test('serves the demo at /demo/ and at each address below it that is not a file', async () => {
  const start = await get('/demo/');
  expect(start.headers.get('content-type')).toContain('text/html');
  expect(await start.text()).toBe('the suite');
  expect(await (await get('/demo/index.html')).text()).toBe('the suite');
  for (const path of ['/demo', '/demo?from=mail', '/demo/apps/mailbox', '/demo/assets/', '/demo/assets']) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, '/demo/']);
  }
});

test('caches hashed files forever and revalidates the start page and the worker each time', async () => {
  const cacheControlOf = async (path: string) => (await get(path)).headers.get('cache-control');
  expect(await cacheControlOf('/demo/assets/index-BvFFRpMT.js')).toBe('public, max-age=31536000, immutable');
  expect(await cacheControlOf('/demo/')).toBe('no-cache');
  expect(await cacheControlOf('/demo/service-worker.js')).toBe('no-cache');
});

test('sends files that were compressed at build time as they are', async () => {
  const answer = await get('/demo/assets/index-BvFFRpMT.js', { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(Number(answer.headers.get('content-length'))).toBe(brotliCompressSync(SCRIPT).length);
  expect(await answer.text()).toBe(SCRIPT);
});

test('serves files only: no API call of the demo reaches the server, no session is read, nothing is written', async () => {
  expect(Object.keys(routes).filter((key) => key.includes('/demo'))).toEqual([]);
  const before = requests;
  for (const [method, path] of [
    ['GET', '/demo/api/common/user'],
    ['GET', '/demo/api/v1/session'],
    ['POST', '/demo/api/auth/sign-in'],
    ['POST', '/demo/'],
    ['DELETE', '/demo/index.html'],
    ['GET', '/demo/assets/gone-BvFFRpMT.js'],
    ['GET', '/demo/service-worker.js.map'],
    ['GET', '/demo/..%2f..%2fpackage.json'],
    ['GET', '/demo/%2e%2e/%2e%2e/package.json'],
  ] as const) {
    const answer = await get(path, { method });
    expect(answer.status, `${method} ${path}`).toBeGreaterThanOrEqual(400);
    expect(answer.status, `${method} ${path}`).toBeLessThan(500);
    expect(answer.headers.get('set-cookie'), path).toBeNull();
    expect(await answer.text(), path).not.toContain('rise-demo');
  }
  expect(requests).toBe(before);
});

test('has its own content security policy, which allows our own files and connections only', async () => {
  const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy') ?? '';
  for (const path of ['/demo/', '/demo/service-worker.js']) {
    const policy = await policyOf(path);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("frame-src 'self' blob:");
    expect(policy).not.toContain('google');
  }
  expect(await policyOf('/home')).toContain('google');
  expect(await policyOf('/home'), 'frames are the demo’s alone').not.toContain('blob:');
  const { headers } = await get('/demo/service-worker.js');
  expect(headers.get('service-worker-allowed'), 'the worker’s scope is its folder').toBeNull();
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('strict-transport-security')).toContain('max-age');
});

describe('with an origin of its own', () => {
  let own: Awaited<ReturnType<typeof startHttpServer>>;
  beforeAll(async () => {
    own = await startHttpServer({
      portalDirectory: join(folder, 'portal'),
      demoDirectory: join(folder, 'demo'),
      demoUrl: new URL('https://demo.example.org/'),
      provider: { path: '/idp', handle: (_request, response) => void response.end('the provider') },
    });
  });
  afterAll(() => own.close());

  /** `fetch` sets the Host header itself. */
  function ask(host: string, path: string, method = 'GET') {
    const { hostname, port } = new URL(own.url);
    return new Promise<{ status: number; location: string | undefined; text: string; policy: string }>((done, fail) => {
      request({ hostname, port, path, method, headers: { host } }, async (response) => {
        const { location, 'content-security-policy': policy } = response.headers;
        done({ status: response.statusCode!, location, text: await text(response), policy: String(policy) });
      })
        .on('error', fail)
        .end();
    });
  }

  test.each(['demo.example.org', 'DEMO.example.org', 'demo.example.org:443'])('%s serves the demo', async (host) => {
    expect(await ask(host, '/')).toMatchObject({ status: 200, text: 'the suite' });
    expect(await ask(host, '/service-worker.js')).toMatchObject({ status: 200, text: 'the worker' });
    expect((await ask(host, '/')).policy).toContain("connect-src 'self';");
    expect(await ask(host, '/apps/mailbox')).toMatchObject({ status: 302, location: '/' });
  });

  test('and nothing of the portal', async () => {
    const paths = ['/home', '/reports', '/login', '/idp', '/idp/auth', '/metrics', '/healthz', '/api/v1/session'];
    const odd = [
      '/api/application-settings',
      '/api/docs',
      '//api/v1/session',
      '/../home',
      'http://demo.example.org/home',
    ];
    for (const path of [...paths, ...odd, '/assets/../../portal/index.html', '*', '/%2e%2e/portal/index.html']) {
      const answer = await ask('demo.example.org', path);
      if (answer.status === 200) expect([path.startsWith('/'), answer.text]).toEqual([false, 'the suite']);
      else expect([302, 400, 404], `${path} ${answer.status}`).toContain(answer.status);
      expect(answer.text).not.toMatch(/the portal|the provider|languages|nodejs_/);
      if (answer.status === 302) expect(answer.location).toBe('/');
    }
    expect((await ask('demo.example.org', '/api/v1/contact', 'POST')).status).toBe(404);
    // Of two hosts, the one in the address counts.
    expect(await ask('demo.example.org', 'http://rise.example/home')).toMatchObject({ text: 'the portal' });
    expect(await ask('rise.example', 'http://demo.example.org/')).toMatchObject({ text: 'the suite' });
  });

  test('the portal’s host leads there, and does not serve it', async () => {
    for (const path of ['/demo', '/demo/', '/demo/apps/mailbox'])
      expect(await ask('rise.example', path)).toMatchObject({ status: 302, location: 'https://demo.example.org/' });
    // A browser removes a worker whose script is gone.
    for (const path of ['/demo/service-worker.js', '/demo/index.html', '/demo/api/x'])
      expect((await ask('rise.example', path)).status).toBe(404);
    expect(await ask('rise.example', '/home')).toMatchObject({ status: 200, text: 'the portal' });
  });

  test('serves nothing there while it is not built', async () => {
    await own.close();
    own = await startHttpServer({
      portalDirectory: join(folder, 'portal'),
      demoUrl: new URL('https://demo.example.org/'),
    });
    for (const path of ['/', '/home', '/index.html']) expect((await ask('demo.example.org', path)).status).toBe(404);
    expect(await ask('rise.example', '/home')).toMatchObject({ status: 200, text: 'the portal' });
  });
});

test('returns 404 where the demo is disabled, to browsers and programs alike', async () => {
  for (const path of ['/demo', '/demo/', '/demo/index.html', '/demo/service-worker.js'])
    expect([path, (await fetch(`${off.url}${path}`)).status]).toEqual([path, 404]);
  // The portal renders the not-found page.
  expect(await (await fetch(`${off.url}/demo/`)).text()).toBe('the portal');
  const page = await fetch(`${off.url}/demonstration`);
  expect([page.status, await page.text()]).toEqual([200, 'the portal']);
});
