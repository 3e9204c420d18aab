import { randomUUID } from 'node:crypto';
import type { RouteKey } from '@rise/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { audit } from './audit.ts';
import { systemIn } from './actor.ts';

/** What a tenant's administrator and a global one may change in this test. */
const OWN = `
parameters: [{ name: late_days, title: { en: Late }, type: integer, default: 5 }]
mappings: [{ name: loan_type, title: { en: Loan type }, targets: [{ value: auto, title: { en: Auto } }] }]
`;
const ANNOUNCEMENT = { title: { en: 'Maintenance' }, startDate: '2026-01-01T00:00:00Z' };

let portal: TestPortal;
let superuser: Client;
let admin: string;
let globalAdmin: string;
let otherSession: string;
let announcement: string;
let document: string;

beforeAll(async () => {
  portal = await startTestPortal();
  superuser = new Client({ connectionString: portal.superuserUrl });
  await superuser.connect();
  const { alder } = portal.tenants;
  const person = { email: 'admin@alder.example', roles: ['tenant.admin'], tenants: [alder] } as const;
  ({ cookie: admin } = await portal.signIn({ ...person, roles: ['tenant.admin'], tenants: [alder] }));
  const global = await portal.signIn({
    email: 'admin@rise.example',
    roles: ['global.admin'],
    tenants: [alder, portal.tenants.birch],
    enter: alder,
  });
  globalAdmin = global.cookie;
  const read = await portal.fetch('GET /api/v1/model', { cookie: admin });
  document = `${((await read.json()) as { document: string }).document}${OWN}`;
  await portal.fetch('PUT /api/v1/model', { cookie: admin, body: { document } });
  const announced = await portal.fetch('POST /api/v1/global/announcements', {
    cookie: globalAdmin,
    body: ANNOUNCEMENT,
  });
  announcement = ((await announced.json()) as { id: string }).id;
  otherSession = await sessionOf(portal, superuser, global.accountId);
});
afterAll(async () => {
  await superuser?.end();
  await portal?.close();
});

/** Another session of the person, for them to end. */
async function sessionOf({ tenants }: TestPortal, client: Client, accountId: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO session (token_hash, account_id, tenant_id, expires_at) VALUES ($1, $2, $3, now() + interval '1 day') RETURNING id`,
    [Buffer.from(randomUUID()), accountId, tenants.alder],
  );
  return rows[0]!.id;
}

/** Everything that the database holds, except the audit trail, rate limits and times of last use. */
async function contents(): Promise<Record<string, string>> {
  const { rows: tables } = await superuser.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('audit_record', 'audit_link', 'audit_verification', 'limited_use', 'query_log', 'server_report')`,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await superuser.query<{ hash: string }>(
      `SELECT coalesce(md5(string_agg(md5((to_jsonb(t) - 'last_seen_at' - 'last_used_at')::text), '' ORDER BY to_jsonb(t)::text)), '') AS hash FROM ${name} t`,
    );
    hashes[name] = rows[0]!.hash;
  }
  return hashes;
}

/** Once no tests of the model are due: what an earlier change asked for runs in the background, and stores its outcome. */
async function settledContents(): Promise<Record<string, string>> {
  const due = async () => (await superuser.query('SELECT FROM model_test_due')).rowCount;
  await expect.poll(due, { timeout: 120_000 }).toBe(0);
  return contents();
}

const records = async (action: string) =>
  (
    await superuser.query<{ target: string | null; details: unknown; outcome: string }>(
      'SELECT target, details, outcome FROM audit_record WHERE action = $1 ORDER BY id DESC',
      [action],
    )
  ).rows;

const changes: { action: string; key: RouteKey; as?: 'global'; id?: () => string; body?: () => unknown }[] = [
  { action: 'parameter.set', key: 'PATCH /api/v1/parameters', body: () => ({ values: { late_days: 9 } }) },
  { action: 'calendar.set', key: 'PATCH /api/v1/calendar', body: () => ({ fiscalYearStart: 7 }) },
  { action: 'currency.set', key: 'PATCH /api/v1/currency', body: () => ({ currency: 'EUR' }) },
  {
    action: 'mapping.put',
    key: 'PUT /api/v1/mapping',
    body: () => ({ type: 'loan_type', codes: [{ code: 'A', value: 'auto' }] }),
  },
  { action: 'model.put', key: 'PUT /api/v1/model', body: () => ({ document: `${document}# changed` }) },
  { action: 'account.update', key: 'PATCH /api/v1/account', body: () => ({ defaultLandingPage: '/reports' }) },
  {
    action: 'contact.sent',
    key: 'POST /api/v1/contact',
    body: () => ({ name: 'A', email: 'a@example.org', subject: 'B', message: 'C' }),
  },
  {
    action: 'tenant.entered',
    key: 'PUT /api/v1/session/tenant',
    as: 'global',
    body: () => ({ tenantId: portal.tenants.birch }),
  },
  {
    action: 'announcement.create',
    key: 'POST /api/v1/global/announcements',
    as: 'global',
    body: () => ({ ...ANNOUNCEMENT, title: { en: 'Another' } }),
  },
  {
    action: 'announcement.update',
    key: 'PATCH /api/v1/global/announcements/:id',
    as: 'global',
    id: () => announcement,
    body: () => ({ title: { en: 'Changed' } }),
  },
  {
    action: 'announcement.delete',
    key: 'DELETE /api/v1/global/announcements/:id',
    as: 'global',
    id: () => announcement,
  },
  { action: 'session.revoke', key: 'DELETE /api/v1/account/sessions/:id', as: 'global', id: () => otherSession },
];

describe.each(changes)('$key', ({ action, key, as, id, body }) => {
  const send = () =>
    portal.fetch(key, {
      cookie: as === 'global' ? globalAdmin : admin,
      ...(id && { id: id() }),
      ...(body && { body: body() }),
    });

  test('changes nothing where its audit record cannot be written, and one record otherwise', async () => {
    const before = await settledContents();
    const known = (await records(action)).length;
    await superuser.query('REVOKE INSERT (action) ON audit_record FROM rise_app');
    try {
      const refused = await send();
      expect(refused.status).toBe(500);
      expect(await refused.json()).toMatchObject({
        error: { code: 'INTERNAL', message: expect.any(String) as string },
      });
      expect(await contents()).toEqual(before);
    } finally {
      await superuser.query('GRANT INSERT (action) ON audit_record TO rise_app');
    }
    expect((await send()).status).toBe(200);
    expect(await contents()).not.toEqual(before);
    expect(await records(action)).toHaveLength(known + 1);
  });
});

test('a record takes any text: what cannot be stored is escaped, and long text truncated', async () => {
  await audit(portal.database, systemIn(portal.tenants.alder), {
    action: 'test.text',
    outcome: 'denied',
    target: 'a\0b\nforged',
    details: { sql: `SELECT '\ud800'`, 'k\0': 1, long: '😀'.repeat(50_000), many: Array(30).fill('x'.repeat(20_000)) },
  });
  await audit(portal.database, systemIn(portal.tenants.alder), {
    action: 'test.text',
    outcome: 'denied',
    details: { sql: `SELECT '\ud800'`, 'k\0': 1, long: '😀'.repeat(50_000) },
  });
  const [short, bounded] = await records('test.text');
  expect(short).toMatchObject({ details: { sql: `SELECT '\\ud800'`, 'k\\u0000': 1 } });
  expect((short!.details as { long: string }).long).toMatch(/… \(100000 characters\)$/);
  expect(bounded).toMatchObject({ target: 'a\\u0000b\nforged', details: { truncated: expect.any(String) as string } });
});

test('a refused statement leaves a record', async () => {
  const { cookie } = await portal.signIn({
    email: 'sql@rise.example',
    roles: ['global.admin'],
    enter: portal.tenants.alder,
  });
  const response = await portal.fetch('POST /api/v1/sql', { cookie, body: { sql: 'SELECT chr(0), * FROM nowhere' } });
  expect(response.status).toBe(400);
  expect(await records('query.sql')).toMatchObject([
    { outcome: 'denied', details: { sql: 'SELECT chr(0), * FROM nowhere' } },
  ]);
});

test('records can be neither changed nor deleted by the application', async () => {
  const actor = systemIn(portal.tenants.alder);
  const { database } = portal;
  const refused = /permission denied for table audit_record/;
  await expect(database.withTenant(actor, (tx) => tx.run`UPDATE audit_record SET outcome = 'done'`)).rejects.toThrow(
    refused,
  );
  await expect(database.withGlobal(actor, (tx) => tx.run`DELETE FROM audit_record`)).rejects.toThrow(refused);
  await expect(database.withGlobal(actor, (tx) => tx.run`TRUNCATE audit_record`)).rejects.toThrow(refused);
});
