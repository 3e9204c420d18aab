import type { ClaimedRights, ProviderSettings, SignInChoice } from '@rise/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEMO_IDENTITIES, DEMO_PASSWORD } from '../identity/identities.ts';
import type { TenantActor } from '../kernel/actor.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { acceptInvitation } from '../sessions/accept-invitation.service.ts';
import { hashSecret } from '../sessions/sessions.service.ts';
import { createBrowser, type Browser, type Visit } from '../testing/browser.ts';
import { startRogueProvider, type RogueProvider } from '../testing/rogue-identity-provider.ts';
import { CLIENT, startSignInSite, type SignInSite } from '../testing/sign-in-site.ts';
import {
  administerProviders,
  administratorOf,
  leadOn,
  providerSettings,
  startSecondProvider,
} from '../testing/tenant-provider.ts';
import { allowShared } from '../command-line/commands/identity-provider.ts';
import type { IdentityProviderService } from './identity-providers.service.ts';

let site: SignInSite;
let rogue: RogueProvider;
let providers: IdentityProviderService;
let admins: { alder: TenantActor; birch: TenantActor };

beforeAll(async () => {
  site = await startSignInSite();
  rogue = await startRogueProvider();
  await rogue.up();
  providers = administerProviders(site);
  const adminOf = async (slug: 'alder' | 'birch') => {
    await shared(createBrowser(), `admin@${slug}.example`);
    const [row] = await site.sql<{ id: string }>(`SELECT id FROM account WHERE email = $1`, [`admin@${slug}.example`]);
    return administratorOf(site.tenants[slug], row!.id);
  };
  admins = { alder: await adminOf('alder'), birch: await adminOf('birch') };
});
afterAll(async () => {
  await site?.close();
  await rogue?.down();
});
beforeEach(async () => {
  rogue.lie = {};
  await site.sql(`UPDATE tenant SET sign_in = 'shared'`);
  await site.sql(`DELETE FROM identity_provider`);
  await site.sql(`DELETE FROM tenant_domain`);
  await site.sql(`DELETE FROM invitation`);
  await site.sql(
    `DELETE FROM tenant_user USING account a WHERE a.id = account_id AND a.provider_tenant_id IS NOT NULL`,
  );
  await site.sql(`DELETE FROM session USING account a WHERE a.id = account_id AND a.provider_tenant_id IS NOT NULL`);
  await site.sql(`DELETE FROM api_token USING account a WHERE a.id = account_id AND a.provider_tenant_id IS NOT NULL`);
  await site.sql(`DELETE FROM account WHERE provider_tenant_id IS NOT NULL`);
});

const at = (path: string) => new URL(path, site.url);
const reasonOf = (visit: Visit) => visit.url.pathname === '/login-failed' && visit.url.searchParams.get('reason');
const problemOf = (error: unknown) => (error instanceof UserError ? error.details?.[0]?.field : error);
const refused = (change: Promise<unknown>) => change.then(() => null, problemOf);

/** Signs in at the installation's provider. */
async function shared(browser: Browser, email: string): Promise<Visit> {
  let page = await browser.go(at('/login'));
  if (page.url.pathname === '/login') page = await leadOn(browser, await browser.submit(page, { email }));
  return browser.submit(page, { email, password: DEMO_PASSWORD });
}

/** Signs in by the address of a tenant's own sign-in. */
async function own(browser: Browser, tenantId = site.tenants.alder): Promise<Visit> {
  const page = await browser.go(at(`/login/with/${tenantId}`));
  return leadOn(browser, await browser.submit(page, { lang: '' }));
}

async function sessionOf(browser: Browser) {
  const answer = await browser.request(at('/api/v1/session'));
  if (answer.status !== 200) return answer.status;
  return (await answer.json()) as { account: { id: string; email: string }; tenant: { slug: string } | null; tenants: { slug: string }[]; roles: string[]; kind: string }; // prettier-ignore
}

const prove = (tenantId: string, domain: string, state = 'verified') =>
  site.sql(
    `INSERT INTO tenant_domain (tenant_id, domain, token, state, next_check_at) VALUES ($1, $2, repeat('a', 32), $3, now() + interval '1 day')`,
    [tenantId, domain, state],
  );

/** Tests the provider as an administrator does in their browser. */
async function testAs(slug: 'alder' | 'birch', browser = createBrowser()): Promise<Visit> {
  await shared(browser, `admin@${slug}.example`);
  return browser.go(at('/login/test'));
}

/** Sets up a provider that has passed a test, and puts it to use. */
async function setUp(
  signIn: SignInChoice = 'any',
  settings: Partial<ProviderSettings> = {},
  slug: 'alder' | 'birch' = 'alder',
) {
  const actor = admins[slug];
  const clientSecret = CLIENT.secret;
  await providers.save(actor, { ...providerSettings(rogue.issuer.href), ...settings, clientSecret });
  rogue.lie = { claims: { groups: ['rise-admins'], email: 'tester@alder.example', ...(settings.subjectClaim && { [settings.subjectClaim]: 'x' }) } }; // prettier-ignore
  await testAs(slug);
  await providers.use(actor, signIn);
}

const claim = (claims: Record<string, unknown>) => {
  rogue.lie = { claims: { groups: ['rise-users'], ...claims } };
};

describe('where someone signs in', () => {
  test('follows from the domain of the address alone, and shows nothing about it', async () => {
    await prove(site.tenants.alder, 'alder.example');
    await prove(site.tenants.birch, 'birch.example');
    await setUp();
    const answer = async (email: string) => {
      const browser = createBrowser();
      const page = await browser.go(at('/login?returnTo=/reports'));
      expect(page.text).toContain('name="email"');
      expect(page.text).not.toContain('Alder Login');
      const next = await browser.submit(page, { email });
      const target = new URL(next.headers.get('refresh')!.slice('0;url='.length));
      for (const name of ['state', 'nonce', 'code_challenge', 'login_hint']) target.searchParams.delete(name);
      const shape = next.text.replace(/https?:\/\/[^"]+/g, '');
      return { status: next.status, origin: target.origin, query: target.search, shape };
    };
    const known = await answer('analyst@alder.example');
    expect(known.origin).toBe(rogue.issuer.origin);
    expect(await answer('no.such.person@ALDER.example')).toEqual(known);
    const elsewhere = await answer('analyst@birch.example');
    expect(elsewhere.origin).toBe(site.url.origin);
    expect(await answer('no.such.person@birch.example')).toEqual(elsewhere);
    expect(await answer('a@sub.alder.example')).toEqual(elsewhere);
    expect(await answer('nonsense')).toEqual(elsewhere);
    // Not the tenant's before it is proven.
    await site.sql(`UPDATE tenant_domain SET state = 'pending' WHERE domain = 'alder.example'`);
    expect(await answer('analyst@alder.example')).toEqual(elsewhere);
  });

  test('is not a question while no tenant uses its own, and other sites cannot start a sign-in', async () => {
    await providers.save(admins.alder, { ...providerSettings(rogue.issuer.href), clientSecret: 'x' });
    const page = await createBrowser().go(at('/login'));
    expect(page.text).toContain('name="password"');
    const off = await createBrowser().go(at(`/login/with/${site.tenants.alder}`));
    expect(off.path[1]).toBe(at('/login').href);
    await setUp();
    const foreign = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' }, body: new URLSearchParams() };
    const answer = await createBrowser().request(at(`/login/with/${site.tenants.alder}`), foreign);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login']);
  });

  test('leads through a second real provider, and out of it again', async () => {
    const person = DEMO_IDENTITIES.find(({ email }) => email === 'analyst@birch.example');
    const cedar = { ...person!, email: 'ada@alder.example', groups: ['rise-users', 'Loans'], subject: 'ada' };
    const second = await startSecondProvider(site, site.tenants.alder, [{ ...cedar, subject: 'boss', email: 'boss@alder.example', groups: ['rise-admins'] }, cedar]); // prettier-ignore
    await prove(site.tenants.alder, 'alder.example');
    await providers.save(admins.alder, { ...providerSettings(second.issuer), clientSecret: CLIENT.secret });
    const tester = createBrowser();
    const form = await testAs('alder', tester);
    const done = await tester.submit(form, { email: 'boss@alder.example', password: DEMO_PASSWORD });
    expect(done.url.pathname).toBe('/identity-provider');
    expect(await sessionOf(tester)).toMatchObject({ account: { email: 'admin@alder.example' } });
    const { provider } = await providers.use(admins.alder, 'own');
    expect(provider!.test).toMatchObject({
      by: 'admin@alder.example',
      isCurrent: true,
      failure: null,
      claims: { sub: 'boss', email: 'boss@alder.example' },
      rights: { roles: [{ role: 'tenant.admin', value: 'rise-admins' }], problem: null },
    });

    const browser = createBrowser();
    const page = await browser.go(at('/login?returnTo=/reports'));
    const login = await leadOn(browser, await browser.submit(page, { email: 'ada@alder.example' }));
    expect(login.url.origin).toBe(new URL(second.issuer).origin);
    const arrived = await browser.submit(login, { email: 'ada@alder.example', password: DEMO_PASSWORD });
    expect(arrived.url.href).toBe(at('/reports').href);
    expect(await sessionOf(browser)).toMatchObject({
      account: { email: 'ada@alder.example' },
      tenant: { slug: 'alder' },
      tenants: [{ slug: 'alder' }],
      roles: ['tenant.user'],
    });
    const out = await browser.go(at('/logout'));
    expect(out.path.some((url) => url.startsWith(`${second.issuer}/session/end`))).toBe(true);
    expect(await sessionOf(browser)).toBe(401);
    await second.close();
  });
});

describe('a tenant’s provider', () => {
  test('gives neither a role above the tenants nor another tenant, whatever it claims', async () => {
    await setUp();
    claim({
      roles: ['global.admin', 'tenant.admin'],
      tenant: ['alder', 'birch'],
      groups: ['global.admin', 'rise-users'],
    });
    const browser = createBrowser();
    await own(browser);
    expect(await sessionOf(browser)).toMatchObject({
      kind: 'tenant',
      tenant: { slug: 'alder' },
      tenants: [{ slug: 'alder' }],
      roles: ['tenant.user'],
    });
  });

  test('is held to its tenant by the database itself', async () => {
    await setUp();
    claim({ sub: 'mallory' });
    const browser = createBrowser();
    await own(browser);
    const { account } = (await sessionOf(browser)) as { account: { id: string } };
    const join = `INSERT INTO tenant_user (tenant_id, account_id, sources) VALUES ($1, $2, '{rise}')`;
    await expect(site.sql(join, [site.tenants.birch, account.id])).rejects.toThrow(/identity provider of one tenant/);
    const raise = (column: string) => site.sql(`UPDATE account SET ${column} = '{global.admin}' WHERE id = $1`, [account.id]); // prettier-ignore
    await expect(raise('global_roles')).rejects.toThrow(/account_confined/);
    await expect(raise('claimed_roles')).rejects.toThrow(/account_confined/);
  });

  test('reaches no account of another issuer with the same email address', async () => {
    await setUp();
    const before = createBrowser();
    await shared(before, 'admin@alder.example');
    claim({ sub: 'rise-demo-003', email: 'admin@alder.example', email_verified: true });
    const browser = createBrowser();
    await own(browser);
    const [theirs, mine] = [await sessionOf(before), await sessionOf(browser)] as { account: { id: string }; roles: string[] }[]; // prettier-ignore
    expect(mine!.account.id).not.toBe(theirs!.account.id);
    expect(mine!.roles).toEqual(['tenant.user']);
  });

  test('reaches no account of the same issuer and subject, at the installation or another tenant', async () => {
    await setUp();
    await setUp('any', {}, 'birch');
    // As if the installation used the same provider, and knew the person as an administrator of everything.
    const [top] = await site.sql<{ id: string }>(
      `INSERT INTO account (issuer, subject, email, claimed_roles) VALUES ($1, 'same', 'top@rise.example', '{global.admin}') RETURNING id`,
      [rogue.issuer.href],
    );
    claim({ sub: 'same' });
    const [alder, birch] = [createBrowser(), createBrowser()];
    await own(alder, site.tenants.alder);
    await own(birch, site.tenants.birch);
    const [a, b] = [await sessionOf(alder), await sessionOf(birch)] as { account: { id: string }; tenants: object[]; roles: string[] }[]; // prettier-ignore
    expect(new Set([top!.id, a!.account.id, b!.account.id]).size).toBe(3);
    expect([a!.tenants, b!.tenants]).toMatchObject([[{ slug: 'alder' }], [{ slug: 'birch' }]]);
    expect([a!.roles, b!.roles]).toEqual([['tenant.user'], ['tenant.user']]);
    const [row] = await site.sql<{ claimed_roles: string[] }>(`SELECT claimed_roles FROM account WHERE id = $1`, [top!.id]); // prettier-ignore
    expect(row!.claimed_roles).toEqual(['global.admin']);
    // Nor does its word end the sessions of others, or vouch for anybody outside of a sign-in.
    const token = await rogue.sign({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} }, sub: 'same' }, 'logout+jwt'); // prettier-ignore
    const body = new URLSearchParams({ logout_token: token });
    const sent = await createBrowser().request(at(`/login/backchannel/${site.tenants.alder}`), {
      method: 'POST',
      body,
    });
    expect(sent.status).toBe(200);
    expect(await sessionOf(alder)).toBe(401);
    expect(await sessionOf(birch)).toMatchObject({ tenant: { slug: 'birch' } });
    const bearer = { headers: { authorization: `Bearer ${await rogue.sign({ sub: 'same' })}` } };
    expect((await createBrowser().request(at('/api/v1/session'), bearer)).status).toBe(401);
    await site.sql(`DELETE FROM account WHERE id = $1`, [top!.id]);
  });

  test('knows people by the chosen claim, so that no value of another one is taken for it', async () => {
    await setUp();
    claim({ sub: 'b', employee: 'a' });
    const first = createBrowser();
    await own(first);
    await setUp('any', { subjectClaim: 'employee' });
    claim({ sub: 'other', employee: 'b' });
    const second = createBrowser();
    await own(second);
    const ids = [await sessionOf(first), await sessionOf(second)] as { account: { id: string } }[];
    expect(ids[0]!.account.id).not.toBe(ids[1]!.account.id);
    claim({ sub: 'third' });
    expect(reasonOf(await own(createBrowser()))).toBe('refused');
  });

  test('has a callback of its own: what another one returns is not taken for its answer', async () => {
    await setUp();
    await setUp('any', {}, 'birch');
    claim({});
    const finish = async (swap: (url: URL) => void) => {
      const browser = createBrowser();
      const page = await browser.go(at(`/login/with/${site.tenants.alder}`));
      const next = await browser.submit(page, { lang: '' });
      const answer = await browser.request(next.headers.get('refresh')!.slice('0;url='.length));
      const back = new URL(answer.headers.get('location')!);
      expect(back.pathname).toBe(`/login/callback/${site.tenants.alder}`);
      swap(back);
      return reasonOf(await browser.go(back));
    };
    expect(await finish(() => undefined)).toBe(false);
    expect(await finish((url) => void (url.pathname = '/login/callback'))).toBe('failed');
    expect(await finish((url) => void (url.pathname = `/login/callback/${site.tenants.birch}`))).toBe('failed');
    const browser = createBrowser();
    await browser.go(at('/login'));
    expect(reasonOf(await browser.go(at(`/login/callback/${site.tenants.alder}?code=x&state=${'A'.repeat(43)}`)))).toBe('attempt-expired'); // prettier-ignore
  });

  test('accepts no invitation of another tenant', async () => {
    const plant = async (tenantId: string, token: string) =>
      site.sql(
        `INSERT INTO invitation (tenant_id, email, language, roles, token_hash, expires_at) VALUES ($1, 'ada@birch.example', 'en', '{tenant.admin}', $2, now() + interval '1 day')`,
        [tenantId, hashSecret(token)],
      );
    await plant(site.tenants.birch, 'one');
    await plant(site.tenants.alder, 'two');
    await setUp();
    const person = { issuer: rogue.issuer.href, subject: 'ada', email: 'ada@birch.example', firstName: '', lastName: '', avatar: null, roles: [], groups: [], attributes: {}, tenants: [], provider: { tenantId: site.tenants.alder, subjectClaim: 'sub' } }; // prettier-ignore
    const accept = (token: string) =>
      acceptInvitation(site.database, person, { tokenHash: hashSecret(token), isEmailVerified: true, requestId: 'r' });
    expect(await accept('one')).toEqual({ reason: 'invitation-ended', accountId: null });
    expect(await accept('two')).toMatchObject({ tenantId: site.tenants.alder });
  });

  test('joins nobody to the tenant of their address', async () => {
    await setUp();
    await prove(site.tenants.birch, 'birch.example');
    await site.sql(`UPDATE tenant_domain SET join_rule = 'automatic', role = 'tenant.admin'`);
    claim({ sub: 'joiner', email: 'joiner@birch.example', email_verified: true });
    const browser = createBrowser();
    await own(browser);
    expect(await sessionOf(browser)).toMatchObject({ tenants: [{ slug: 'alder' }] });
  });

  test('takes back what it does not claim any more', async () => {
    await setUp();
    claim({ sub: 'ada', groups: ['rise-admins'] });
    const before = createBrowser();
    await own(before);
    expect(await sessionOf(before)).toMatchObject({ roles: ['tenant.admin'] });
    claim({ sub: 'ada', groups: ['others'] });
    expect(reasonOf(await own(createBrowser()))).toBe('no-role');
    expect(await sessionOf(before)).toBe(401);
  });

  test('reaches only hosts that the installation allows, also where its metadata name others', async () => {
    await setUp();
    rogue.lie = { metadata: { token_endpoint: 'https://169.254.169.254/token' } };
    await providers.save(admins.alder, { ...providerSettings(rogue.issuer.href), clientSecret: CLIENT.secret });
    expect(reasonOf(await own(createBrowser()))).toBe('provider-unavailable');
    rogue.lie = { metadata: { authorization_endpoint: 'http://evil.example/auth' } };
    await providers.save(admins.alder, { ...providerSettings(rogue.issuer.href), clientSecret: CLIENT.secret });
    const answer = await createBrowser().go(at(`/login/with/${site.tenants.alder}`));
    expect(reasonOf(await createBrowser().submit(answer, { lang: '' }))).toBe('failed');
  });
});

describe('the only provider', () => {
  test('may be required once an administrator has come in by it, with the settings of today', async () => {
    expect(await refused(providers.use(admins.alder, 'any'))).toBe('missing');
    const settings = { ...providerSettings(rogue.issuer.href), clientSecret: CLIENT.secret };
    await providers.save(admins.alder, settings);
    expect(await refused(providers.use(admins.alder, 'any'))).toBe('untested');
    claim({ groups: ['others'] });
    await testAs('alder');
    expect(await refused(providers.use(admins.alder, 'any'))).toBe('untested');
    rogue.lie = { error: 'access_denied' };
    await testAs('alder');
    expect((await providers.read(admins.alder)).provider!.test).toMatchObject({ failure: 'refused', claims: null });
    claim({ groups: ['rise-users'] });
    await testAs('alder');
    expect(await refused(providers.use(admins.alder, 'own'))).toBe('no-administrator');
    expect((await providers.use(admins.alder, 'any')).signIn).toBe('any');
    claim({ groups: ['rise-admins'] });
    await testAs('alder');
    await providers.save(admins.alder, { ...settings, clientId: 'another' });
    expect(await refused(providers.use(admins.alder, 'own'))).toBe('untested');
    await providers.save(admins.alder, settings);
    await testAs('alder');
    expect((await providers.use(admins.alder, 'own')).signIn).toBe('own');
    // From here on nothing may make it one by which nobody comes in.
    expect(await refused(providers.save(admins.alder, { ...settings, clientSecret: 'new' }))).toBe('required');
    const { clientSecret: _, ...unchanged } = settings;
    expect(await refused(providers.save(admins.alder, { ...unchanged, roleMap: [] }))).toBe('untested');
    expect(await refused(providers.remove(admins.alder))).toBe('required');
  });

  test('keeps out accounts of the shared one: sessions end, tokens do not work, sign-in says why', async () => {
    const browser = createBrowser();
    await shared(browser, 'analyst@alder.example');
    const support = createBrowser();
    await shared(support, 'global.support@rise.example');
    expect(await sessionOf(browser)).toMatchObject({ tenant: { slug: 'alder' } });
    const token = `rise_${'t'.repeat(43)}`;
    await site.sql(
      `INSERT INTO api_token (token_hash, account_id, tenant_id, scopes, name, expires_at)
       SELECT $1, id, $2, '{read}', 'test', now() + interval '1 day' FROM account WHERE email = 'analyst@alder.example'`,
      [hashSecret(token), site.tenants.alder],
    );
    const bearer = { headers: { authorization: `Bearer ${token}` } };
    const withToken = async () => (await createBrowser().request(at('/api/v1/session'), bearer)).status;
    expect(await withToken()).toBe(200);
    await setUp('own');
    expect(await sessionOf(browser)).toBe(401);
    expect(await withToken()).toBe(401);
    expect(await sessionOf(support)).toMatchObject({ kind: 'global' });
    expect(reasonOf(await shared(createBrowser(), 'analyst@alder.example'))).toBe('own-provider');
    await providers.use(admins.alder, 'any');
    expect(await withToken()).toBe(200);
    expect(reasonOf(await shared(createBrowser(), 'analyst@alder.example'))).toBe(false);
    await site.sql(`DELETE FROM api_token`);
  });
});

describe('a tenant whose only provider is broken', () => {
  /** What the operator's command prints. */
  const command = async (options: { tenant?: string; only?: boolean } = {}) => {
    const lines: string[] = [];
    const context = { database: site.database, say: (line: string) => void lines.push(line) };
    await allowShared(context, { tenant: 'alder', only: false, ...options });
    return lines.join('\n');
  };
  const records = () =>
    site.sql<{ tenant: string; via: string; details: object }>(
      `SELECT t.slug AS tenant, r.via, r.details FROM audit_record r JOIN tenant t ON t.id = r.tenant_id
        WHERE r.action = 'identity-provider.allow-shared' ORDER BY r.at`,
    );

  test('lets people in with the shared provider again, by a command that its audit trail shows', async () => {
    await prove(site.tenants.alder, 'own.example');
    await setUp('own');
    claim({ sub: 'ada' });
    const inside = createBrowser();
    await own(inside);
    expect(reasonOf(await shared(createBrowser(), 'analyst@alder.example'))).toBe('own-provider');
    expect(await command()).toMatch(
      /^Tenant alder lets people sign in with the shared provider again, beside its own\.\n.*: \d+\. .*\nAddresses of own\.example still lead to its own provider; --only/,
    );
    expect(reasonOf(await shared(createBrowser(), 'analyst@alder.example'))).toBe(false);
    expect(await sessionOf(inside)).toMatchObject({ tenant: { slug: 'alder' } });
    await expect(command()).rejects.toThrow(/can sign in with the shared provider already; --only makes it the only/);
    expect(await command({ only: true })).toContain('Its own provider is off; sessions that ended: 1.');
    expect(await sessionOf(inside)).toBe(401);
    // Their addresses lead to the shared provider now.
    expect(reasonOf(await shared(createBrowser(), 'analyst@alder.example'))).toBe(false);
    expect((await createBrowser().go(at('/login'))).url.pathname).not.toBe('/login');
    await expect(command()).rejects.toThrow(/sign in with the shared provider only; there is nothing to allow/);
    await expect(command({ only: true })).rejects.toThrow(/nothing to allow/);
    const operator = expect.any(String) as string;
    expect(await records()).toEqual([
      { tenant: 'alder', via: 'system', details: { operator, signIn: { before: 'own', after: 'any' }, endedSessions: 0 } },
      { tenant: 'alder', via: 'system', details: { operator, signIn: { before: 'any', after: 'shared' }, endedSessions: 1 } },
    ]); // prettier-ignore
  });

  test('changes nothing for an unknown tenant, nor for another one', async () => {
    await setUp('own');
    await setUp('own', {}, 'birch');
    await expect(command({ tenant: 'elder' })).rejects.toThrow("there is no tenant with the slug 'elder'");
    await command();
    const rows = await site.sql(`SELECT slug, sign_in FROM tenant ORDER BY slug`);
    expect(rows).toEqual([
      { slug: 'alder', sign_in: 'any' },
      { slug: 'birch', sign_in: 'own' },
    ]);
  });
});

describe('turning a provider off', () => {
  test.each(['off', 'removed'] as const)('%s: its people are out at once, and cannot come back', async (how) => {
    await setUp();
    claim({ sub: 'ada' });
    const browser = createBrowser();
    await own(browser);
    expect(await sessionOf(browser)).toMatchObject({ tenant: { slug: 'alder' } });
    // Someone else is on the way.
    const late = createBrowser();
    const next = await late.submit(await late.go(at(`/login/with/${site.tenants.alder}`)), { lang: '' });
    const { signIn, provider } = await (how === 'off'
      ? providers.use(admins.alder, 'shared')
      : providers.remove(admins.alder));
    expect([signIn, provider === null]).toEqual(['shared', how === 'removed']);
    expect(await sessionOf(browser)).toBe(401);
    const ended = await site.sql(`SELECT FROM session s JOIN account a ON a.id = s.account_id WHERE a.provider_tenant_id IS NOT NULL AND s.ended_at IS NULL`); // prettier-ignore
    expect(ended).toEqual([]);
    expect(reasonOf(await leadOn(late, next))).toBe(how === 'off' ? 'provider-off' : 'attempt-expired');
    // The same people come back with it.
    const [before] = await site.sql<{ id: string }>(`SELECT id FROM account WHERE subject = 'ada'`);
    await setUp();
    claim({ sub: 'ada' });
    const again = createBrowser();
    await own(again);
    expect(await sessionOf(again)).toMatchObject({ account: { id: before!.id } });
  });
});

describe('settings', () => {
  const save = (change: object) => refused(providers.save(admins.alder, { ...providerSettings(rogue.issuer.href), clientSecret: 'x', ...change })); // prettier-ignore

  test.each([
    ['https://login.microsoftonline.com/common/v2.0', 'issuer-common'],
    ['https://login.microsoftonline.com/Organizations/v2.0', 'issuer-common'],
    ['https://sts.windows.net/9188040d-6c67-4c5b-b112-36a304b66dad/', 'issuer-common'],
    ['https://10.1.2.3/', 'issuer-host'],
    ['http://169.254.169.254/', 'issuer'],
    ['http://login.example.com', 'issuer'],
    ['https://login.example.com/?tenant=1', 'issuer'],
    ['javascript:alert(1)', 'issuer'],
    ['login', 'issuer'],
  ])('refuse the issuer %s', async (issuer, problem) => {
    expect(await save({ issuer })).toBe(problem);
  });

  test('refuse the installation’s own issuer', async () => {
    expect(await save({ issuer: at('/idp').href })).toBe('issuer-shared');
    expect(await save({ issuer: `${at('/IDP').href}/` })).toBe('issuer-shared');
  });

  test('give the secret to no other issuer or client, and show it to nobody', async () => {
    expect(await save({})).toBeNull();
    expect(JSON.stringify(await providers.read(admins.alder))).not.toMatch(/secret"\s*:\s*"/i);
    expect(await save({ clientSecret: undefined, issuer: 'http://127.0.0.1:1/' })).toBe('clientSecret');
    expect(await save({ clientSecret: undefined, label: 'Other' })).toBeNull();
    const [row] = await site.sql<{ secret: Buffer }>(`SELECT secret FROM identity_provider`);
    expect(row!.secret.toString('latin1')).not.toContain('x'.repeat(3));
    expect(await save({ clientSecret: null })).toBeNull();
    expect((await providers.read(admins.alder)).provider!.hasSecret).toBe(false);
  });

  test('show which claims give which rights, before anything is saved', async () => {
    const { label: _, issuer, clientId: __, scopes: ___, ...mapping } = providerSettings('https://login.example.com');
    const people = [
      { sub: 'a', email: 'a@alder.example', name: 'Ada Byron', groups: ['rise-admins', 'rise-users', 'Loans'] },
      { sub: 'b', groups: 'rise-users', email_verified: true, email: 'b@alder.example' },
      { sub: 'c', groups: ['Rise-Users', 'global.admin'] },
      { groups: ['rise-users'] },
    ];
    const { people: rights } = await providers.tryMapping(admins.alder, { issuer, mapping, people });
    expect(rights).toEqual<ClaimedRights[]>([
      { subject: 'a', email: 'a@alder.example', isEmailVerified: false, name: 'Ada Byron', roles: [{ role: 'tenant.user', value: 'rise-users' }, { role: 'tenant.admin', value: 'rise-admins' }], groups: ['rise-admins', 'rise-users', 'Loans'], problem: null }, // prettier-ignore
      { subject: 'b', email: 'b@alder.example', isEmailVerified: true, name: '', roles: [{ role: 'tenant.user', value: 'rise-users' }], groups: ['rise-users'], problem: null }, // prettier-ignore
      { subject: 'c', email: '', isEmailVerified: false, name: '', roles: [], groups: ['Rise-Users', 'global.admin'], problem: 'no-role' }, // prettier-ignore
      { subject: null, email: '', isEmailVerified: false, name: '', roles: [{ role: 'tenant.user', value: 'rise-users' }], groups: ['rise-users'], problem: 'no-subject' }, // prettier-ignore
    ]);
    const withDefault = { ...mapping, rolesClaim: null, defaultRole: 'tenant.user' as const, groupsClaim: null };
    const [one] = (await providers.tryMapping(admins.alder, { issuer, mapping: withDefault, people })).people;
    expect(one).toMatchObject({ roles: [{ role: 'tenant.user', value: null }], groups: [], problem: null });
  });

  test('believe Google only for a workspace whose domain is proven', async () => {
    await prove(site.tenants.alder, 'alder.example');
    const { label: _, issuer: __, clientId: ___, scopes: ____, ...mapping } = providerSettings('');
    const trial = async (hd?: string) => {
      const people = [{ sub: 'a', groups: ['rise-users'], ...(hd !== undefined && { hd }) }];
      const { people: rights } = await providers.tryMapping(admins.alder, { issuer: 'https://accounts.google.com', mapping, people }); // prettier-ignore
      return rights[0]!.problem;
    };
    expect([await trial(), await trial('evil.example'), await trial('Alder.example')]).toEqual(['hosted-domain', 'hosted-domain', null]); // prettier-ignore
  });
});
