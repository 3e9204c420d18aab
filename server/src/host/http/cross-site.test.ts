import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '../../kernel/actor.ts';
import { createToken } from '../../sessions/api-tokens.service.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../../testing/portal.ts';

/** Whose requests: one person with a session, and another one with an API token. */
let portal: TestPortal;
let person: SignedIn;
let token: string;
beforeAll(async () => {
  portal = await startTestPortal();
  const tenants = [portal.tenants.alder];
  person = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants });
  await portal.signIn({ email: 'program@alder.example', roles: ['tenant.user'], tenants });
  const request = { email: 'program@alder.example', issuer: null, tenant: null, name: 'test', days: 1 };
  ({ token } = await createToken(portal.database, { ...request, scopes: ['read', 'write'] }));
});
afterAll(() => portal?.close());

const change = (headers: Record<string, string | null>) =>
  portal.fetch('PATCH /api/v1/account', { body: { defaultLandingPage: '/reports' }, headers });

const landing = async () =>
  (
    await portal.database.withTenant(
      { ...SYSTEM, tenantId: portal.tenants.alder },
      (tx) => tx.first<{ landing: string | null }>`
        SELECT default_landing_page AS landing FROM tenant_user WHERE account_id = ${person.accountId}`,
      'reads',
    )
  )?.landing;

test.each(['Basic eDp5', 'x', 'Negotiate abc', 'Bearerx y', ''])(
  'the header Authorization: %s does not replace the one that other sites cannot send',
  async (authorization) => {
    const headers = { authorization, cookie: person.cookie };
    expect((await change({ ...headers, 'x-rise-request': null })).status).toBe(403);
    expect((await change({ ...headers, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await landing()).toBeNull();
  },
);

test.each(['Bearer nonsense', 'bearer', 'BEARER \t', `Bearer rise_${'A'.repeat(43)}`])(
  'with Authorization: %s the cookie does not count',
  async (authorization) => {
    for (const header of ['1', null])
      expect((await change({ authorization, cookie: person.cookie, 'x-rise-request': header })).status).toBe(401);
    expect(await landing()).toBeNull();
  },
);

test('a bearer token needs no other header, and alone says who asks', async () => {
  const headers = { authorization: `Bearer ${token}`, cookie: person.cookie, 'x-rise-request': null };
  const session = await portal.fetch('GET /api/v1/session', { headers });
  expect(await session.json()).toMatchObject({ account: { email: 'program@alder.example' } });
  expect((await change(headers)).status).toBe(200);
  expect(await landing()).toBeNull();
});
