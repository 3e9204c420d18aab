import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_IDENTITIES, DEMO_PASSWORD } from '../../identity/identities.ts';
import { createBrowser } from '../../testing/browser.ts';
import { copyStartedData, killAndRemove } from '../../testing/data-directory.ts';
import { freePort, runProgram, SERVER, type Program } from '../../testing/program.ts';

/** `npm test -- --all` sets RISE_KILLS to ten. */
const KILLS = Number(process.env['RISE_KILLS'] ?? 2);
const WRITERS = 3;

let folder: string;
let portal: URL;
let server: Program;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rise-kill-'));
  await copyStartedData(join(folder, 'data'));
  portal = new URL(`http://127.0.0.1:${await freePort()}`);
});
afterAll(async () => {
  await killAndRemove(server, folder);
});

function serve(): Promise<void> {
  server = runProgram(SERVER, { env: { RISE_DATA: join(folder, 'data'), PORT: portal.port } });
  return server.waitForOutput('Rise is ready');
}

/** Signs in repeatedly until the server is killed; a received cookie is an acknowledged session. */
async function write(email: string, acknowledged: string[]): Promise<void> {
  for (;;) {
    const browser = createBrowser();
    try {
      await browser.submit(await browser.go(new URL('/login', portal)), { email, password: DEMO_PASSWORD });
    } catch (error) {
      // Only the kill may end a writer: fetch then fails with a TypeError.
      if (!(error instanceof TypeError)) throw error;
    }
    const session = browser.cookie(portal.host, 'rise');
    if (session !== undefined) acknowledged.push(`rise=${session}`);
    if (server.child.killed) return;
  }
}

async function lost(cookies: readonly string[]): Promise<number> {
  const answers = await Promise.all(
    cookies.map((cookie) =>
      fetch(new URL('/api/v1/session', portal), { headers: { cookie } }).then(({ status }) => status),
    ),
  );
  return answers.filter((status) => status !== 200).length;
}

test('killed repeatedly during sign-ins, it restarts each time and loses no acknowledged session', async () => {
  const acknowledged: string[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await serve();
    const before = acknowledged.length;
    const writers = DEMO_IDENTITIES.slice(0, WRITERS).map(({ email }) => write(email, acknowledged));
    while (acknowledged.length < before + WRITERS) await wait(10);
    await wait(Math.random() * 300);
    server.child.kill('SIGKILL');
    await Promise.all([server.ended, ...writers]);
  }
  await serve();
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS * WRITERS);
  expect(await lost(acknowledged)).toBe(0);
  expect(await lost(['rise=nobody'])).toBe(1);
}, 240_000);
