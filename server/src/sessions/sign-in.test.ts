import { randomBytes } from 'node:crypto';
import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEMO_IDENTITIES, DEMO_PASSWORD } from '../identity/identities.ts';
import { Database } from '../kernel/database/database.ts';
import { createBrowser, type Browser, type Visit } from '../testing/browser.ts';
import { CLIENT, OUR_ROLES, startSignInSite, type SignInSite } from '../testing/sign-in-site.ts';
import { createSessionSlice } from './sessions.slice.ts';

let site: SignInSite;
beforeAll(async () => {
  site = await startSignInSite();
});
afterAll(() => site.close());
beforeEach(() => site.sql(`UPDATE account SET disabled_at = NULL`));

const at = (path: string) => new URL(path, site.url);
const signIn = async (browser: Browser, email: string, returnTo = '/home'): Promise<Visit> => {
  const form = await browser.go(at(`/login?returnTo=${encodeURIComponent(returnTo)}`));
  return browser.submit(form, { email, password: DEMO_PASSWORD });
};
const session = (browser: Browser) => browser.request(at('/api/v1/session'));
const reasonOf = (visit: Visit) => visit.url.pathname === '/login-failed' && visit.url.searchParams.get('reason');
const audited = () =>
  site.sql<{ action: string; outcome: string; details: { reason?: string }; account_id: string | null }>(
    `SELECT action, outcome, details, account_id FROM audit_record ORDER BY id DESC LIMIT 1`,
  );

describe('signing in', () => {
  test.each(DEMO_IDENTITIES.map((identity) => [identity.email, identity] as const))('%s', async (email, identity) => {
    const browser = createBrowser();
    expect((await session(browser)).status).toBe(401);
    const arrived = await signIn(browser, email, '/reports?tab=all');
    expect(arrived.url.href).toBe(at('/reports?tab=all').href);
    const slug = identity.tenants[0];
    expect(await (await session(browser)).json()).toMatchObject({
      account: { email, firstName: identity.firstName, lastName: identity.lastName },
      kind: slug ? 'tenant' : 'global',
      tenant: slug ? { slug } : null,
      tenants: slug ? [{ slug }] : [],
      roles: identity.roles,
      defaultLandingPage: null,
    });
    expect(await audited()).toMatchObject([{ action: 'session.sign-in', outcome: 'done' }]);
  });

  test('that fails is recorded where the person’s administrators see it, with the address', async () => {
    const records = () =>
      site.sql<{ slug: string | null; email: string | null; outcome: string; reason: string; address: string }>(`
        SELECT t.slug, a.email, r.outcome, r.details->>'reason' AS reason, r.address FROM audit_record r
          LEFT JOIN tenant t ON t.id = r.tenant_id LEFT JOIN account a ON a.id = r.account_id
         WHERE r.action = 'session.sign-in' AND r.outcome <> 'done' AND r.via = 'anonymous' ORDER BY r.id DESC LIMIT 1`);
    const [email, address] = ['analyst@alder.example', '127.0.0.1'];
    await signIn(createBrowser(), email);
    const browser = createBrowser();
    await browser.submit(await browser.go(at('/login')), { email, password: 'a guess' });
    const denied = { slug: 'alder', email, outcome: 'denied', address };
    expect(await records()).toEqual([{ ...denied, reason: 'wrong-password' }]);
    await site.sql(`UPDATE account SET disabled_at = now() WHERE email = '${email}'`);
    await signIn(createBrowser(), email);
    expect(await records()).toEqual([{ ...denied, reason: 'account-disabled' }]);
    await browser.submit(await browser.go(at('/login')), { email: 'who@nowhere.example', password: 'a guess' });
    expect(await records()).toEqual([{ ...denied, slug: null, email: null, reason: 'wrong-password' }]);
  });

  test('stores the groups and attributes that the provider claims, and removes them when it withdraws them', async () => {
    const stored = () => site.sql(`SELECT groups, attributes FROM account WHERE email = 'analyst@alder.example'`);
    await signIn(createBrowser(), 'analyst@alder.example');
    expect(await stored()).toEqual([{ groups: ['lending'], attributes: { branch: ['north'] } }]);
    await site.sql(`UPDATE account SET groups = '{left}', attributes = '{"branch": ["south"]}'`);
    await signIn(createBrowser(), 'analyst@alder.example');
    expect(await stored()).toEqual([{ groups: ['lending'], attributes: { branch: ['north'] } }]);
  });

  test('the cookie is inaccessible to scripts and other sites, and only its hash is stored', async () => {
    const browser = createBrowser();
    const form = await browser.go(at('/login'));
    const done = await browser.request(new URL(form.text.match(/action="([^"]*)"/)![1]!, site.url), {
      method: 'POST',
      body: new URLSearchParams({ email: 'analyst@alder.example', password: DEMO_PASSWORD }),
    });
    const resumed = await browser.request(new URL(done.headers.get('location')!, site.url));
    const callback = await browser.request(new URL(resumed.headers.get('location')!, site.url));
    const line = callback.headers.getSetCookie().find((item) => item.startsWith('rise='))!;
    expect(line).toMatch(/^rise=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    // The appearance cookie is readable by scripts.
    expect(callback.headers.getSetCookie()).toContain('rise-appearance=-.-.-.-; Max-Age=604800; Path=/; SameSite=Lax');
    const token = browser.cookie(site.url.host, 'rise')!;
    expect(
      await site.sql(`SELECT 1 FROM session WHERE encode(token_hash, 'escape') LIKE '%' || $1 || '%'`, [token]),
    ).toEqual([]);
    // Not even its plain hash: the hash is keyed with the installation's secret.
    const known = await site.sql(
      `SELECT octet_length(token_hash) AS bytes FROM session WHERE token_hash <> sha256($1::bytea)`,
      [token],
    );
    expect(known).toContainEqual({ bytes: 32 });
    expect(await site.sql(`SELECT id FROM session WHERE token_hash = sha256($1::bytea)`, [token])).toEqual([]);
  });

  test('a signed-in user is redirected at once, and never off the portal', async () => {
    const browser = createBrowser();
    await signIn(browser, 'analyst@alder.example');
    expect((await browser.go(at('/login?returnTo=/reports'))).url.href).toBe(at('/reports').href);
    expect((await browser.go(at('/login?returnTo=//evil.example'))).url.href).toBe(at('/').href);
  });

  test('a destination on another host is dropped before the attempt starts', async () => {
    const browser = createBrowser();
    const arrived = await signIn(browser, 'analyst@alder.example', 'https://evil.example/');
    expect(arrived.url.href).toBe(at('/').href);
    expect(arrived.path.every((step) => new URL(step).host === site.url.host)).toBe(true);
  });

  test('a second sign-in in one browser ends the first session, and ignores a planted token', async () => {
    const browser = createBrowser();
    const planted = 'A'.repeat(43);
    browser.setCookie(site.url.host, 'rise', planted);
    await signIn(browser, 'analyst@alder.example');
    const first = browser.cookie(site.url.host, 'rise')!;
    expect(first).not.toBe(planted);
    await browser.go(at('/idp/session/end'));
    const other = createBrowser();
    const form = await other.go(at('/login'));
    other.setCookie(site.url.host, 'rise', first);
    await other.submit(form, { email: 'analyst@birch.example', password: DEMO_PASSWORD });
    const old = createBrowser();
    old.setCookie(site.url.host, 'rise', first);
    expect((await session(old)).status).toBe(401);
    expect((await session(other)).status).toBe(200);
  });

  test('starts under the portal’s own host, also for users who typed localhost', async () => {
    const browser = createBrowser();
    const local = new URL('/login?returnTo=/reports', site.url);
    local.hostname = 'localhost';
    const form = await browser.go(local);
    expect(form.url.host).toBe(site.url.host);
    const arrived = await browser.submit(form, { email: 'admin@alder.example', password: DEMO_PASSWORD });
    expect(arrived.url.href).toBe(at('/reports').href);
    const foreign = await fetch(at('/login'), { headers: { host: 'evil.example' }, redirect: 'manual' });
    expect(new URL(foreign.headers.get('location')!).host).toBe(site.url.host);
  });

  test('logs and reveals no secrets', async () => {
    const browser = createBrowser();
    const arrived = await signIn(browser, 'admin@alder.example');
    const callback = new URL(arrived.path.find((step) => step.includes('/login/callback'))!);
    const log = site.log();
    expect(log).toContain('/login/callback');
    for (const secret of [
      browser.cookie(site.url.host, 'rise')!,
      callback.searchParams.get('code')!,
      callback.searchParams.get('state')!,
      DEMO_PASSWORD,
    ])
      expect(log).not.toContain(secret);
  });
});

describe('a tampered sign-in', () => {
  const callbackOf = async (browser: Browser) => {
    const form = await browser.go(at('/login'));
    const action = new URL(form.text.match(/action="([^"]*)"/)![1]!, site.url);
    const body = new URLSearchParams({ email: 'analyst@alder.example', password: DEMO_PASSWORD });
    const done = await browser.request(action, { method: 'POST', body });
    const resumed = await browser.request(new URL(done.headers.get('location')!, site.url));
    return new URL(resumed.headers.get('location')!, site.url);
  };

  test('a replayed callback starts nothing', async () => {
    const browser = createBrowser();
    const callback = await callbackOf(browser);
    expect((await browser.go(callback)).url.pathname).toBe('/');
    const again = createBrowser();
    again.setCookie(site.url.host, 'rise-sign-in', browser.cookie(site.url.host, 'rise-sign-in')!);
    expect(reasonOf(await again.go(callback))).toBe('attempt-expired');
    expect((await session(again)).status).toBe(401);
  });

  test('another browser cannot finish the attempt', async () => {
    const callback = await callbackOf(createBrowser());
    const victim = createBrowser();
    await victim.go(at('/login'));
    expect(reasonOf(await victim.go(callback))).toBe('attempt-expired');
    expect((await session(victim)).status).toBe(401);
    expect(await audited()).toMatchObject([
      { action: 'session.sign-in', outcome: 'denied', details: { reason: 'attempt-expired' } },
    ]);
  });

  test('a changed, a missing and a late state are all expired', async () => {
    const browser = createBrowser();
    const callback = await callbackOf(browser);
    const altered = new URL(callback);
    altered.searchParams.set('state', 'B'.repeat(43));
    expect(reasonOf(await browser.go(altered))).toBe('attempt-expired');
    altered.searchParams.delete('state');
    expect(reasonOf(await browser.go(altered))).toBe('attempt-expired');
    await site.sql(`UPDATE sign_in_attempt SET expires_at = now() - interval '1 second'`);
    expect(reasonOf(await browser.go(callback))).toBe('attempt-expired');
  });

  test('a code of another attempt is rejected', async () => {
    const stolen = await callbackOf(createBrowser());
    const browser = createBrowser();
    const own = await callbackOf(browser);
    own.searchParams.set('code', stolen.searchParams.get('code')!);
    expect(reasonOf(await browser.go(own))).toBe('failed');
    expect((await session(browser)).status).toBe(401);
  });

  test('a changed nonce is rejected', async () => {
    const browser = createBrowser();
    const callback = await callbackOf(browser);
    await site.sql(`UPDATE sign_in_attempt SET nonce = 'another'`);
    expect(reasonOf(await browser.go(callback))).toBe('failed');
  });

  test('a callback without parameters is expired, with a request id to quote', async () => {
    const arrived = await createBrowser().go(at('/login/callback'));
    expect(reasonOf(arrived)).toBe('attempt-expired');
    expect(arrived.url.searchParams.get('request')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('people who may not sign in', () => {
  test('a disabled account', async () => {
    const browser = createBrowser();
    await signIn(browser, 'analyst@birch.example');
    await site.sql(`UPDATE account SET disabled_at = now() WHERE email = 'analyst@birch.example'`);
    expect((await session(browser)).status).toBe(401);
    expect(reasonOf(await browser.go(at('/login')))).toBe('account-disabled');
  });

  test('a person disabled in their only tenant', async () => {
    const browser = createBrowser();
    await signIn(browser, 'analyst@birch.example');
    await site.sql(
      `UPDATE tenant_user SET disabled_at = now() FROM account a WHERE a.id = account_id AND a.email = 'analyst@birch.example'`,
    );
    expect((await session(browser)).status).toBe(401);
    expect(reasonOf(await browser.go(at('/login')))).toBe('account-disabled');
    await site.sql(`UPDATE tenant_user SET disabled_at = NULL`);
    expect((await session(browser)).status).toBe(200);
  });

  test('a person whose only tenant is suspended', async () => {
    const browser = createBrowser();
    await signIn(browser, 'admin@birch.example');
    await site.sql(`UPDATE tenant SET suspended_at = now() WHERE slug = 'birch'`);
    expect((await session(browser)).status).toBe(401);
    expect(reasonOf(await browser.go(at('/login')))).toBe('tenant-suspended');
    await site.sql(`UPDATE tenant SET suspended_at = NULL`);
    expect((await session(browser)).status).toBe(200);
  });

  test('a person who cancels', async () => {
    const browser = createBrowser();
    const form = await browser.go(at('/login'));
    expect(reasonOf(await browser.submit(form, { cancel: '1' }))).toBe('refused');
  });
});

test('while the database is unavailable, the error page is still shown', async () => {
  const { pages } = createSessionSlice({
    // Nothing listens on this port.
    database: new Database({ connection: { connectionString: 'postgres://127.0.0.1:1' } }),
    key: randomBytes(32),
    publicUrl: site.url,
    features: { chatbot: false, insights: false, chat: true },
    providerReach: site.providerReach,
    oidc: {
      issuer: at('/idp'),
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      rolesClaim: 'roles',
      tenantsClaim: 'tenant',
      groupsClaim: 'groups',
      attributeClaims: {},
      roleMap: OUR_ROLES,
    },
  });
  const app = fastify();
  await app.register(pages);
  for (const url of ['/login', `/login/callback?code=x&state=${'A'.repeat(43)}`]) {
    const headers = { cookie: `rise=${'A'.repeat(43)}; rise-sign-in=${'A'.repeat(43)}` };
    const answer = await app.inject({ url, headers });
    expect(answer.headers.location).toMatch(/^\/login-failed\?reason=failed&request=/);
  }
  await app.close();
});

describe('signing out', () => {
  test('ends the session here and at the provider, and invalidates the cookie', async () => {
    const browser = createBrowser();
    await signIn(browser, 'analyst@alder.example');
    const token = browser.cookie(site.url.host, 'rise')!;
    const out = await browser.go(at('/logout'));
    expect(out.url.href).toBe(at('/landing').href);
    expect(out.path.some((step) => step.includes('/idp/session/end'))).toBe(true);
    expect(browser.cookie(site.url.host, 'rise')).toBeUndefined();
    expect(browser.cookie(site.url.host, 'rise-appearance')).toBeUndefined();
    const thief = createBrowser();
    thief.setCookie(site.url.host, 'rise', token);
    expect((await session(thief)).status).toBe(401);
    expect((await browser.go(at('/login'))).text).toContain('name="password"');
  });

  test('without a session redirects to the landing page', async () => {
    expect((await createBrowser().go(at('/logout'))).path).toEqual([at('/logout').href, at('/landing').href]);
  });

  test.each(['cross-site', 'same-site'])(
    'another site (%s) cannot sign out, but may lead to the confirmation',
    async (where) => {
      const browser = createBrowser();
      await signIn(browser, 'analyst@alder.example');
      const visit = await browser.go(at('/logout'), { headers: { 'sec-fetch-site': where } });
      expect(visit.url.pathname).toBe('/logout');
      expect(visit.text).not.toContain('<script');
      expect((await session(browser)).status).toBe(200);
      const forged = await browser.request(at('/logout'), { method: 'POST', headers: { 'sec-fetch-site': where } });
      expect(forged.headers.get('location')).toBe('/logout');
      expect((await session(browser)).status).toBe(200);
      const posted = await browser.request(at('/logout'), {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(posted.headers.get('location')).toContain('/idp/session/end');
      expect((await session(browser)).status).toBe(401);
    },
  );

  test('a prefetch and HEAD sign nobody out', async () => {
    const browser = createBrowser();
    await signIn(browser, 'analyst@alder.example');
    await browser.request(at('/logout'), { headers: { 'sec-purpose': 'prefetch;prerender' } });
    await browser.request(at('/logout'), { method: 'HEAD' });
    expect((await session(browser)).status).toBe(200);
  });

  test('a sign-out that starts at the provider ends the session here', async () => {
    const browser = createBrowser();
    await signIn(browser, 'admin@birch.example');
    const other = createBrowser();
    await signIn(other, 'admin@birch.example');
    const visit = await browser.go(at('/idp/session/end'));
    expect(visit.text).toContain('op.logoutForm');
    expect((await session(browser)).status).toBe(200);
    await browser.submit(visit, { logout: 'yes' });
    expect((await session(browser)).status).toBe(401);
    expect((await session(other)).status).toBe(200);
  });

  test('the back channel accepts only a logout token', async () => {
    const send = (body: string, type = 'application/x-www-form-urlencoded') =>
      fetch(at('/login/backchannel'), { method: 'POST', body, headers: { 'content-type': type } });
    expect((await send('')).status).toBe(400);
    expect((await send('logout_token=abc')).status).toBe(400);
    expect((await send('{"logout_token":"abc"}', 'application/json')).status).toBe(400);
  });
});
