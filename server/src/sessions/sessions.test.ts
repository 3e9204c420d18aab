import { randomBytes, randomUUID } from 'node:crypto';
import type { Session } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedDemoAccounts } from '../identity/demo-accounts.ts';
import { DEMO_IDENTITIES, DEMO_PASSWORD } from '../identity/identities.ts';
import { createBrowser } from '../testing/browser.ts';
import { SitePeople, statusOf } from '../testing/site-people.ts';
import { startSignInSite, type SignInSite } from '../testing/sign-in-site.ts';
import { SessionService, hashSecret, newSecret } from './sessions.service.ts';

let site: SignInSite;
let people: SitePeople;
beforeAll(async () => {
  site = await startSignInSite();
  people = new SitePeople(site);
  await site.sql(`INSERT INTO tenant (slug, name, suspended_at) VALUES ('closed', 'Closed Credit Union', now())`);
});
afterAll(() => site.close());

describe('a session', () => {
  test('expires after 12 hours without a request, and after 7 days in any case', async () => {
    const account = await people.add(['tenant.user'], ['alder']);
    const { id, cookie } = await people.cookieFor(account, site.tenants.alder);
    await site.sql(`UPDATE session SET last_seen_at = now() - interval '11 hours 59 minutes' WHERE id = $1`, [id]);
    expect(await statusOf(people.readSession({ cookie }))).toBe(200);
    // That request extended the session.
    const [seen] = await site.sql<{ recent: boolean }>(
      `SELECT last_seen_at > now() - interval '1 minute' AS recent FROM session WHERE id = $1`,
      [id],
    );
    expect(seen!.recent).toBe(true);
    await site.sql(`UPDATE session SET last_seen_at = now() - interval '12 hours 1 second' WHERE id = $1`, [id]);
    expect(await statusOf(people.readSession({ cookie }))).toBe(401);
    const other = await people.cookieFor(account, site.tenants.alder);
    await site.sql(`UPDATE session SET expires_at = now() - interval '1 second' WHERE id = $1`, [other.id]);
    expect(await statusOf(people.readSession({ cookie: other.cookie }))).toBe(401);
    const [span] = await site.sql<{ days: number }>(
      `SELECT extract(day FROM expires_at - created_at)::int AS days FROM session WHERE account_id = $1 AND expires_at > now()`,
      [account],
    );
    expect(span!.days).toBe(7);
  });

  test('has its last activity written at most once a minute', async () => {
    const { id, cookie } = await people.cookieFor(await people.add(['tenant.user'], ['alder']), site.tenants.alder);
    await site.sql(`UPDATE session SET last_seen_at = now() - interval '30 seconds' WHERE id = $1`, [id]);
    const seen = () => site.sql(`SELECT last_seen_at FROM session WHERE id = $1`, [id]);
    const before = await seen();
    await people.readSession({ cookie });
    expect(await seen()).toEqual(before);
  });

  test.each([
    '',
    'rise=',
    'rise=short',
    `rise=${'A'.repeat(43)}`,
    `rise=${'A'.repeat(44)}`,
    `other=${'A'.repeat(43)}`,
    'rise=%00%ff;;=;',
  ])('is not found under %j', async (cookie) => {
    expect(await statusOf(people.readSession({ cookie }))).toBe(401);
  });

  test('is invalid under another secret, and cannot be forged from its row without the secret', async () => {
    const account = await people.add(['tenant.user'], ['alder']);
    const { id, cookie } = await people.cookieFor(account, site.tenants.alder);
    const elsewhere = new SessionService({
      database: site.database,
      key: randomBytes(32),
      publicUrl: site.url,
      features: { chatbot: false, insights: false, chat: true },
    });
    expect(await statusOf(people.readSession({ cookie }))).toBe(200);
    expect(await elsewhere.identify({ cookie })).toBeNull();
    const token = newSecret();
    await site.sql(`UPDATE session SET token_hash = $1 WHERE id = $2`, [hashSecret(token), id]);
    expect(await statusOf(people.readSession({ cookie: `rise=${token}` }))).toBe(401);
  });

  test('has a cookie that requires https where the portal is reached by https', async () => {
    const sessions = new SessionService({
      database: site.database,
      key: randomBytes(32),
      publicUrl: new URL('https://rise.example'),
      features: { chatbot: false, insights: false, chat: true },
    });
    const accountId = await people.add(['tenant.user'], ['alder']);
    const { cookie } = await sessions.issue({
      accountId,
      tenantId: null,
      providerSession: null,
      idToken: null,
      userAgent: undefined,
      address: null,
    });
    expect(cookie).toMatch(/^__Host-rise=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const value = cookie.split(';', 1)[0]!;
    expect(await sessions.identify({ cookie: value })).toMatchObject({ accountId });
    expect(await sessions.identify({ cookie: value.replace('__Host-rise', 'rise') })).toBeNull();
  });
});

describe('a withdrawn right', () => {
  const withdrawals: [string, string, number][] = [
    ['a disabled account', `UPDATE account SET disabled_at = now() WHERE id = $1`, 401],
    ['a removed role', `UPDATE account SET claimed_roles = '{}' WHERE id = $1`, 401],
    ['a removed only membership', `DELETE FROM tenant_user WHERE account_id = $1`, 401],
    ['a disabled only membership', `UPDATE tenant_user SET disabled_at = now() WHERE account_id = $1`, 401],
    ['an ended session', `UPDATE session SET ended_at = now() WHERE account_id = $1`, 401],
  ];
  test.each(withdrawals)('%s takes effect on the next request', async (_name, statement, status) => {
    const account = await people.add(['tenant.user'], ['alder']);
    const { cookie } = await people.cookieFor(account, site.tenants.alder);
    expect(await statusOf(people.readSession({ cookie }))).toBe(200);
    await site.sql(statement, [account]);
    expect(await statusOf(people.readSession({ cookie }))).toBe(status);
  });

  test('a lost membership among several leaves the person signed in, outside that tenant', async () => {
    const account = await people.add(['tenant.user'], ['alder', 'birch']);
    const { cookie } = await people.cookieFor(account, site.tenants.alder);
    await site.sql(`DELETE FROM tenant_user WHERE account_id = $1 AND tenant_id = $2`, [account, site.tenants.alder]);
    const session = await people.readSession({ cookie });
    expect(session.tenant).toBeNull();
    expect(session.tenants.map(({ slug }) => slug)).toEqual(['birch']);
  });

  test('a suspended tenant is left by a global user too', async () => {
    const { cookie } = await people.cookieFor(await people.add(['global.support'], []), site.tenants.birch);
    expect((await people.readSession({ cookie })).tenant?.slug).toBe('birch');
    await site.sql(`UPDATE tenant SET suspended_at = now() WHERE slug = 'birch'`);
    const session = await people.readSession({ cookie });
    await site.sql(`UPDATE tenant SET suspended_at = NULL WHERE slug = 'birch'`);
    expect(session.tenant).toBeNull();
    expect(session.tenants).toEqual([]);
  });
});

describe('tenants', () => {
  const enter = (cookie: string, tenantId: string) =>
    people.clientWith({ cookie }).call('PUT /api/v1/session/tenant', { body: { tenantId } });

  test('a person of several tenants chooses one, and can change it', async () => {
    const account = await people.add(['tenant.user'], ['alder', 'birch', 'closed']);
    const { cookie } = await people.cookieFor(account);
    const first = await people.readSession({ cookie });
    expect(first.tenant).toBeNull();
    expect(first.tenants.map(({ slug }) => slug)).toEqual(['alder', 'birch']);
    expect((await enter(cookie, site.tenants.birch)).tenant?.slug).toBe('birch');
    expect((await people.readSession({ cookie })).tenant?.slug).toBe('birch');
    expect((await enter(cookie, site.tenants.alder)).tenant?.slug).toBe('alder');
  });

  test('another’s, a suspended and a missing tenant are all not found', async () => {
    const { cookie } = await people.cookieFor(await people.add(['tenant.admin'], ['alder']), site.tenants.alder);
    const [closed] = await site.sql<{ id: string }>(`SELECT id FROM tenant WHERE slug = 'closed'`);
    for (const id of [site.tenants.birch, closed!.id, randomUUID()])
      expect(await statusOf(enter(cookie, id))).toBe(404);
    expect((await people.readSession({ cookie })).tenant?.slug).toBe('alder');
  });

  test('a global user enters no tenant that has not allowed it', async () => {
    const account = await people.add(['global.support'], []);
    const { cookie } = await people.cookieFor(account);
    expect((await people.readSession({ cookie })).tenants).toEqual([]);
    expect(await statusOf(enter(cookie, site.tenants.alder))).toBe(404);
  });
});

describe('a person’s own sessions', () => {
  test('say from which address they were last used', async () => {
    const account = await people.add(['tenant.user'], ['alder']);
    const { id, cookie } = await people.cookieFor(account, site.tenants.alder);
    const client = people.clientWith({ cookie });
    const addressNow = async () => (await client.call('GET /api/v1/account/sessions')).sessions[0]?.address;
    expect(await addressNow()).toBeNull();
    await site.sql(`UPDATE session SET last_seen_at = now() - interval '2 minutes', address = '192.0.2.1' WHERE id = $1`, [id]); // prettier-ignore
    expect(await addressNow()).toBe('127.0.0.1');
  });

  test('are listed, distinguished and ended; those of others are not found', async () => {
    const account = await people.add(['tenant.user'], ['alder']);
    const here = await people.cookieFor(account, site.tenants.alder, 'Mozilla/5.0 (X11; Linux) Firefox/140.0');
    const there = await people.cookieFor(account, site.tenants.alder, 'Mozilla/5.0 (iPhone) Safari/604.1');
    const stranger = await people.cookieFor(await people.add(['tenant.user'], ['alder']), site.tenants.alder);
    const client = people.clientWith({ cookie: here.cookie });
    const { sessions } = await client.call('GET /api/v1/account/sessions');
    expect(
      sessions.map(({ id, device, browser, system, current }) => ({ id, device, browser, system, current })),
    ).toEqual(
      expect.arrayContaining([
        { id: here.id, device: 'Firefox on Linux', browser: 'Firefox', system: 'Linux', current: true },
        { id: there.id, device: 'Safari on iOS', browser: 'Safari', system: 'iOS', current: false },
      ]),
    );
    expect(sessions).toHaveLength(2);
    const end = (id: string) => client.call('DELETE /api/v1/account/sessions/:id', { params: { id } });
    expect(await end(there.id)).toEqual({ ended: true });
    expect(await statusOf(people.readSession({ cookie: there.cookie }))).toBe(401);
    expect(await statusOf(end(there.id))).toBe(404);
    expect(await statusOf(end(stranger.id))).toBe(404);
    expect(await statusOf(end(randomUUID()))).toBe(404);
    expect(await statusOf(people.readSession({ cookie: stranger.cookie }))).toBe(200);
  });
});

describe('an API token', () => {
  const withToken = (token: string) => people.readSession({ authorization: `Bearer ${token}` });

  test('acts as its owner in its tenant', async () => {
    const account = await people.add(['tenant.user'], ['alder', 'birch']);
    const session = await withToken(await people.tokenFor(account, site.tenants.birch));
    expect(session).toMatchObject({ account: { id: account }, tenant: { slug: 'birch' } });
    expect((await withToken(await people.tokenFor(account, null))).tenant).toBeNull();
    const single = await people.add(['tenant.user'], ['alder']);
    expect((await withToken(await people.tokenFor(single, null))).tenant?.slug).toBe('alder');
    const [used] = await site.sql<{ used: boolean }>(
      `SELECT bool_and(last_used_at IS NOT NULL) AS used FROM api_token WHERE account_id = $1`,
      [account],
    );
    expect(used!.used).toBe(true);
  });

  test('stays in its tenant', async () => {
    const account = await people.add(['tenant.user'], ['alder', 'birch']);
    const client = people.clientWith({ authorization: `Bearer ${await people.tokenFor(account, site.tenants.alder)}` });
    const enter = (tenantId: string) => client.call('PUT /api/v1/session/tenant', { body: { tenantId } });
    expect(await statusOf(enter(site.tenants.birch))).toBe(404);
    expect((await enter(site.tenants.alder)).tenant?.slug).toBe('alder');
  });

  test.each([
    ['that was revoked', 'revoked_at = now()'],
    ['that has expired', `expires_at = now() - interval '1 second'`],
    ['of a tenant that the person left', `tenant_id = (SELECT id FROM tenant WHERE slug = 'birch')`],
    ['of a suspended tenant', `tenant_id = (SELECT id FROM tenant WHERE slug = 'closed')`],
  ])('%s is rejected', async (_name, set) => {
    const token = await people.tokenFor(await people.add(['tenant.user'], ['alder']), site.tenants.alder, set);
    expect(await statusOf(withToken(token))).toBe(401);
  });

  test('of a disabled person is rejected', async () => {
    const account = await people.add(['global.admin'], []);
    const token = await people.tokenFor(account, null);
    expect(await statusOf(withToken(token))).toBe(200);
    await site.sql(`UPDATE account SET disabled_at = now() WHERE id = $1`, [account]);
    expect(await statusOf(withToken(token))).toBe(401);
  });

  test.each(['rise_', `rise_${'A'.repeat(43)}`, `RISE_${'A'.repeat(43)}`, `rise_${'A'.repeat(43)} x`])(
    'that was never created (%s) is rejected',
    async (token) => {
      expect(await statusOf(withToken(token))).toBe(401);
    },
  );
});

test('demo accounts exist before the first sign-in, which uses the same ones', async () => {
  const issuer = new URL('/idp', site.url);
  await seedDemoAccounts(site.database, issuer, DEMO_IDENTITIES);
  await seedDemoAccounts(site.database, issuer, DEMO_IDENTITIES);
  const accounts = await site.sql<{ id: string; email: string }>(`SELECT id, email FROM account WHERE issuer = $1`, [
    issuer.href,
  ]);
  expect(accounts).toHaveLength(6);
  for (const email of ['analyst@alder.example', 'global.admin@rise.example']) {
    const seeded = accounts.find((account) => account.email === email)!;
    const slug = email.includes('alder') ? 'alder' : null;
    const token = await people.tokenFor(seeded.id, null);
    expect((await people.readSession({ authorization: `Bearer ${token}` })).tenant?.slug ?? null).toBe(slug);
    const browser = createBrowser();
    const form = await browser.go(new URL('/login', site.url));
    await browser.submit(form, { email, password: DEMO_PASSWORD });
    const session = (await (await browser.request(new URL('/api/v1/session', site.url))).json()) as Session;
    expect(session.account.id).toBe(seeded.id);
  }
});
