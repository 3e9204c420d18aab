import type { ApiToken, CreatedApiToken, ErrorBody, Notification, RouteKey } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '../kernel/actor.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let boss: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  boss = await portal.signIn({ email: 'boss@tokens.example', roles: ['tenant.admin'], tenants: [alder, birch], enter: alder }); // prettier-ignore
  other = await portal.signIn({ email: 'other@tokens.example', roles: ['tenant.user'], tenants: [alder] });
});
afterAll(() => portal?.close());

const post = (body: object, { cookie } = boss) => portal.fetch('POST /api/v1/account/tokens', { cookie, body });
async function create(access: object, name = 'Import'): Promise<CreatedApiToken> {
  const response = await post({ name, access, days: 30 });
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as CreatedApiToken;
}
const list = async ({ cookie } = boss): Promise<ApiToken[]> =>
  ((await (await portal.fetch('GET /api/v1/account/tokens', { cookie })).json()) as { tokens: ApiToken[] }).tokens;
async function send(token: string, key: RouteKey, body?: object): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await portal.fetch(key, { headers, ...(body && { body }) });
  await response.body?.cancel();
  return response.status;
}
const shortcut = { shortcut: { label: 'Reports', icon: 'report', link: '/reports', useRouter: true } };
const QUERY = { dataset: 'call_report', measures: ['total_assets'] };

test('a token is shown once, works in its tenant with its scope, and its owner sees when it was used', async () => {
  const { token, ...created } = await create({ kind: 'read' });
  expect(token).toMatch(/^rise_[\w-]{43}$/);
  expect(created).toMatchObject({
    name: 'Import',
    scopes: ['read'],
    permissions: null,
    expired: false,
    lastUsedAt: null,
  });
  expect(created.tenant?.id).toBe(portal.tenants.alder);
  const validity = Date.parse(created.expiresAt) - Date.parse(created.createdAt);
  expect(Math.round(validity / (24 * 60 * 60 * 1000))).toBe(30);
  expect(await send(token, 'GET /api/v1/reports')).toBe(200);
  expect(await send(token, 'POST /api/v1/query', QUERY)).toBe(200);
  expect(await send(token, 'POST /api/common/shortcuts', shortcut)).toBe(403);
  const stored = (await list()).find(({ id }) => id === created.id);
  expect(stored?.lastUsedAt).not.toBeNull();
  expect(JSON.stringify(stored)).not.toContain(token);
});

test('one that may write changes what its owner may, but neither their account nor their tokens', async () => {
  const { id, token } = await create({ kind: 'write' });
  expect(await send(token, 'POST /api/common/shortcuts', shortcut)).toBe(200);
  for (const key of [
    'GET /api/v1/account/tokens',
    'GET /api/v1/account/sessions',
    'GET /api/v1/account/profile',
  ] as const)
    expect(await send(token, key)).toBe(404);
  expect(await send(token, 'POST /api/v1/account/tokens', { name: 'B', access: { kind: 'write' }, days: 365 })).toBe(
    404,
  );
  expect(await send(token, 'POST /api/v1/account/sessions/end-others')).toBe(404);
  expect((await list()).map((one) => one.id)).toContain(id);
});

test('one of the command line for all tenants neither lists, creates nor revokes tokens', async () => {
  const token = await portal.tokenFor({
    email: 'boss@tokens.example',
    tenantId: null,
    scopes: ['read', 'write', 'administer'],
  });
  expect(await send(token, 'GET /api/v1/account/sessions')).toBe(200);
  expect(await send(token, 'GET /api/v1/account/tokens')).toBe(404);
  expect(await send(token, 'POST /api/v1/account/tokens', { name: 'B', access: { kind: 'read' }, days: 1 })).toBe(404);
});

test('one with chosen permissions has no others, and never more than its owner has now', async () => {
  const { token } = await create({ kind: 'permissions', permissions: ['query.run', 'data.manage'] });
  expect(await send(token, 'POST /api/v1/query', QUERY)).toBe(200);
  expect(await send(token, 'GET /api/v1/imports')).toBe(200);
  expect(await send(token, 'GET /api/v1/reports')).toBe(404);
  const setRoles = (role: string) =>
    portal.database.withGlobal(
      SYSTEM,
      (tx) => tx.run`UPDATE account SET claimed_roles = ${[role]} WHERE id = ${boss.accountId}`,
    );
  await setRoles('tenant.user');
  expect(await send(token, 'GET /api/v1/imports')).toBe(404);
  expect(await send(token, 'POST /api/v1/query', QUERY)).toBe(200);
  await setRoles('tenant.admin');
});

test('nobody gives a token what they may not do, or keeps it for more than a year', async () => {
  const refused = async (body: object) => {
    const response = await post(body, other);
    expect(response.status).toBe(400);
    return ((await response.json()) as ErrorBody).error.details?.map(({ field }) => field);
  };
  const access = { kind: 'permissions', permissions: ['data.manage'] };
  expect(await refused({ name: 'A', access, days: 1 })).toEqual(['access.permissions']);
  for (const permission of ['account.self', 'account.tokens', 'global.administer'])
    expect(await refused({ name: 'A', access: { kind: 'permissions', permissions: [permission] }, days: 1 })).toEqual(['access.permissions']); // prettier-ignore
  expect(await refused({ name: 'A', access: { kind: 'read' }, days: 366 })).toEqual(['days']);
  expect(await refused({ name: ' ', access: { kind: 'read' }, days: 1 })).toEqual(['name']);
});

test('a revoked token identifies nobody at once; another person cannot revoke it', async () => {
  const { id, token } = await create({ kind: 'read' });
  const revoke = ({ cookie }: SignedIn) => portal.fetch('DELETE /api/v1/account/tokens/:id', { cookie, id });
  expect((await revoke(other)).status).toBe(404);
  expect(await send(token, 'GET /api/v1/reports')).toBe(200);
  expect((await revoke(boss)).status).toBe(200);
  expect(await send(token, 'GET /api/v1/reports')).toBe(401);
  expect((await list()).map((one) => one.id)).not.toContain(id);
  expect((await revoke(boss)).status).toBe(404);
});

test('its owner hears of it in the portal and by mail', async () => {
  const name = 'A <b>new</b> one';
  await create({ kind: 'read' }, name);
  const response = await portal.fetch('GET /api/common/notifications', { cookie: boss.cookie });
  expect(((await response.json()) as Notification[])[0]).toMatchObject({
    title: `The API token “${name}” was created for your account`,
    link: '/user#tokens',
  });
  const mails = await portal.database.withGlobal(
    SYSTEM,
    (tx) => tx.rows<{ recipient: string; text: string }>`
      SELECT recipient, text FROM mail_outbox WHERE kind = 'account-security' ORDER BY created_at DESC LIMIT 1`,
  );
  expect(mails).toEqual([{ recipient: 'boss@tokens.example', text: expect.stringContaining('/user#tokens') }]);
});
