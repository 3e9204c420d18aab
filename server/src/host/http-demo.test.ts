import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { routes } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttpServer } from '../testing/http-server.ts';

const SCRIPT = 'export const answer = 42;'.repeat(100);
let folder: string;
let on: Awaited<ReturnType<typeof startHttpServer>>;
let off: Awaited<ReturnType<typeof startHttpServer>>;
let asked = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rise-demo-'));
  const [portal, demo] = [join(folder, 'portal'), join(folder, 'demo')];
  await mkdir(portal);
  await mkdir(join(demo, 'assets'), { recursive: true });
  await writeFile(join(portal, 'index.html'), 'the portal');
  await writeFile(join(demo, 'index.html'), 'the suite');
  await writeFile(join(demo, 'mockServiceWorker.js'), 'the worker');
  await writeFile(join(demo, 'assets', 'index-BvFFRpMT.js'), SCRIPT);
  await writeFile(join(demo, 'assets', 'index-BvFFRpMT.js.br'), brotliCompressSync(SCRIPT));
  const identify = async () => {
    asked += 1;
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

test('the suite starts at /demo/, and so does each address below it that is no file', async () => {
  const start = await get('/demo/');
  expect(start.headers.get('content-type')).toContain('text/html');
  expect(await start.text()).toBe('the suite');
  expect(await (await get('/demo/index.html')).text()).toBe('the suite');
  for (const path of ['/demo', '/demo?from=mail', '/demo/apps/mailbox', '/demo/assets/', '/demo/assets']) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, '/demo/']);
  }
});

test('files with a hash in their name are kept for good, the start and the worker are asked for each time', async () => {
  const kept = async (path: string) => (await get(path)).headers.get('cache-control');
  expect(await kept('/demo/assets/index-BvFFRpMT.js')).toBe('public, max-age=31536000, immutable');
  expect(await kept('/demo/')).toBe('no-cache');
  expect(await kept('/demo/mockServiceWorker.js')).toBe('no-cache');
});

test('what was compressed with the build is sent as it is', async () => {
  const answer = await get('/demo/assets/index-BvFFRpMT.js', { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(Number(answer.headers.get('content-length'))).toBe(brotliCompressSync(SCRIPT).length);
  expect(await answer.text()).toBe(SCRIPT);
});

test('it is files only: no call of the suite arrives anywhere, nobody is asked for, nothing is written', async () => {
  expect(Object.keys(routes).filter((key) => key.includes('/demo'))).toEqual([]);
  const before = asked;
  for (const [method, path] of [
    ['GET', '/demo/api/common/user'],
    ['GET', '/demo/api/v1/session'],
    ['POST', '/demo/api/auth/sign-in'],
    ['POST', '/demo/'],
    ['DELETE', '/demo/index.html'],
    ['GET', '/demo/assets/gone-BvFFRpMT.js'],
    ['GET', '/demo/mockServiceWorker.js.map'],
    ['GET', '/demo/..%2f..%2fpackage.json'],
    ['GET', '/demo/%2e%2e/%2e%2e/package.json'],
  ] as const) {
    const answer = await get(path, { method });
    expect(answer.status, `${method} ${path}`).toBeGreaterThanOrEqual(400);
    expect(answer.status, `${method} ${path}`).toBeLessThan(500);
    expect(answer.headers.get('set-cookie'), path).toBeNull();
    expect(await answer.text(), path).not.toContain('rise-demo');
  }
  expect(asked).toBe(before);
});

test('its policy lets our own files run and reach us, and nothing else; the portal’s policy is its own', async () => {
  const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy') ?? '';
  for (const path of ['/demo/', '/demo/mockServiceWorker.js']) {
    const policy = await policyOf(path);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('google');
  }
  expect(await policyOf('/home')).toContain('google');
  const { headers } = await get('/demo/mockServiceWorker.js');
  expect(headers.get('service-worker-allowed'), 'the worker’s scope is its folder').toBeNull();
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('strict-transport-security')).toContain('max-age');
});

test('where it is switched off its addresses are not found, by people and programs alike', async () => {
  for (const path of ['/demo', '/demo/', '/demo/index.html', '/demo/mockServiceWorker.js'])
    expect([path, (await fetch(`${off.url}${path}`)).status]).toEqual([path, 404]);
  // The page that says so is the portal's.
  expect(await (await fetch(`${off.url}/demo/`)).text()).toBe('the portal');
  const page = await fetch(`${off.url}/demonstration`);
  expect([page.status, await page.text()]).toEqual([200, 'the portal']);
});
