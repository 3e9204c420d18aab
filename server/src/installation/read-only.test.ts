import { routes, type RouteKey, type RouteTable } from '@rise/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { setReadOnly } from './read-only.service.ts';

let portal: TestPortal;
let administrator: SignedIn;
let operator: SignedIn;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  administrator = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.admin'], tenants: [alder] });
  operator = await portal.signIn({ email: 'olga@rise.example', roles: ['global.admin'] });
});
afterAll(() => portal?.close());

const TABLE: RouteTable = routes;
const KEYS = Object.keys(TABLE) as RouteKey[];
const ID = '00000000-0000-4000-8000-000000000000';

const isRead = (key: RouteKey) => /^(?:GET|HEAD) /.test(key) && !TABLE[key]!.mutates;
const writes = KEYS.filter((key) => !isRead(key) && !TABLE[key]!.readOnly && !TABLE[key]!.inReadOnly);

async function readOnlyNow(): Promise<unknown> {
  const response = await portal.fetch('GET /api/v1/installation', { cookie: administrator.cookie });
  return ((await response.json()) as { readOnly: unknown }).readOnly;
}

async function switchTo(reason: string | null): Promise<void> {
  await setReadOnly(portal.database, { reason, operator: 'root' });
  while (((await readOnlyNow()) === null) !== (reason === null));
}

const codeOf = async (response: Response) =>
  response.status < 400 ? response.status : ((await response.json()) as { error: { code: string } }).error.code;

const reportId = async () => {
  const response = await portal.fetch('GET /api/v1/reports', { cookie: administrator.cookie });
  return ((await response.json()) as { reports: { id: string }[] }).reports[0]!.id;
};

test('while it is on, every route that writes refuses, and nothing is written', async () => {
  await switchTo('The database moves.');
  expect(await readOnlyNow()).toEqual({ since: expect.any(String) as string, reason: 'The database moves.' });
  const answers = new Map<RouteKey, unknown>();
  for (const key of writes) {
    const as = TABLE[key]!.tenant === 'global' ? operator : administrator;
    answers.set(key, await codeOf(await portal.fetch(key, { id: ID, cookie: as.cookie })));
  }
  // What someone may not do is refused as ever.
  const others = [...answers].filter(([, code]) => code !== 'READ_ONLY').map(([key, code]) => `${key} ${String(code)}`);
  expect(others).toEqual(others.filter((line) => line.endsWith(' NOT_FOUND')));
  expect(others.length).toBeLessThan(15);
  expect([...answers.values()].filter((code) => code === 'READ_ONLY').length).toBeGreaterThan(100);
});

test('reading, queries, exports, signing out elsewhere and choosing a tenant go on', async () => {
  const { cookie } = administrator;
  const id = await reportId();
  const body = { dataset: 'call_report', dimensions: [], measures: ['total_assets'] };
  expect(await codeOf(await portal.fetch('POST /api/v1/query', { cookie, body }))).toBe(200);
  expect(await codeOf(await portal.fetch('POST /api/v1/reports/:id/run', { id, cookie, body: {} }))).toBe(200);
  expect(await codeOf(await portal.fetch('POST /api/v1/account/sessions/end-others', { cookie }))).toBe(200);
  const { alder } = portal.tenants;
  const both = await portal.signIn({ email: 'both@alder.example', roles: ['tenant.user'], tenants: [alder, portal.tenants.birch] }); // prettier-ignore
  const enter = { cookie: both.cookie, body: { tenantId: alder } };
  expect(await codeOf(await portal.fetch('PUT /api/v1/session/tenant', enter))).toBe(200);
  const again = await portal.signIn({ email: 'new@alder.example', roles: ['tenant.user'], tenants: [alder] });
  expect(await codeOf(await portal.fetch('GET /api/v1/reports', { cookie: again.cookie }))).toBe(200);
});

test('once it is off, changes are accepted, and both are in the audit trail', async () => {
  await switchTo(null);
  const body = { defaultLandingPage: '/reports' };
  expect(await codeOf(await portal.fetch('PATCH /api/v1/account', { cookie: administrator.cookie, body }))).toBe(200);
  const client = new Client({ connectionString: portal.superuserUrl });
  await client.connect();
  const { rows } = await client.query<{ action: string }>(
    `SELECT action FROM audit_record WHERE action LIKE 'installation.read-only%' ORDER BY id`,
  );
  await client.end();
  expect(rows.map(({ action }) => action)).toEqual(['installation.read-only-on', 'installation.read-only-off']);
});

test('a server that starts while it is on knows from the first request on', async () => {
  await switchTo('');
  await portal.restart();
  const { cookie } = administrator;
  expect(await codeOf(await portal.fetch('PATCH /api/v1/account', { cookie, body: {} }))).toBe('READ_ONLY');
  await switchTo(null);
});
