import { INVITATION_DAYS } from '@rise/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEMO_IDENTITIES, DEMO_PASSWORD } from '../identity/identities.ts';
import { systemIn, type TenantActor } from '../kernel/actor.ts';
import { createBrowser, type Browser, type Visit } from '../testing/browser.ts';
import { startSignInSite, type SignInSite } from '../testing/sign-in-site.ts';
import { GlobalInvitationService } from './global-invitations.service.ts';
import { InvitationService } from './invitations.service.ts';

/** Someone whom the provider knows, and to whom it gives neither a role nor a tenant. */
const NEWCOMER = { ...DEMO_IDENTITIES[3]!, subject: 'newcomer', email: 'new.comer@elsewhere.example', roles: [], tenants: [], groups: [], branches: [] }; // prettier-ignore
const BIRCH_ADMIN = 'admin@birch.example';

let site: SignInSite;
let invitations: InvitationService;
let globalInvitations: GlobalInvitationService;
let admin: TenantActor;

beforeAll(async () => {
  site = await startSignInSite({ identities: [...DEMO_IDENTITIES, NEWCOMER] });
  const mail = { contactEmail: 'portal@rise.example', wake: () => undefined };
  const options = { database: site.database, mail, publicUrl: site.url };
  invitations = new InvitationService(options);
  globalInvitations = new GlobalInvitationService(options);
  await signIn(createBrowser(), 'admin@alder.example');
  const [account] = await site.sql<{ id: string }>(`SELECT id FROM account WHERE email = 'admin@alder.example'`);
  admin = { ...systemIn(site.tenants.alder), kind: 'tenant', accountId: account!.id };
});
afterAll(() => site?.close());
beforeEach(async () => {
  await site.sql(`DELETE FROM invitation`);
  await site.sql(`DELETE FROM global_invitation`);
  await site.sql(`DELETE FROM mail_outbox`);
});

const at = (path: string) => new URL(path, site.url);
const signIn = async (browser: Browser, email: string): Promise<Visit> =>
  browser.submit(await browser.go(at('/login')), { email, password: DEMO_PASSWORD });
const sessionOf = async (browser: Browser) => (await browser.request(at('/api/v1/session'))).json();
const reasonOf = (visit: Visit) => visit.url.pathname === '/login-failed' && visit.url.searchParams.get('reason');
const invite = (email: string, rest: { language?: 'en' | 'tr'; roles?: ('tenant.user' | 'tenant.admin')[] } = {}) =>
  invitations.invite(admin, { email, language: 'en', roles: ['tenant.user'], groups: [], attributes: {}, ...rest });

/** The mails that wait, the newest first. */
const mails = () =>
  site.sql<{ recipient: string; subject: string; text: string }>(
    `SELECT recipient, subject, text FROM mail_outbox WHERE kind = 'invitation' ORDER BY created_at DESC`,
  );
const linkIn = (text: string): URL => new URL(text.match(/http\S+\/login\/invitation\?token=\S+/)![0]);
const lastLink = async () => linkIn((await mails())[0]!.text);

/** Opens the link, presses its button, and signs in at the provider. */
async function accept(browser: Browser, link: URL, email: string): Promise<Visit> {
  const form = await browser.submit(await browser.go(link), {});
  return browser.submit(form, { email, password: DEMO_PASSWORD });
}

test('one that is open is read by its id, until it is revoked', async () => {
  const { id } = await invite('open@elsewhere.example', { roles: ['tenant.admin'] });
  expect(await invitations.view(admin, id)).toMatchObject({
    kind: 'invitation',
    id,
    email: 'open@elsewhere.example',
    state: 'invited',
    roles: ['tenant.admin'],
    invitedBy: 'admin@alder.example',
    isSelf: false,
  });
  const elsewhere = { ...admin, ...systemIn(site.tenants.birch), accountId: admin.accountId };
  await expect(invitations.view(elsewhere, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await invitations.revoke(admin, id);
  await expect(invitations.view(admin, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('many are sent at once; those that cannot be keep none of the others back', async () => {
  await invite('twice@elsewhere.example');
  const of = (email: string) => ({
    email,
    language: 'en',
    roles: ['tenant.user'] as const,
    groups: [],
    attributes: {},
  });
  const { results } = await invitations.inviteAll(admin, [
    of('first@elsewhere.example'),
    of('Twice@elsewhere.example'),
    of('admin@alder.example'),
    of('last@elsewhere.example'),
  ]);
  expect(results).toEqual([
    { email: 'first@elsewhere.example', problem: null, link: null },
    { email: 'Twice@elsewhere.example', problem: 'invited', link: null },
    { email: 'admin@alder.example', problem: 'member', link: null },
    { email: 'last@elsewhere.example', problem: null, link: null },
  ]);
  expect((await mails()).map(({ recipient }) => recipient).toSorted()).toEqual(
    ['first', 'last', 'twice'].map((name) => `${name}@elsewhere.example`),
  );
});

describe('an invitation', () => {
  test('makes a stranger a member with what it gives, by a mail in the chosen language', async () => {
    await invitations.invite(admin, {
      email: 'New.Comer@Elsewhere.example',
      language: 'tr',
      roles: ['tenant.admin'],
      groups: ['lending'],
      attributes: { branch: ['north'] },
    });
    const [mail] = await mails();
    expect(mail).toMatchObject({
      recipient: 'New.Comer@Elsewhere.example',
      subject: 'Alder Credit Union kurumuna davet',
    });
    expect(reasonOf(await signIn(createBrowser(), NEWCOMER.email))).toBe('no-role');

    const browser = createBrowser();
    const page = await browser.go(linkIn(mail!.text));
    expect(page.text).toContain('Alder Credit Union');
    expect(page.text).toContain('New.Comer@Elsewhere.example');
    await accept(browser, linkIn(mail!.text), NEWCOMER.email);
    expect(await sessionOf(browser)).toMatchObject({
      account: { email: NEWCOMER.email },
      tenant: { slug: 'alder' },
      roles: ['tenant.admin'],
    });
    const [row] = await site.sql(
      `SELECT u.sources, u.groups, u.attributes FROM tenant_user u JOIN account a ON a.id = u.account_id WHERE a.subject = 'newcomer'`,
    );
    expect(row).toEqual({ sources: ['rise'], groups: ['lending'], attributes: { branch: ['north'] } });
    expect(
      await site.sql(`SELECT tenant_id FROM audit_record WHERE action = 'invitation.accept' AND outcome = 'done'`),
    ).toEqual([{ tenant_id: site.tenants.alder }]);
    // The membership is not the provider's, so it does not end with the next sign-in.
    const again = createBrowser();
    await signIn(again, NEWCOMER.email);
    expect(await sessionOf(again)).toMatchObject({ tenant: { slug: 'alder' }, roles: ['tenant.admin'] });
  });

  test('gives its own roles there, not those that the provider claims for another tenant', async () => {
    await invite(BIRCH_ADMIN);
    const browser = createBrowser();
    await accept(browser, await lastLink(), BIRCH_ADMIN);
    const session = (await sessionOf(browser)) as { permissions: string[] };
    expect(session).toMatchObject({ tenant: { slug: 'alder' }, roles: ['tenant.user'] });
    expect(session.permissions).not.toContain('tenant.administer');
    await browser.request(at('/api/v1/session/tenant'), {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-rise-request': '1' },
      body: JSON.stringify({ tenantId: site.tenants.birch }),
    });
    expect(await sessionOf(browser)).toMatchObject({
      tenant: { slug: 'birch' },
      roles: ['tenant.user', 'tenant.admin'],
    });
  });

  test('is of no use to someone with another address, and stays open for its own', async () => {
    await invite('someone@elsewhere.example');
    const browser = createBrowser();
    expect(reasonOf(await accept(browser, await lastLink(), 'analyst@birch.example'))).toBe('invitation-email');
    expect((await browser.request(at('/api/v1/session'))).status).toBe(401);
    expect((await createBrowser().go(await lastLink())).status).toBe(200);
    expect(
      await site.sql(`
        SELECT FROM tenant_user u JOIN account a ON a.id = u.account_id
        WHERE a.email = 'analyst@birch.example' AND u.tenant_id = '${site.tenants.alder}'`),
    ).toEqual([]);
  });

  test('does not show its secret in the log, and stores its hash only', async () => {
    await invite('someone@elsewhere.example');
    const link = await lastLink();
    const token = link.searchParams.get('token')!;
    await createBrowser().go(link);
    expect(site.log()).not.toContain(token);
    expect(JSON.stringify(await site.sql(`SELECT * FROM invitation`))).not.toContain(token);
  });

  test('is refused for members and for those who are invited', async () => {
    const field = (reason: string) => ({ code: 'CONFLICT', details: [{ field: reason }] });
    await expect(invite('ADMIN@alder.example')).rejects.toMatchObject(field('member'));
    await invite('someone@elsewhere.example');
    await expect(invite('Someone@Elsewhere.example')).rejects.toMatchObject(field('invited'));
  });
});

describe('the link of an invitation that', () => {
  const open = async (link: URL) => {
    const { status, text } = await createBrowser().go(link);
    return { status, text };
  };

  test('has expired', async () => {
    const { id } = await invite('someone@elsewhere.example');
    const link = await lastLink();
    await site.sql(`UPDATE invitation SET expires_at = now() - interval '1 second'`);
    expect(await open(link)).toMatchObject({ status: 410, text: expect.stringContaining('has expired') });
    await site.sql(`UPDATE invitation SET sent_at = now() - interval '2 minutes'`);
    await invitations.resend(admin, id);
    expect(await open(await lastLink())).toMatchObject({ status: 200 });
    expect(
      await site.sql(`SELECT expires_at > now() + interval '${INVITATION_DAYS - 1} days' AS renewed FROM invitation`),
    ).toEqual([{ renewed: true }]);
  });

  test('was replaced by another mail', async () => {
    const { id } = await invite('someone@elsewhere.example');
    const link = await lastLink();
    await expect(invitations.resend(admin, id)).rejects.toMatchObject({ details: [{ field: 'recent' }] });
    await site.sql(`UPDATE invitation SET sent_at = now() - interval '2 minutes'`);
    await invitations.resend(admin, id);
    expect(await open(link)).toMatchObject({ status: 404, text: expect.stringContaining('is not valid') });
  });

  test('was revoked, also between opening it and signing in', async () => {
    const { id } = await invite(BIRCH_ADMIN.replace('admin', 'analyst'));
    const link = await lastLink();
    const browser = createBrowser();
    const form = await browser.submit(await browser.go(link), {});
    await invitations.revoke(admin, id);
    expect(await open(link)).toMatchObject({ status: 410, text: expect.stringContaining('was revoked') });
    const arrived = await browser.submit(form, { email: 'analyst@birch.example', password: DEMO_PASSWORD });
    expect(reasonOf(arrived)).toBe('invitation-ended');
    await expect(invitations.revoke(admin, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('was used', async () => {
    await invite('analyst@birch.example');
    const link = await lastLink();
    await accept(createBrowser(), link, 'analyst@birch.example');
    expect(await open(link)).toMatchObject({ status: 410, text: expect.stringContaining('has been used') });
  });

  test('never was', async () => {
    expect(await open(at('/login/invitation?token=x'))).toMatchObject({ status: 404 });
  });

  test('is of another tenant than the administrator’s', async () => {
    const { id } = await invite('someone@elsewhere.example');
    const other = { ...admin, tenantId: site.tenants.birch };
    await expect(invitations.resend(other, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(invitations.revoke(other, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('without a mail server the administrator gets the link', async () => {
  const unmailed = new InvitationService({ database: site.database, mail: null, publicUrl: site.url });
  const { link } = await unmailed.invite(admin, {
    email: 'someone@elsewhere.example',
    language: 'en',
    roles: ['tenant.user'],
    groups: [],
    attributes: {},
  });
  expect((await createBrowser().go(new URL(link!))).status).toBe(200);
  expect(await mails()).toEqual([]);
});

describe('an invitation above the tenants', () => {
  const invite = () =>
    globalInvitations.invite(admin, { email: NEWCOMER.email, language: 'en', roles: ['global.support'] });

  test('gives a stranger its global role, once, for the verified address only', async () => {
    await site.sql(`DELETE FROM account WHERE subject = 'newcomer'`);
    await invite();
    const [mail] = await mails();
    expect(mail).toMatchObject({ recipient: NEWCOMER.email, subject: 'Invitation to run Rise' });
    const link = linkIn(mail!.text);
    expect(reasonOf(await accept(createBrowser(), link, BIRCH_ADMIN))).toBe('invitation-email');
    const browser = createBrowser();
    expect((await browser.go(link)).text).toContain('has invited you to help run this installation of Rise.');
    await accept(browser, link, NEWCOMER.email);
    expect(await sessionOf(browser)).toMatchObject({ kind: 'global', tenant: null, roles: ['global.support'] });
    expect((await createBrowser().go(link)).text).toContain('This invitation has been used');
    // The provider still claims nothing: the role is not its.
    const again = createBrowser();
    await signIn(again, NEWCOMER.email);
    expect(await sessionOf(again)).toMatchObject({ kind: 'global', roles: ['global.support'] });
    expect(await site.sql(`SELECT tenant_id FROM audit_record WHERE action = 'global-invitation.accept'`)).toEqual([
      { tenant_id: null },
    ]);
  });

  test('does not let a disabled person in', async () => {
    await site.sql(`UPDATE account SET disabled_at = now(), global_roles = '{}' WHERE subject = 'newcomer'`);
    await invite();
    expect(reasonOf(await accept(createBrowser(), await lastLink(), NEWCOMER.email))).toBe('account-disabled');
    await site.sql(`UPDATE account SET disabled_at = NULL WHERE subject = 'newcomer'`);
  });
});
