import { STATUSES } from '@rise/contract';
import { createClient } from '@rise/contract/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal?.close());

test('returns the user as the shell shows them; the status is set at once, in every tenant, and survives a restart', async () => {
  const email = 'ada@people.example';
  const { alder, birch } = portal.tenants;
  const { cookie, accountId } = await portal.signIn({
    email,
    roles: ['tenant.user'],
    tenants: [alder, birch],
    enter: alder,
  });
  const colleague = await portal.signIn({ email: 'bob@people.example', roles: ['tenant.user'], tenants: [alder] });
  const clientWith = (locked: string) => createClient({ baseUrl: portal.url, headers: { cookie: locked } });
  const client = clientWith(cookie);
  const ada = { id: accountId, name: 'Test Person', email, avatar: null };
  expect(await client.call('GET /api/common/user')).toEqual({ ...ada, status: 'online' });
  for (const status of STATUSES)
    expect(await client.call('PATCH /api/common/user', { body: { user: { status } } })).toEqual({ ...ada, status });
  expect(await clientWith(colleague.cookie).call('GET /api/common/user')).toMatchObject({ status: 'online' });
  await client.call('PUT /api/v1/session/tenant', { body: { tenantId: birch } });
  await portal.restart();
  expect(await clientWith(cookie).call('GET /api/common/user')).toEqual({ ...ada, status: 'invisible' });
});

test('only the status can be set, and only to a valid one', async () => {
  const { cookie } = await portal.signIn({ email: 'eve@people.example', roles: ['global.support'] });
  for (const user of [{ status: 'gone' }, { status: 'busy', email: 'boss@people.example' }, {}])
    expect((await portal.fetch('PATCH /api/common/user', { cookie, body: { user } })).status).toBe(400);
  // A user who has not entered a tenant still has an account.
  expect(await (await portal.fetch('GET /api/common/user', { cookie })).json()).toMatchObject({
    email: 'eve@people.example',
    status: 'online',
  });
});
