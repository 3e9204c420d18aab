import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RouteKey } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAlive, thisProcess } from '../../imports/this-process.ts';
import { acceptSecret, requireSameSecret } from '../../installation/installation-secret.service.ts';
import { systemIn } from '../../kernel/actor.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { loadLease } from '../../warehouse/version-loader.ts';

const QUESTIONS = 3;
let portal: TestPortal;
let other: Awaited<ReturnType<TestPortal['startAnother']>>;
let alder: string;
beforeAll(async () => {
  portal = await startTestPortal({ questionsPerMinute: QUESTIONS });
  other = await portal.startAnother();
  alder = portal.tenants.alder;
});
afterAll(async () => {
  await other?.stop();
  await portal?.close();
});

const person = (email: string, role: 'tenant.user' | 'tenant.admin' = 'tenant.user') =>
  portal.signIn({ email, roles: [role], tenants: [alder] });
const status = async (server: Pick<TestPortal, 'fetch'>, key: RouteKey, request: object) =>
  (await server.fetch(key, request)).status;

test('questions to the assistant count over all servers', async () => {
  const { cookie } = await person('ada@alder.example');
  const message = 'Layout';
  const body = { message, chatId: null, openAIRequest: { messages: [{ role: 'user', content: message }] } };
  const ask = (server: Pick<TestPortal, 'fetch'>) =>
    status(server, 'POST /api/v1/openai/confluence/chat', { cookie, body });
  expect([await ask(portal), await ask(other), await ask(portal)]).toEqual([200, 200, 200]);
  expect([await ask(other), await ask(portal)]).toEqual([429, 429]);
});

test('a person who is disabled at one server is out at the others, at once', async () => {
  const admin = await person('admin@alder.example', 'tenant.admin');
  const eve = await person('eve@alder.example');
  const reports = () => status(other, 'GET /api/v1/reports', { cookie: eve.cookie });
  expect(await reports()).toBe(200);
  const disabled = await portal.fetch('POST /api/v1/users/:id/disable', { cookie: admin.cookie, id: eve.accountId });
  expect(disabled.status).toBeLessThan(300);
  expect(await reports()).toBe(401);
});

test('what one server loads, all answer with equal figures', async () => {
  const { cookie } = await person('cem@alder.example');
  const figures = async (server: Pick<TestPortal, 'fetch'>) => {
    const body = { dataset: 'call_report', measures: ['total_assets'] };
    const response = await server.fetch('POST /api/v1/query', { cookie, body });
    return ((await response.json()) as { rows: unknown }).rows;
  };
  const before = await figures(other);
  await portal.warehouses.load(systemIn(alder), {
    title: 'Half',
    sourceDir: '.',
    tables: [{ table: 'notes', select: `SELECT range AS pages FROM range(getvariable('rows'))`, rows: 3 }],
    sortKey: 'pages',
  });
  for (const server of [portal, other])
    expect((await server.warehouses.current(systemIn(alder))).version.number).toBe(2);
  expect(await figures(other)).toEqual(await figures(portal));
  expect(await figures(other)).toEqual(before);
});

test('files of a load that another server runs stay, and go once that server has died', async () => {
  const folder = dirname(portal.warehouses.filePath(alder, 1));
  const partial = join(folder, '9.duckdb.partial');
  await mkdir(partial);
  await writeFile(join(partial, 'unfinished.duckdb'), 'half a load');
  const loading = await portal.database.takeLease({ name: loadLease(alder) });
  await other.warehouses.removeUnfinished(alder);
  expect(await readdir(folder)).toContain('9.duckdb.partial');
  // As the end of its process does.
  await loading!.release();
  await other.warehouses.removeUnfinished(alder);
  expect(await readdir(folder)).not.toContain('9.duckdb.partial');
});

test('in a shared folder, only what has been untouched for a day goes', async () => {
  const folder = dirname(portal.warehouses.filePath(alder, 1));
  for (const name of ['7.duckdb', '8.duckdb']) await writeFile(join(folder, name), 'left');
  const longAgo = Date.now() / 1000 - 25 * 60 * 60;
  await utimes(join(folder, '7.duckdb'), longAgo, longAgo);
  const sharing = await portal.startAnother({ isShared: true });
  await sharing.warehouses.removeUnfinished(alder);
  const left = await readdir(folder);
  expect(left).toContain('8.duckdb');
  expect(left).not.toContain('7.duckdb');
  await sharing.stop();
});

test('a process on another machine lives as long as it holds its lease', async () => {
  const elsewhere = '1 another-boot:1 8a';
  expect(await isAlive(portal.database, elsewhere)).toBe(false);
  const lease = await portal.database.takeLease({ name: `process ${elsewhere}`, shared: true });
  expect(await isAlive(portal.database, elsewhere)).toBe(true);
  await lease!.release();
  expect(await isAlive(portal.database, elsewhere)).toBe(false);
  expect(await portal.database.isLeased(`process ${thisProcess()}`)).toBe(true);
});

test('a server with another secret does not start, until an operator accepts that one', async () => {
  const [first, second] = ['a'.repeat(32), 'b'.repeat(32)] as [string, string];
  await requireSameSecret(portal.database, first);
  await requireSameSecret(portal.database, first);
  await expect(requireSameSecret(portal.database, second)).rejects.toThrow(
    /the secret of this server \(fingerprint [\w-]{16}\) is not that of the installation .* set SESSION_SECRET/,
  );
  await acceptSecret(portal.database, second, 'root');
  await requireSameSecret(portal.database, second);
  await expect(requireSameSecret(portal.database, first)).rejects.toThrow(/is not that of the installation/);
});
