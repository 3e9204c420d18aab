import type { Session } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SitePeople, statusOf } from '../testing/site-people.ts';
import { startSignInSite, type SignInSite } from '../testing/sign-in-site.ts';

let site: SignInSite;
let people: SitePeople;
beforeAll(async () => {
  site = await startSignInSite();
  people = new SitePeople(site);
});
afterAll(() => site.close());

describe('a person’s landing page', () => {
  const set = (cookie: string, defaultLandingPage: string | null) =>
    people.clientWith({ cookie }).call('PATCH /api/v1/account', { body: { defaultLandingPage } });

  test('is stored per tenant for a tenant user', async () => {
    const account = await people.add(['tenant.user'], ['alder', 'birch']);
    const { cookie } = await people.cookieFor(account, site.tenants.alder);
    expect((await set(cookie, '/reports')).defaultLandingPage).toBe('/reports');
    const other = await people.cookieFor(account, site.tenants.birch);
    expect((await people.readSession({ cookie: other.cookie })).defaultLandingPage).toBeNull();
    expect((await set(cookie, null)).defaultLandingPage).toBeNull();
    const nowhere = await people.cookieFor(account);
    expect(await statusOf(set(nowhere.cookie, '/reports'))).toBe(400);
  });

  test('is the same everywhere for a global user, and always inside the portal', async () => {
    const { cookie } = await people.cookieFor(await people.add(['global.admin'], []), site.tenants.alder);
    expect((await set(cookie, '/home')).defaultLandingPage).toBe('/home');
    for (const page of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])
      expect(await statusOf(set(cookie, page))).toBe(400);
    expect((await people.readSession({ cookie })).defaultLandingPage).toBe('/home');
  });
});

describe('a person’s preferences', () => {
  const NONE = { scheme: null, theme: null, layout: null, language: null };
  const patch = (cookie: string, body: object) =>
    fetch(new URL('/api/v1/account', site.url), {
      method: 'PATCH',
      headers: { cookie, 'x-rise-request': '1', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const appearanceIn = (headers: Headers) =>
    headers.getSetCookie().filter((line) => line.startsWith('rise-appearance='));

  test('are changed one by one, apply to every session and tenant, and can be reset', async () => {
    const account = await people.add(['tenant.user'], ['alder', 'birch']);
    const { cookie } = await people.cookieFor(account, site.tenants.alder);
    const set = (preferences: Partial<Session['preferences']>) =>
      people.clientWith({ cookie }).call('PATCH /api/v1/account', { body: { preferences } });
    expect((await people.readSession({ cookie })).preferences).toEqual(NONE);
    await Promise.all([set({ scheme: 'dark' }), set({ theme: 'rose' }), set({ layout: 'compact' })]);
    expect((await set({ language: 'tr' })).preferences).toEqual({
      scheme: 'dark',
      theme: 'rose',
      layout: 'compact',
      language: 'tr',
    });
    const elsewhere = await people.cookieFor(account, site.tenants.birch);
    expect((await people.readSession({ cookie: elsewhere.cookie })).preferences.theme).toBe('rose');
    await set({ scheme: null, theme: null });
    expect((await people.readSession({ cookie })).preferences).toEqual({ ...NONE, layout: 'compact', language: 'tr' });
    // Neither kind of setting affects the other.
    const page = await people
      .clientWith({ cookie })
      .call('PATCH /api/v1/account', { body: { defaultLandingPage: '/home' } });
    expect(page).toMatchObject({ defaultLandingPage: '/home', preferences: { layout: 'compact' } });
    expect((await set({ layout: null })).defaultLandingPage).toBe('/home');
  });

  test('need no tenant, and belong to one person alone', async () => {
    const { cookie } = await people.cookieFor(await people.add(['tenant.user'], ['alder', 'birch']));
    expect((await patch(cookie, { preferences: { scheme: 'auto' } })).status).toBe(200);
    const other = await people.cookieFor(await people.add(['tenant.user'], ['alder']), site.tenants.alder);
    expect((await people.readSession({ cookie: other.cookie })).preferences).toEqual(NONE);
  });

  test('that are not offered are rejected; one that is no longer offered counts as none', async () => {
    const account = await people.add(['tenant.user'], ['alder']);
    const { cookie } = await people.cookieFor(account, site.tenants.alder);
    for (const preferences of [
      { scheme: 'neon' },
      { theme: 'x' },
      { layout: 'empty' },
      { language: 'de' },
      { size: 1 },
    ])
      expect((await patch(cookie, { preferences })).status).toBe(400);
    await site.sql(`UPDATE account SET theme = 'plaid', language = 'xx', layout = 'thin' WHERE id = $1`, [account]);
    expect((await people.readSession({ cookie })).preferences).toEqual({ ...NONE, layout: 'thin' });
  });

  test('are in a readable cookie from sign-in on, updated on each change; API tokens get none', async () => {
    const account = await people.add(['tenant.user'], ['alder']);
    const first = await site.sessions.issue({
      accountId: account,
      tenantId: site.tenants.alder,
      providerSession: null,
      idToken: null,
      userAgent: undefined,
      address: null,
    });
    expect(first.appearance).toBe('rise-appearance=-.-.-.-; Max-Age=604800; Path=/; SameSite=Lax');
    const cookie = first.cookie.split(';', 1)[0]!;
    const changed = await patch(cookie, { preferences: { scheme: 'dark', language: 'tr' } });
    const line = 'rise-appearance=dark.-.-.tr; Max-Age=604800; Path=/; SameSite=Lax';
    expect(appearanceIn(changed.headers)).toEqual([line]);
    // A browser that was signed in before gets the change when it opens the portal.
    const other = await people.cookieFor(account, site.tenants.alder);
    const opened = await fetch(new URL('/api/v1/session', site.url), { headers: { cookie: other.cookie } });
    expect(appearanceIn(opened.headers)).toEqual([line]);
    const authorization = `Bearer ${await people.tokenFor(account, null)}`;
    const machine = await fetch(new URL('/api/v1/session', site.url), { headers: { authorization } });
    expect(appearanceIn(machine.headers)).toEqual([]);
    expect(site.sessions.expiredCookies()).toContain('rise-appearance=; Max-Age=0; Path=/; SameSite=Lax');
  });
});
