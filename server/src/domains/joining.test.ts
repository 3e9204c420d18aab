import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEMO_IDENTITIES, DEMO_PASSWORD } from '../identity/identities.ts';
import { systemIn, type TenantActor } from '../kernel/actor.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { admit } from '../sessions/provisioning.service.ts';
import { createBrowser, type Browser, type Visit } from '../testing/browser.ts';
import { startDnsServer, type DnsServer } from '../testing/dns-server.ts';
import { startSignInSite, type SignInSite } from '../testing/sign-in-site.ts';
import { DomainChecker } from './domain-checker.service.ts';
import { DomainService } from './domains.service.ts';

/** Someone whom the provider knows, and to whom it gives neither a role nor a tenant. */
const NEWCOMER = { ...DEMO_IDENTITIES[3]!, subject: 'newcomer', email: 'new.comer@cedar.example', roles: [], tenants: [], groups: [], branches: [] }; // prettier-ignore
const SECOND = { ...NEWCOMER, subject: 'second', email: 'second@cedar.example' };
const BELOW = { ...NEWCOMER, subject: 'below', email: 'ada@sub.cedar.example' };

let site: SignInSite;
let dns: DnsServer;
let domains: DomainService;
let admin: TenantActor;

beforeAll(async () => {
  site = await startSignInSite({ identities: [...DEMO_IDENTITIES, NEWCOMER, SECOND, BELOW] });
  dns = await startDnsServer();
  const mail = { contactEmail: 'portal@rise.example', isHeld: false, wake: () => undefined };
  const options = { database: site.database, mail, publicUrl: site.url };
  const checker = new DomainChecker({ ...options, dnsServers: [dns.address], log: pino({ level: 'silent' }) });
  domains = new DomainService({ ...options, checker });
  await signIn(createBrowser(), 'admin@alder.example');
  const [account] = await site.sql<{ id: string }>(`SELECT id FROM account WHERE email = 'admin@alder.example'`);
  admin = { ...systemIn(site.tenants.alder), kind: 'tenant', accountId: account!.id };
});
afterAll(async () => {
  await site?.close();
  await dns?.close();
});
beforeEach(async () => {
  await site.sql(`DELETE FROM tenant_domain`);
  await site.sql(`DELETE FROM mail_outbox`);
  await site.sql(`DELETE FROM inbox_item`);
  await site.sql(`DELETE FROM account WHERE subject IN ('newcomer', 'second', 'below')`);
  await site.sql(`DELETE FROM tenant_user WHERE sources = '{domain}'`);
});

const at = (path: string) => new URL(path, site.url);
const signIn = async (browser: Browser, email: string): Promise<Visit> =>
  browser.submit(await browser.go(at('/login')), { email, password: DEMO_PASSWORD });
const reasonOf = (visit: Visit) => visit.url.pathname === '/login-failed' && visit.url.searchParams.get('reason');
/** The tenant and roles of someone who signs in, or why they cannot. */
async function outcomeOf(email: string) {
  const browser = createBrowser();
  const reason = reasonOf(await signIn(browser, email));
  if (reason !== false) return reason;
  const { tenant, roles } = (await (await browser.request(at('/api/v1/session'))).json()) as {
    tenant: { slug: string } | null;
    roles: string[];
  };
  return [tenant?.slug ?? null, ...roles];
}
const membershipsOf = (subject: string) =>
  site.sql<{ sources: string[]; roles: string[] }>(
    `SELECT u.sources, u.roles FROM tenant_user u JOIN account a ON a.id = u.account_id WHERE a.subject = $1`,
    [subject],
  );
const requests = async () => (await domains.list(admin)).requests;
const codeOf = (error: unknown) => (error instanceof UserError ? error.details?.[0]?.field : error);

/** A domain that alder has proven. */
async function prove(
  joinRule: 'automatic' | 'approval' | 'invitation',
  role: 'tenant.user' | 'tenant.admin' = 'tenant.user',
) {
  // prettier-ignore
  const added = (await domains.add(admin, 'cedar.example')).domains[0]!;
  dns.records.set(added.record.name, [[added.record.value]]);
  await domains.change(admin, added.id, { joinRule, role });
  const [verified] = (await domains.check(admin, added.id)).domains;
  expect(verified).toMatchObject({ state: 'verified', joinRule, role });
  return added.id;
}

describe('automatic joining', () => {
  test('makes someone with a verified address a member with the role, once and for all', async () => {
    expect(await outcomeOf(NEWCOMER.email)).toBe('no-role');
    const id = await prove('automatic', 'tenant.admin');
    expect(await outcomeOf(NEWCOMER.email)).toEqual(['alder', 'tenant.admin']);
    expect(await membershipsOf('newcomer')).toEqual([{ sources: ['domain'], roles: ['tenant.admin'] }]);
    expect(await site.sql(`SELECT tenant_id, target FROM audit_record WHERE action = 'domain.join'`)).toEqual([
      { tenant_id: site.tenants.alder, target: id },
    ]);
    // Not the domain's to take away: it may belong to others by now.
    await domains.remove(admin, id);
    expect(await outcomeOf(NEWCOMER.email)).toEqual(['alder', 'tenant.admin']);
  });

  test('does not follow the domain to another tenant', async () => {
    const id = await prove('automatic');
    await outcomeOf(NEWCOMER.email);
    await domains.remove(admin, id);
    await site.sql(
      `INSERT INTO tenant_domain (tenant_id, domain, token, state, next_check_at, join_rule) VALUES ($1, 'cedar.example', repeat('a', 32), 'verified', now() + interval '1 day', 'automatic')`,
      [site.tenants.birch],
    );
    // They join the new owner's tenant, too; what they have in the former one stays.
    await outcomeOf(NEWCOMER.email);
    const rows = await site.sql<{ tenant_id: string }>(
      `SELECT u.tenant_id FROM tenant_user u JOIN account a ON a.id = u.account_id WHERE a.subject = 'newcomer'`,
    );
    expect(rows.map((row) => row.tenant_id).toSorted()).toEqual(Object.values(site.tenants).toSorted());
    await site.sql(`DELETE FROM tenant_domain`);
  });

  test('is for exactly the domain, and leaves out who was removed or disabled', async () => {
    await prove('automatic');
    expect(await outcomeOf(BELOW.email)).toBe('no-role');
    await outcomeOf(NEWCOMER.email);
    await site.sql(`UPDATE tenant_user u SET sources = '{}', given_roles = '{}', disabled_at = now(), removed_at = now()
      FROM account a WHERE a.id = u.account_id AND a.subject = 'newcomer'`);
    expect(await outcomeOf(NEWCOMER.email)).toBe('no-role');
    await site.sql(`UPDATE tenant_user u SET sources = '{domain}', given_roles = '{tenant.user}', removed_at = NULL
      FROM account a WHERE a.id = u.account_id AND a.subject = 'newcomer'`);
    expect(await outcomeOf(NEWCOMER.email)).toBe('account-disabled');
  });

  test('is of no use to an address that the provider has not verified', async () => {
    await prove('automatic');
    const person = { issuer: 'https://provider.example', subject: 'newcomer', email: NEWCOMER.email, firstName: 'New', lastName: 'Comer', avatar: null, roles: [], groups: [], attributes: {}, tenants: [] }; // prettier-ignore
    const admitted = await admit(site.database, person, { isEmailVerified: false, requestId: 'request' });
    expect(admitted).toEqual({ reason: 'no-role', accountId: null });
    expect(await membershipsOf('newcomer')).toEqual([]);
  });

  test.each(['pending', 'failing', 'expired'])('not while the domain is %s', async (state) => {
    await prove('automatic');
    await site.sql(`UPDATE tenant_domain SET state = $1, next_check_at = CASE WHEN $1 <> 'expired' THEN now() END`, [state]); // prettier-ignore
    expect(await outcomeOf(NEWCOMER.email)).toBe('no-role');
    expect(await membershipsOf('newcomer')).toEqual([]);
  });

  test('needs approval once a check has missed the record', async () => {
    await prove('automatic');
    await site.sql(`UPDATE tenant_domain SET missing_since = now()`);
    expect(await outcomeOf(NEWCOMER.email)).toBe('approval-pending');
  });

  test('not while the tenant is suspended, and nobody by invitation only', async () => {
    const id = await prove('automatic');
    await site.sql(`UPDATE tenant SET suspended_at = now() WHERE slug = 'alder'`);
    expect(await outcomeOf(NEWCOMER.email)).toBe('no-role');
    await site.sql(`UPDATE tenant SET suspended_at = NULL WHERE slug = 'alder'`);
    await domains.change(admin, id, { joinRule: 'invitation' });
    expect(await outcomeOf(NEWCOMER.email)).toBe('no-role');
  });
});

describe('joining on approval', () => {
  test('has the person wait, notifies administrators, and mails who was approved', async () => {
    await prove('approval');
    expect(await outcomeOf(NEWCOMER.email)).toBe('approval-pending');
    expect(await outcomeOf(NEWCOMER.email)).toBe('approval-pending');
    expect(await outcomeOf(SECOND.email)).toBe('approval-pending');
    const open = await requests();
    expect(open).toMatchObject([
      { email: SECOND.email, domain: 'cedar.example', role: 'tenant.user', isDeclined: false },
      { email: NEWCOMER.email },
    ]);
    // Once for requests that come together.
    const notified = await site.sql<{ title: string }>(`SELECT i.title->>'en' AS title FROM inbox_item i JOIN account a ON a.id = i.account_id WHERE a.email = 'admin@alder.example'`); // prettier-ignore
    expect(notified).toEqual([{ title: `${NEWCOMER.email} asks to join` }]);

    await domains.approve(admin, open[1]!.id);
    expect(await outcomeOf(NEWCOMER.email)).toEqual(['alder', 'tenant.user']);
    expect(await membershipsOf('newcomer')).toEqual([{ sources: ['domain'], roles: ['tenant.user'] }]);
    expect(await requests()).toMatchObject([{ email: SECOND.email }]);
    expect(await site.sql(`SELECT recipient, subject FROM mail_outbox WHERE kind = 'domain'`)).toEqual([
      { recipient: NEWCOMER.email, subject: 'You have joined Alder Credit Union' },
    ]);
  });

  test('declines without an end: signing in asks no more, an administrator may still approve', async () => {
    await prove('approval');
    await outcomeOf(NEWCOMER.email);
    const [request] = await requests();
    await domains.decline(admin, request!.id);
    expect(await outcomeOf(NEWCOMER.email)).toBe('no-role');
    expect(await requests()).toMatchObject([{ id: request!.id, isDeclined: true }]);
    await domains.approve(admin, request!.id);
    expect(await outcomeOf(NEWCOMER.email)).toEqual(['alder', 'tenant.user']);
  });

  test('approves nobody while the domain is failing, nor for another tenant', async () => {
    await prove('approval');
    await outcomeOf(NEWCOMER.email);
    const [request] = await requests();
    const stranger = systemIn(site.tenants.birch);
    await expect(domains.approve(stranger, request!.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(domains.decline(stranger, request!.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await domains.list(stranger)).requests).toEqual([]);
    await site.sql(`UPDATE tenant_domain SET state = 'failing'`);
    expect(await domains.approve(admin, request!.id).catch(codeOf)).toBe('unverified');
    expect(await membershipsOf('newcomer')).toEqual([]);
  });

  test('does not keep someone from the tenants that they are in', async () => {
    await prove('approval');
    await site.sql(`UPDATE tenant_domain SET domain = 'birch.example'`);
    expect(await outcomeOf('analyst@birch.example')).toMatchObject(['birch', 'tenant.user']);
    expect(await requests()).toMatchObject([{ email: 'analyst@birch.example' }]);
  });
});
