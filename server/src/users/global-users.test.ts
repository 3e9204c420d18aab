import { randomUUID } from 'node:crypto';
import type { GlobalPerson, ListedGlobalPerson, RouteKey } from '@rise/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SYSTEM } from '../kernel/actor.ts';
import { readEvents } from '../testing/event-reader.ts';
import { plantPeople } from '../testing/plant-people.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let admin: SignedIn;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal?.close());
beforeEach(async () => {
  // Each test has the administrators that it signs in.
  await portal.database.withGlobal(
    SYSTEM,
    (tx) => tx.run`UPDATE account SET claimed_roles = '{tenant.user}', global_roles = '{}', disabled_at = NULL`,
  );
  admin = await portal.signIn({ email: 'chief@rise.example', roles: ['global.admin'] });
});

const call = async <T>(key: RouteKey, request: Parameters<TestPortal['fetch']>[1] = {}, by = admin) => {
  const response = await portal.fetch(key, { cookie: by.cookie, ...request });
  return {
    status: response.status,
    body: (await response.json()) as T & { error?: { details?: { field: string }[] } },
  };
};
const list = async (search = '') =>
  (await call<{ people: ListedGlobalPerson[]; total: number }>('GET /api/v1/global/users', { search })).body;
const view = async (id: string) => (await call<GlobalPerson>('GET /api/v1/global/users/:id', { id })).body;
const give = (id: string, roles: string[], by = admin) =>
  call<GlobalPerson>('PATCH /api/v1/global/users/:id', { id, body: { roles } }, by);
const disable = (id: string, by = admin) => call<GlobalPerson>('POST /api/v1/global/users/:id/disable', { id }, by);
const problem = (field: string) => ({ status: 409, body: { error: { details: [{ field }] } } });
const session = async (by: SignedIn) =>
  (await call<{ roles: string[]; permissions: string[]; kind: string }>('GET /api/v1/session', {}, by)).body;
const inAlder = () =>
  portal.signIn({
    email: `${randomUUID().slice(0, 8)}@alder.example`,
    firstName: 'Şule',
    lastName: 'Yıldırım',
    roles: ['tenant.user'],
    tenants: [portal.tenants.alder],
  });

describe('the list', () => {
  test('has the people with a global role and those who are invited, and nobody else', async () => {
    await plantPeople(portal.database, portal.tenants.alder, 30);
    await portal.signIn({ email: 'help@rise.example', roles: ['global.support'] });
    await call('POST /api/v1/global/invitations', { body: { email: 'new@rise.example', roles: ['global.admin'] } });
    const { people, total } = await list();
    expect(total).toBe(3);
    expect(people.map(({ email, state, roles, isSelf }) => ({ email, state, roles, isSelf }))).toEqual([
      { email: 'new@rise.example', state: 'invited', roles: ['global.admin'], isSelf: false },
      { email: 'chief@rise.example', state: 'active', roles: ['global.admin'], isSelf: true },
      { email: 'help@rise.example', state: 'active', roles: ['global.support'], isSelf: false },
    ]);
    expect(people[1]!.lastSeenAt).not.toBeNull();
    expect((await list('?role=global.support')).people.map(({ email }) => email)).toEqual(['help@rise.example']);
    expect((await list('?state=invited')).total).toBe(1);
    expect((await list('?q=CHIEF')).total).toBe(1);
    expect((await list('?q=%25')).total).toBe(0);
    expect((await list('?limit=1&offset=1')).people.map(({ email }) => email)).toEqual(['chief@rise.example']);
  });
});

describe('roles', () => {
  test('can be given to anyone who has signed in, count at once, and stand beside claimed ones', async () => {
    const person = await inAlder();
    const found = await call<{ accounts: { id: string }[] }>('GET /api/v1/global/users/accounts', {
      search: '?q=yildirim+SULE',
    });
    expect(found.body.accounts.map(({ id }) => id)).toContain(person.accountId);
    expect((await session(person)).permissions).not.toContain('tenants.view');
    expect((await give(person.accountId, ['global.support'])).body).toMatchObject({
      claimed: [],
      granted: ['global.support'],
      tenants: [{ name: 'Alder Credit Union' }],
    });
    expect(await session(person)).toMatchObject({ kind: 'global', roles: ['tenant.user', 'global.support'] });
    // The provider says again what it claims: what was given here stays.
    await portal.database.withGlobal(
      SYSTEM,
      (tx) => tx.run`UPDATE account SET claimed_roles = '{global.admin}' WHERE id = ${person.accountId}`,
    );
    expect(await view(person.accountId)).toMatchObject({ claimed: ['global.admin'], granted: ['global.support'] });
    await give(person.accountId, []);
    expect((await session(person)).roles).toEqual(['global.admin']);
  });

  test('of tenants cannot be given', async () => {
    expect((await give((await inAlder()).accountId, ['tenant.admin'])).status).toBe(400);
  });

  test('are shown to the tenant’s administrators as nothing that its provider claims', async () => {
    const { alder } = portal.tenants;
    const chief = await portal.signIn({ email: 'a@alder.example', roles: ['tenant.admin'], tenants: [alder] });
    const person = await inAlder();
    await give(person.accountId, ['global.support']);
    const shown = await call('GET /api/v1/users/:id', { id: person.accountId }, chief);
    expect(shown.body).toMatchObject({ claimed: { roles: ['tenant.user'] } });
  });

  test('of the last administrator stay', async () => {
    const person = await inAlder();
    await give(person.accountId, ['global.admin']);
    await portal.database.withGlobal(
      SYSTEM,
      (tx) => tx.run`UPDATE account SET claimed_roles = '{global.support}' WHERE id = ${admin.accountId}`,
    );
    expect((await call('GET /api/v1/global/users/:id', { id: admin.accountId })).status).toBe(404);
    const self = await call<GlobalPerson>('GET /api/v1/global/users/:id', { id: person.accountId }, person);
    expect(self.body).toMatchObject({ isSelf: true, isLastAdministrator: true });
    expect(await give(person.accountId, ['global.support'], person)).toMatchObject(
      problem('last-global-administrator'),
    );
    expect((await give(admin.accountId, ['global.admin'], person)).status).toBe(200);
    expect((await give(person.accountId, [], person)).status).toBe(200);
  });

  test('only global administrators give', async () => {
    const support = await portal.signIn({ email: 'help@rise.example', roles: ['global.support'] });
    expect((await give(support.accountId, ['global.admin'], support)).status).toBe(404);
    expect((await session(support)).roles).toEqual(['global.support']);
  });
});

describe('disabling', () => {
  test('ends sessions, streams and tokens in all tenants at once, and can be undone', async () => {
    const person = await portal.signIn({ email: 'leaver@rise.example', roles: ['global.support'] });
    const { alder } = portal.tenants;
    const token = await portal.tokenFor({ email: 'leaver@rise.example', tenantId: alder, scopes: ['read'] });
    const byToken = { headers: { authorization: `Bearer ${token}` } };
    expect((await portal.fetch('GET /api/v1/session', byToken)).status).toBe(200);
    const events = readEvents(await portal.fetch('GET /api/v1/events', { cookie: person.cookie }));
    await events.opened;
    expect((await disable(person.accountId)).body.state).toBe('disabled');
    await events.ended;
    expect((await portal.fetch('GET /api/v1/session', { cookie: person.cookie })).status).toBe(401);
    expect((await list('?state=disabled')).people.map(({ email }) => email)).toEqual(['leaver@rise.example']);

    expect((await call('POST /api/v1/global/users/:id/enable', { id: person.accountId })).status).toBe(200);
    expect((await view(person.accountId)).state).toBe('active');
    expect((await portal.fetch('GET /api/v1/session', { cookie: person.cookie })).status).toBe(401);
    expect((await portal.fetch('GET /api/v1/session', byToken)).status).toBe(401);
  });

  test('is refused for oneself; two administrators cannot disable each other', async () => {
    expect(await disable(admin.accountId)).toMatchObject(problem('self'));
    const other = await portal.signIn({ email: 'other@rise.example', roles: ['global.admin'] });
    const results = await Promise.all([disable(other.accountId), disable(admin.accountId, other)]);
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

test('an invitation is refused for someone who has a global role or is invited, and can be revoked', async () => {
  const invite = (email: string) =>
    call<{ id: string; link: string }>('POST /api/v1/global/invitations', {
      body: { email, roles: ['global.support'] },
    });
  expect(await invite('CHIEF@rise.example')).toMatchObject(problem('global'));
  const { body } = await invite('guest@rise.example');
  expect(await invite('Guest@rise.example')).toMatchObject(problem('invited'));
  const { body: opened } = await call('GET /api/v1/global/invitations/:id', { id: body.id });
  expect(opened).toMatchObject({ kind: 'invitation', email: 'guest@rise.example', state: 'invited' });
  expect((await list('?q=guest')).people).toEqual([opened]);
  expect(await call('POST /api/v1/global/invitations/:id/resend', { id: body.id })).toMatchObject(problem('recent'));
  expect((await call('DELETE /api/v1/global/invitations/:id', { id: body.id })).status).toBe(200);
  expect((await call('DELETE /api/v1/global/invitations/:id', { id: body.id })).status).toBe(404);
  expect((await call('GET /api/v1/global/invitations/:id', { id: body.id })).status).toBe(404);
  expect((await list('?q=guest')).total).toBe(0);
});
