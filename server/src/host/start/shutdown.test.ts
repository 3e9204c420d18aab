import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyStartedData, killAndRemove } from '../../testing/data-directory.ts';
import { freePort, runProgram, SERVER, type Program } from '../../testing/program.ts';
import { siteAt } from '../../testing/site.ts';

let folder: string;
let portal: URL;
let server: Program;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rise-shutdown-'));
  await copyStartedData(join(folder, 'data'));
  portal = new URL(`http://127.0.0.1:${await freePort()}`);
});
afterAll(() => killAndRemove(server, folder));

async function serve(drainSeconds: number): Promise<void> {
  const env = { RISE_DATA: join(folder, 'data'), PORT: portal.port, DRAIN_SECONDS: String(drainSeconds) };
  server = runProgram(SERVER, { env });
  await server.waitForOutput('Rise is ready');
}

const statusOf = async (path: string) => (await fetch(new URL(path, portal))).status;

test('after SIGTERM the server is not ready, still serves who comes, and ends its streams', async () => {
  // Far longer than what is asked of it meanwhile.
  await serve(10);
  const cookie = await siteAt(portal).signIn('admin@birch.example');
  const events = await fetch(new URL('/api/v1/events', portal), { headers: { cookie } });
  expect(events.status).toBe(200);
  expect(await statusOf('/readyz')).toBe(200);

  server.child.kill('SIGTERM');
  await server.waitForOutput('Stopping …');
  while ((await statusOf('/readyz')) !== 503) await wait(20);
  expect(await statusOf('/healthz')).toBe(200);
  expect((await fetch(new URL('/api/v1/session', portal), { headers: { cookie } })).status).toBe(200);
  // Ends as a complete response: a page connects again, to another server.
  await expect(events.text()).resolves.toBeTypeOf('string');
  expect(await server.ended).toBe(0);
  await expect(fetch(portal)).rejects.toThrow('fetch failed');
});

test('a response that is being sent when it stops is sent to its end', async () => {
  await serve(0);
  const cookie = await siteAt(portal).signIn('admin@birch.example');
  const body = {
    format: 'csv',
    query: { dataset: 'call_report', dimensions: ['name', 'state', 'city'], measures: ['total_assets'] },
  };
  const response = await siteAt(portal).send('POST /api/v1/query/stream', { cookie, body });
  expect(response.status).toBe(200);
  server.child.kill('SIGTERM');
  const lines = (await response.text()).trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(1000);
  expect(await server.ended).toBe(0);
});
