import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Session } from '@rise/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBrowser, type Browser, type Visit } from '../testing/browser.ts';
import { startRogueProvider, type RogueProvider, type Forgery } from '../testing/rogue-identity-provider.ts';
import { CLIENT, startSignInSite, type SignInSite } from '../testing/sign-in-site.ts';

let rejected: RogueProvider;
let site: SignInSite;
beforeAll(async () => {
  rejected = await startRogueProvider();
  await rejected.up();
  site = await startSignInSite({ issuer: rejected.issuer });
});
afterAll(async () => {
  await site.close();
  await rejected.down();
});
beforeEach(() => {
  rejected.lie = {};
});

const at = (path: string) => new URL(path, site.url);
const reasonOf = (visit: Visit) => visit.url.pathname === '/login-failed' && visit.url.searchParams.get('reason');
const signInWith = async (forgery: Forgery, browser: Browser = createBrowser()) => {
  rejected.lie = forgery;
  const arrived = await browser.go(at('/login?returnTo=/home'));
  const answer = await browser.request(at('/api/v1/session'));
  return { reason: reasonOf(arrived), status: answer.status, session: (await answer.json()) as Session, browser };
};
const now = () => Math.floor(Date.now() / 1000);
const bearer = (token: string) =>
  fetch(at('/api/v1/session'), { headers: { authorization: `Bearer ${token}` } }).then((response) => response.status);

describe('an ID token', () => {
  test('that is valid signs in', async () => {
    const { status, session } = await signInWith({});
    expect(status).toBe(200);
    expect(session).toMatchObject({ account: { email: 'person@alder.example' }, tenant: { slug: 'alder' } });
  });

  test.each<[string, Forgery]>([
    ['of another issuer', { claims: { iss: 'https://elsewhere.example' } }],
    ['for another audience', { claims: { aud: 'another-client' } }],
    ['for several audiences and another party', { claims: { aud: [CLIENT.id, 'x'], azp: 'x' } }],
    ['that was made for another client', { claims: { azp: 'another-client' } }],
    ['with an empty subject', { claims: { sub: '' } }],
    ['with a subject that no database stores', { claims: { sub: 'a\0b' } }],
    ['with a session that no database stores', { claims: { sid: 'a\0b' } }],
    ['that was issued in the future', { claims: { iat: now() + 3600, exp: now() + 7200 } }],
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['without a nonce', { without: ['nonce'] }],
    ['that has expired', { claims: { iat: now() - 7200, exp: now() - 3600 } }],
    ['without an expiry', { without: ['exp'] }],
    ['that is not valid yet', { claims: { nbf: now() + 3600 } }],
    ['without a subject', { without: ['sub'] }],
    ['without a signature', { sign: 'none' }],
    ['signed with the public key as a secret', { sign: 'hs256-public-key' }],
    ['signed with the client secret', { sign: 'hs256-client-secret' }],
    ['signed with a key that is not the provider’s', { sign: 'foreign-key' }],
  ])('%s does not', async (_name, forgery) => {
    const { reason, status } = await signInWith(forgery);
    expect(reason).toBe('failed');
    expect(status).toBe(401);
    const [last] = await site.sql<{ outcome: string; details: { reason: string; code: string } }>(
      `SELECT outcome, details FROM audit_record WHERE action = 'session.sign-in' ORDER BY id DESC LIMIT 1`,
    );
    expect(last).toMatchObject({ outcome: 'failed', details: { reason: 'failed' } });
    expect(last!.details.code).not.toBe('INTERNAL');
  });

  test('is accepted only with the state that was sent', async () => {
    expect((await signInWith({ state: 'C'.repeat(43) })).reason).toBe('attempt-expired');
  });
});

describe('a person’s identity', () => {
  test('is issuer and subject: the same address or subject elsewhere is another person', async () => {
    const other = await startRogueProvider();
    await other.up();
    const first = await signInWith({});
    await site.sql(`INSERT INTO account (issuer, subject, email) VALUES ($1, 'person-1', 'person@alder.example')`, [
      other.issuer.href,
    ]);
    const again = await signInWith({});
    expect(again.session.account.id).toBe(first.session.account.id);
    const namesake = await signInWith({ claims: { sub: 'person-2' } });
    expect(namesake.session.account.email).toBe(first.session.account.email);
    expect(namesake.session.account.id).not.toBe(first.session.account.id);
    expect(await site.sql(`SELECT 1 FROM account WHERE email = 'person@alder.example'`)).toHaveLength(3);
    await other.down();
  });

  test('follows the provider: a new address is the same person', async () => {
    const first = await signInWith({ claims: { sub: 'mover', email: 'old@alder.example' } });
    const later = await signInWith({ claims: { sub: 'mover', email: 'new@alder.example', given_name: 'Ayşe' } });
    expect(later.session.account).toMatchObject({
      id: first.session.account.id,
      email: 'new@alder.example',
      firstName: 'Ayşe',
    });
  });
});

describe('roles and tenants', () => {
  test('without a known role, sign-in is rejected and no account is created', async () => {
    expect((await signInWith({ claims: { sub: 'stranger', roles: ['guest', 'ADMIN'] } })).reason).toBe('no-role');
    expect((await signInWith({ claims: { sub: 'stranger' }, without: ['roles'] })).reason).toBe('no-role');
    expect(await site.sql(`SELECT 1 FROM account WHERE subject = 'stranger'`)).toEqual([]);
  });

  test('a role removed at the next sign-in is removed from older sessions too', async () => {
    const before = await signInWith({ claims: { sub: 'demoted', roles: ['tenant.user', 'tenant.admin'] } });
    expect(before.session.permissions).toContain('tenant.administer');
    await signInWith({ claims: { sub: 'demoted', roles: 'tenant.user' } });
    const after = (await (await before.browser.request(at('/api/v1/session'))).json()) as Session;
    expect(after.roles).toEqual(['tenant.user']);
    expect(after.permissions).not.toContain('tenant.administer');
    expect((await signInWith({ claims: { sub: 'demoted', roles: [] } })).reason).toBe('no-role');
    expect((await before.browser.request(at('/api/v1/session'))).status).toBe(401);
  });

  test('an unknown tenant alone rejects the sign-in; beside a known one it is ignored', async () => {
    expect((await signInWith({ claims: { sub: 'lost', tenant: 'cedar' } })).reason).toBe('unknown-tenant');
    expect((await signInWith({ claims: { sub: 'lost' }, without: ['tenant'] })).reason).toBe('unknown-tenant');
    const { session } = await signInWith({ claims: { sub: 'lost', tenant: ['cedar', 'birch'] } });
    expect(session).toMatchObject({ tenant: { slug: 'birch' }, tenants: [{ slug: 'birch' }] });
  });

  test('a membership from the claim ends with the claim, one granted here stays', async () => {
    const before = await signInWith({ claims: { sub: 'mixed', tenant: ['alder'] } });
    await site.sql(
      `INSERT INTO tenant_user (tenant_id, account_id, sources, given_roles)
       SELECT $1, id, '{rise}', '{tenant.user}' FROM account WHERE subject = 'mixed'`,
      [site.tenants.birch],
    );
    const after = await signInWith({ claims: { sub: 'mixed', tenant: [] } });
    expect(after.session.tenants).toMatchObject([{ slug: 'birch' }]);
    // The older session was in alder: it is now without a tenant.
    const old = await (await before.browser.request(at('/api/v1/session'))).json();
    expect(old).toMatchObject({ tenant: null, tenants: [{ slug: 'birch' }] });
  });

  test('a person of several tenants chooses once, and returns to the same one', async () => {
    const claims = { sub: 'commuter', tenant: ['alder', 'birch'] };
    const first = await signInWith({ claims });
    expect(first.session.tenant).toBeNull();
    await first.browser.request(at('/api/v1/session/tenant'), {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-rise-request': '1' },
      body: JSON.stringify({ tenantId: site.tenants.birch }),
    });
    expect((await signInWith({ claims })).session.tenant?.slug).toBe('birch');
    expect((await signInWith({ claims: { ...claims, tenant: ['alder'] } })).session.tenant?.slug).toBe('alder');
  });

  test('a person disabled in a tenant is not readmitted by the claim', async () => {
    await signInWith({ claims: { sub: 'barred' } });
    await site.sql(
      `UPDATE tenant_user SET disabled_at = now() FROM account a WHERE a.id = account_id AND a.subject = 'barred'`,
    );
    await signInWith({ claims: { sub: 'barred', tenant: [] } });
    expect((await signInWith({ claims: { sub: 'barred' } })).reason).toBe('account-disabled');
  });
});

describe('a provider', () => {
  test('that denies the sign-in is distinguished from one that fails', async () => {
    expect((await signInWith({ error: 'access_denied' })).reason).toBe('refused');
    expect((await signInWith({ error: 'temporarily_unavailable' })).reason).toBe('provider-unavailable');
    expect((await signInWith({ error: 'invalid_scope' })).reason).toBe('failed');
    expect((await signInWith({ tokenStatus: 503 })).reason).toBe('provider-unavailable');
  });

  test('that is down does not delay the start, and is used once it is back', async () => {
    const late = await startRogueProvider();
    const waiting = await startSignInSite({ issuer: late.issuer });
    const visit = () => createBrowser().go(new URL('/login?returnTo=/home', waiting.url));
    expect(reasonOf(await visit())).toBe('provider-unavailable');
    expect((await fetch(new URL('/healthz', waiting.url))).status).toBe(200);
    await late.up();
    expect((await visit()).url.pathname).toBe('/home');
    await late.down();
    expect(
      reasonOf(
        await (async () => {
          const browser = createBrowser();
          const sent = await browser.request(new URL('/login', waiting.url));
          const state = new URL(sent.headers.get('location')!).searchParams.get('state')!;
          return browser.go(new URL(`/login/callback?code=x&state=${state}`, waiting.url));
        })(),
      ),
    ).toBe('provider-unavailable');
    await waiting.close();
  });

  test('with other role names is mapped', async () => {
    const mapped = await startSignInSite({
      issuer: rejected.issuer,
      rolesClaim: 'realm_access.roles',
      roleMap: { Boss: 'tenant.admin' },
    });
    const visit = () => createBrowser().go(new URL('/login?returnTo=/home', mapped.url));
    rejected.lie = { claims: { realm_access: { roles: ['Boss', 'offline_access'] } } };
    expect((await visit()).url.pathname).toBe('/home');
    rejected.lie = { claims: { realm_access: { roles: ['tenant.admin'] } } };
    expect(reasonOf(await visit())).toBe('no-role');
    await mapped.close();
  });
});

describe('a provider that is hostile, or was', () => {
  let other: RogueProvider;
  let theirs: SignInSite;
  beforeEach(async () => {
    other = await startRogueProvider();
    await other.up();
    theirs = await startSignInSite({ issuer: other.issuer });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await theirs.close();
    await other.down();
  });
  const visit = async (forgery: Forgery) => {
    other.lie = forgery;
    return createBrowser().go(new URL('/login?returnTo=/home', theirs.url));
  };
  const later = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });

  test('is read a megabyte of each document at most', async () => {
    for (const endless of ['/.well-known/openid-configuration', '/token', '/jwks']) {
      const before = other.endlessBytes;
      expect(reasonOf(await visit({ endless }))).toBe('provider-unavailable');
      // What lies in buffers of the connection comes on top.
      expect(other.endlessBytes - before).toBeLessThan(12_000_000);
      expect(other.endlessBytes - before).toBeGreaterThan(0);
    }
    expect((await visit({})).url.pathname).toBe('/home');
  });

  test('cannot lead to addresses inside by its documents', async () => {
    let reached = 0;
    const inside = createServer(() => (reached += 1)).listen(0, '127.0.0.2');
    await once(inside, 'listening');
    const { port } = inside.address() as AddressInfo;
    for (const host of ['127.0.0.2', '2130706434', '127.2', 'localtest.localhost'])
      for (const name of ['jwks_uri', 'token_endpoint'])
        for (const scheme of ['https', 'http']) {
          later(40);
          const failed = await visit({ metadata: { [name]: `${scheme}://${host}:${port}/x` } });
          expect(reasonOf(failed), `${name} ${scheme}://${host}`).toMatch(/^(failed|provider-unavailable)$/);
        }
    expect(reached).toBe(0);
    inside.close();
  });

  test('whose document was defective is read again soon after', async () => {
    expect(reasonOf(await visit({ metadata: { jwks_uri: undefined } }))).toBe('failed');
    expect(reasonOf(await visit({ metadata: { token_endpoint: new URL('/moved', other.issuer) } }))).toBe('failed');
    later(40);
    expect((await visit({})).url.pathname).toBe('/home');
  });

  test('that replaces a key and keeps its id is believed soon after', async () => {
    expect((await visit({})).url.pathname).toBe('/home');
    await other.replaceKey();
    later(40);
    expect((await visit({})).url.pathname).toBe('/home');
  });
});

describe('an access token of the provider', () => {
  test('authenticates a known person', async () => {
    await signInWith({});
    expect(await bearer(await rejected.sign({}))).toBe(200);
    expect(await bearer(await rejected.sign({}, 'at+jwt'))).toBe(200);
  });

  test.each<[string, () => Promise<string>]>([
    ['of an unknown person', () => rejected.sign({ sub: 'never-seen' })],
    ['for another audience', () => rejected.sign({ aud: 'another-client' })],
    ['that has expired', () => rejected.sign({ exp: now() - 3600 })],
    ['that is an ID token', () => rejected.sign({ nonce: 'n' })],
    ['that is a logout token', () => rejected.sign({ events: {} }, 'logout+jwt')],
    ['that is not a token', async () => 'a.b.c'],
    ['with another signature', async () => `${(await rejected.sign({})).split('.').slice(0, 2).join('.')}.AAAA`],
  ])('%s is rejected', async (_name, token) => {
    expect(await bearer(await token())).toBe(401);
  });

  test('an invalid bearer token is rejected even with a valid cookie', async () => {
    const { browser } = await signInWith({});
    const answer = await browser.request(at('/api/v1/session'), { headers: { authorization: 'Bearer nonsense' } });
    expect(answer.status).toBe(401);
  });
});

describe('a logout token', () => {
  const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const send = async (token: string) =>
    (await fetch(at('/login/backchannel'), { method: 'POST', body: new URLSearchParams({ logout_token: token }) }))
      .status;
  const signedIn = async (browser: Browser) => (await browser.request(at('/api/v1/session'))).status === 200;
  /** The provider's clock has a resolution of whole seconds. */
  const laterThanThis = () => ({ iat: now() + 1 });

  test('ends the sessions of the provider session it names, and no other', async () => {
    const one = await signInWith({ claims: { sid: 's1', sub: 'twice' } });
    const two = await signInWith({ claims: { sid: 's2', sub: 'twice' } });
    expect(
      await send(await rejected.sign({ sid: 's1', sub: 'twice', events: EVENTS, ...laterThanThis() }, 'logout+jwt')),
    ).toBe(200);
    expect(await signedIn(one.browser)).toBe(false);
    expect(await signedIn(two.browser)).toBe(true);
    expect(await send(await rejected.sign({ sub: 'twice', events: EVENTS, ...laterThanThis() }))).toBe(200);
    expect(await signedIn(two.browser)).toBe(false);
  });

  test('replayed later ends no session that started after it', async () => {
    const old = await rejected.sign({ sub: 'replayed', events: EVENTS, iat: now() - 60 });
    const { browser } = await signInWith({ claims: { sub: 'replayed' } });
    expect(await send(old)).toBe(200);
    expect(await signedIn(browser)).toBe(true);
  });

  test('dated ahead is rejected, so that it cannot be kept for later sessions', async () => {
    const { browser } = await signInWith({ claims: { sub: 'ahead' } });
    const ahead = { iat: now() + 3600, exp: now() + 7200 };
    expect(await send(await rejected.sign({ sub: 'ahead', events: EVENTS, ...ahead }))).toBe(400);
    expect(await signedIn(browser)).toBe(true);
  });

  test.each<[string, Record<string, unknown>]>([
    ['without the event', { sub: 'kept' }],
    ['with a nonce', { sub: 'kept', events: EVENTS, nonce: 'n' }],
    ['for another audience', { sub: 'kept', events: EVENTS, aud: 'another-client' }],
    ['that has expired', { sub: 'kept', events: EVENTS, exp: now() - 3600 }],
    ['that names nobody', { sub: undefined, events: EVENTS }],
  ])('%s is rejected', async (_name, claims) => {
    const { browser } = await signInWith({ claims: { sub: 'kept' } });
    expect(await send(await rejected.sign({ ...laterThanThis(), ...claims }))).toBe(400);
    expect(await signedIn(browser)).toBe(true);
  });
});
