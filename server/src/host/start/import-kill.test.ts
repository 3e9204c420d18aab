import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DataImport, DataVersion, RouteKey, Session } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../identity/identities.ts';
import { createBrowser } from '../../testing/browser.ts';
import { copyStartedData, killAndRemove } from '../../testing/data-directory.ts';
import { importClient, type ImportClient } from '../../testing/import-client.ts';
import { until } from '../../testing/until.ts';
import { freePort, runProgram, SERVER, type Program } from '../../testing/program.ts';

const KILLS = Number(process.env['RISE_KILLS'] ?? 3);
const MB = 1024 * 1024;
const TUS = { 'tus-resumable': '1.0.0' };

let folder: string;
let portal: URL;
let server: Program;
let cookie: string;
let tenant: string;
let client: ImportClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rise-import-kill-'));
  await copyStartedData(join(folder, 'data'));
  portal = new URL(`http://127.0.0.1:${await freePort()}`);
  await serve();
  const browser = createBrowser();
  const identity = { email: 'admin@birch.example', password: DEMO_PASSWORD };
  await browser.submit(await browser.go(new URL('/login', portal)), identity);
  cookie = `rise=${browser.cookie(portal.host, 'rise')!}`;
  client = importClient({ url: portal.origin, fetch: (key, sent) => send(key, sent) }, cookie);
  tenant = ((await (await send('GET /api/v1/session')).json()) as Session).tenant!.id;
});
afterAll(async () => {
  await killAndRemove(server, folder);
});

function serve(): Promise<void> {
  server = runProgram(SERVER, { env: { RISE_DATA: join(folder, 'data'), PORT: portal.port } });
  return server.waitForOutput('Rise is ready');
}

function send(
  key: RouteKey,
  { id = '', body, headers = {}, search = '' }: Parameters<ImportClientFetch>[1] & object = {},
): Promise<Response> {
  const [method, path] = key.split(' ') as [string, string];
  const sent = Object.entries({ cookie, 'x-rise-request': '1', ...headers }).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as [string, string]],
  );
  return fetch(new URL(`${path.replace(':id', id)}${search}`, portal), {
    method,
    headers: { ...Object.fromEntries(sent), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
type ImportClientFetch = Parameters<typeof importClient>[0]['fetch'];

const started = ({ id }: DataImport) =>
  until(
    () => client.get(id),
    ({ status }) => status !== 'waiting',
  );
const ended = ({ id }: DataImport) =>
  until(
    () => client.get(id),
    ({ status }) => status !== 'waiting' && status !== 'running',
  );

const payments = (rows: number) =>
  `id,amount\n${Array.from({ length: rows }, (_, index) => `${index},${index}.25`).join('\n')}\n`;

async function versions(): Promise<DataVersion[]> {
  const response = await send('GET /api/v1/data-version/history', { search: '?limit=100' });
  return ((await response.json()) as { versions: DataVersion[] }).versions;
}

/** Rows of the table in the current version. */
const rowsIn = (all: readonly DataVersion[]) =>
  all.find(({ current }) => current)?.tables.find(({ table }) => table === 'payments')?.rows ?? 0;

/** Sends a file from an offset until the server is killed. */
function sendUntilKilled(id: string, bytes: Buffer, offset: number): Promise<void> {
  const headers = {
    ...TUS,
    cookie,
    'x-rise-request': '1',
    'content-type': 'application/offset+octet-stream',
    'content-length': String(bytes.length - offset),
    'upload-offset': String(offset),
  };
  const { hostname, port } = portal;
  return new Promise((resolve) => {
    const outgoing = request({ hostname, port, path: `/api/v1/uploads/${id}`, method: 'PATCH', headers }, () =>
      resolve(),
    );
    outgoing.on('error', () => resolve());
    outgoing.end(bytes.subarray(offset));
  });
}

async function offsetOf(id: string): Promise<number> {
  const response = await send('HEAD /api/v1/uploads/:id', { id, headers: TUS });
  return Number(response.headers.get('upload-offset'));
}

async function expectNoOrphans(all: readonly DataVersion[]): Promise<void> {
  const numbers = new Set(all.map(({ number }) => number));
  for (const name of await readdir(join(folder, 'data', 'warehouse', tenant))) {
    const [, number] = /^(\d+)(?:\.rollups\.\w+)?\.duckdb$/.exec(name) ?? [];
    expect([name, numbers.has(Number(number))]).toEqual([name, true]);
  }
}

test(
  'killed during imports, it has the old version or the new one, no orphaned file, and uploads go on',
  async () => {
    const bytes = randomBytes(48 * MB);
    const created = await send('POST /api/v1/uploads', { headers: { ...TUS, 'upload-length': String(bytes.length) } });
    const upload = created.headers.get('location')!.split('/').at(-1)!;
    let draft: DataImport | null = null;
    let offset = 0;
    let target = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      if (draft === null) {
        target = 150_000 + kill;
        draft = await client.draft({ 'payments.csv': payments(target) });
        draft = await client.change(draft, { target: 'payments', mode: 'replace', day: null });
      }
      const before = await versions();
      const part = Math.floor((bytes.length * kill) / (KILLS + 1));
      const sending = sendUntilKilled(upload, bytes.subarray(0, Math.max(part, offset)), offset);
      expect((await client.send('POST /api/v1/imports/:id/run', draft.id)).status).toBe(200);
      await wait(Math.random() * 1200);
      server.child.kill('SIGKILL');
      await Promise.all([server.ended, sending]);
      await serve();

      const { status, version, failure } = await ended(draft);
      const after = await versions();
      if (status === 'loaded') {
        expect(after[0]).toMatchObject({ number: version, current: true });
        expect(rowsIn(after)).toBe(target);
        draft = null;
      } else {
        expect({ status, failure }).toMatchObject({ status: 'failed', failure: { code: 'interrupted' } });
        expect(after).toEqual(before);
      }
      await expectNoOrphans(after);
      const stored = await offsetOf(upload);
      expect(stored).toBeGreaterThanOrEqual(offset);
      offset = stored;
    }
    if (draft !== null)
      expect(await client.run(draft)).toMatchObject({ status: 'loaded', results: [{ rows: target }] });
    await sendUntilKilled(upload, bytes, offset);
    expect(await offsetOf(upload)).toBe(bytes.length);
    const file = await readFile(join(folder, 'data', 'uploads', tenant, upload));
    expect(file.equals(bytes)).toBe(true);
  },
  120_000 + KILLS * 60_000,
);

test('a running import is canceled, and can be run again', async () => {
  const drafted = await client.draft({ 'payments.csv': payments(1_500_000) });
  const draft = await client.change(drafted, { target: 'payments', mode: 'replace' });
  const before = await versions();
  await client.send('POST /api/v1/imports/:id/run', draft.id);
  await started(draft);
  const canceled = await client.send('POST /api/v1/imports/:id/cancel', draft.id);
  expect(await canceled.json()).toMatchObject({ status: 'canceled', version: null });
  expect(await versions()).toEqual(before);
  await expectNoOrphans(before);
  expect(await client.run(draft)).toMatchObject({ status: 'loaded', results: [{ rows: 1_500_000 }] });
}, 300_000);

test('an import is canceled in whichever moment of its run', async () => {
  const drafted = async () => {
    const draft = await client.draft({ 'payments.csv': payments(1000) });
    return client.change(draft, { target: 'payments', mode: 'replace' });
  };
  let draft = await drafted();
  let before = await versions();
  let cancels = 0;
  for (let moment = 0; moment < 20; moment += 1) {
    await client.send('POST /api/v1/imports/:id/run', draft.id);
    // Without a pause, which could be longer than the run.
    while ((await client.get(draft.id)).status === 'waiting');
    await wait(moment * 5);
    const canceled = await client.send('POST /api/v1/imports/:id/cancel', draft.id);
    if (canceled.status === 409) {
      // It had ended: on a busy machine, this process may stand still for longer than a run takes.
      expect(await client.get(draft.id)).toMatchObject({ status: 'loaded', results: [{ rows: 1000 }] });
      [draft, before] = [await drafted(), await versions()];
      continue;
    }
    cancels += 1;
    expect([moment, await canceled.json()]).toMatchObject([moment, { status: 'canceled', version: null }]);
    expect(await versions()).toEqual(before);
    await expectNoOrphans(before);
  }
  expect(cancels).toBeGreaterThan(0);
  expect(await client.run(draft)).toMatchObject({ status: 'loaded', results: [{ rows: 1000 }] });
});
