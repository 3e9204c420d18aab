import { randomUUID } from 'node:crypto';
import type { Provisioning, ProvisionedPerson, RoleEffects, RouteKey, TenantPerson } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { joinProvisioned } from '../sessions/provisioning.service.ts';
import { readEvents } from '../testing/event-reader.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { scimClient, scimToken, type ScimSend } from '../testing/scim-client.ts';

let portal: TestPortal;
let alder: string;
let admin: SignedIn;
let scim: ScimSend;
beforeAll(async () => {
  portal = await startTestPortal();
  alder = portal.tenants.alder;
  admin = await portal.signIn({ email: 'chief@alder.example', roles: ['tenant.admin'], tenants: [alder] });
  scim = scimClient(portal, await scimToken(portal, admin.cookie));
});
afterAll(() => portal?.close());

const call = async <T>(key: RouteKey, request: Parameters<TestPortal['fetch']>[1] = {}, by = admin) => {
  const response = await portal.fetch(key, { cookie: by.cookie, ...request });
  return { status: response.status, body: (await response.json()) as T };
};
const view = async (id: string) => (await call<TenantPerson>('GET /api/v1/users/:id', { id })).body;
const sessionStatus = async ({ cookie }: SignedIn) => (await portal.fetch('GET /api/v1/session', { cookie })).status;
const roles = async (by: SignedIn) => (await call<{ roles?: string[] }>('GET /api/v1/session', {}, by)).body.roles;
const replace = (path: string, value: unknown) => ({ Operations: [{ op: 'replace', path, value }] });
const setActive = (id: string, active: boolean) => scim('PATCH', `/Users/${id}`, replace('active', active));

/** A member by the claims of the identity provider. */
const member = () =>
  portal.signIn({ email: `${randomUUID()}@alder.example`, roles: ['tenant.user'], tenants: [alder] });

/** Signs in at the provider; returns the account and a session of it, in the tenant. */
async function signInAs(
  subject: string,
  more: { objectId?: string; email?: string; roles?: ('tenant.user' | 'global.support')[]; provider?: string } = {},
) {
  const { email = `${subject}@alder.example` } = more;
  const claimed = { issuer: 'https://issuer.example', subject, email, firstName: 'Ada', lastName: 'Byron', avatar: null, roles: more.roles ?? [], tenants: [], groups: [], attributes: {}, ...(more.objectId && { objectId: more.objectId }), ...(more.provider && { provider: { tenantId: more.provider, subjectClaim: 'sub' } }) }; // prettier-ignore
  await joinProvisioned(portal.database, claimed, 'request');
  const found = await portal.database.withGlobal(
    SYSTEM,
    (tx) => tx.first<{ id: string; member: boolean }>`
      SELECT a.id, EXISTS (SELECT FROM tenant_user u WHERE u.account_id = a.id AND u.tenant_id = ${alder} AND u.disabled_at IS NULL) AS member
        FROM account a WHERE a.subject = ${subject}`,
  );
  return found;
}

/** A provisioned person who has signed in, with a session in the tenant. */
async function provisioned(groups: string[] = []) {
  const subject = randomUUID();
  const { body } = await scim('POST', '/Users', {
    userName: `u-${subject}`,
    externalId: subject,
    displayName: 'Ada Byron',
  });
  for (const group of groups)
    await scim('PATCH', `/Groups/${group}`, {
      Operations: [{ op: 'add', path: 'members', value: [{ value: body.id }] }],
    });
  const account = (await signInAs(subject))!;
  const signedIn = await portal.sessionOf(account.id, alder);
  return { id: body.id as string, ...signedIn };
}

async function groupWith(role: 'tenant.user' | 'tenant.admin' | null): Promise<string> {
  const { body } = await scim('POST', '/Groups', { displayName: `g ${randomUUID()}` });
  await call('POST /api/v1/provisioning/roles', { body: { admitsAll: true, groups: [{ id: body.id, role }] } });
  return body.id;
}

describe('the first sign-in', () => {
  test('binds by the external id, never by an email address', async () => {
    const subject = randomUUID();
    const email = `${subject}@alder.example`;
    await scim('POST', '/Users', { userName: email, externalId: subject, emails: [{ value: email, primary: true }] });
    expect(await signInAs(randomUUID(), { email })).toBeNull();
    expect(await signInAs(subject, { email: 'another@elsewhere.example' })).toMatchObject({ member: true });
    const { body } = await call<{ people: ProvisionedPerson[] }>('GET /api/v1/provisioning/people', {
      search: `?q=${subject}`,
    });
    expect(body.people).toMatchObject([{ state: 'member', roles: ['tenant.user'] }]);
  });

  test('binds by the attribute and the claim that the tenant has chosen', async () => {
    const [objectId, name] = [randomUUID(), `name-${randomUUID()}`];
    await scim('POST', '/Users', { userName: name, externalId: objectId });
    await call('PATCH /api/v1/provisioning', { body: { subjectClaim: 'oid' } });
    expect(await signInAs(objectId)).toBeNull();
    expect(await signInAs(randomUUID(), { objectId })).toMatchObject({ member: true });
    await scim('POST', '/Users', { userName: `${name}-2`, externalId: 'x' });
    await call('PATCH /api/v1/provisioning', { body: { subjectClaim: 'sub', subjectAttribute: 'userName' } });
    expect(await signInAs(`${name}-2`)).toMatchObject({ member: true });
    await call('PATCH /api/v1/provisioning', { body: { subjectAttribute: 'externalId' } });
  });

  test('binds nobody where several are described alike, nor anyone above the tenants', async () => {
    const subject = randomUUID();
    for (const n of [1, 2]) await scim('POST', '/Users', { userName: `${subject}-${n}`, externalId: subject });
    expect(await signInAs(subject)).toBeNull();
    const global = randomUUID();
    await scim('POST', '/Users', { userName: global, externalId: global });
    expect(await signInAs(global, { roles: ['global.support'] })).toBeNull();
  });

  test('at another provider than those the tenant lets in proves nothing', async () => {
    const subject = randomUUID();
    await scim('POST', '/Users', { userName: subject, externalId: subject });
    const { birch } = portal.tenants;
    const set = (signIn: string, tenant: string) =>
      portal.database.withGlobal(SYSTEM, (tx) => tx.run`UPDATE tenant SET sign_in = ${signIn} WHERE id = ${tenant}`);
    await set('any', birch);
    try {
      expect(await signInAs(subject, { provider: birch })).toBeNull();
      await set('own', alder);
      expect(await signInAs(subject)).toBeNull();
      expect(await signInAs(subject, { provider: alder })).toMatchObject({ member: true });
    } finally {
      await set('shared', alder);
      await set('shared', birch);
    }
  });

  test('finds no place where the plan has none, and binds once it has', async () => {
    const subject = randomUUID();
    await scim('POST', '/Users', { userName: subject, externalId: subject });
    const limit = (users: number | null) =>
      portal.database.withGlobal(SYSTEM, (tx) => tx.run`UPDATE tenant SET user_limit = ${users} WHERE id = ${alder}`);
    await limit(1);
    try {
      expect(await signInAs(subject)).toMatchObject({ member: false });
    } finally {
      await limit(null);
    }
    expect(await signInAs(subject)).toMatchObject({ member: true });
  });

  test('of someone who is inactive ends what else they have in the tenant', async () => {
    const claimed = await member();
    const [row] = await accounts(claimed.accountId);
    await scim('POST', '/Users', { userName: row!.subject, externalId: row!.subject, active: false });
    expect(await sessionStatus(claimed)).toBe(200);
    await signInAs(row!.subject);
    expect(await sessionStatus(claimed)).toBe(401);
    expect((await view(claimed.accountId)).state).toBe('disabled');
  });
});

const accounts = (id: string) =>
  portal.database.withGlobal(
    SYSTEM,
    (tx) => tx.rows<{ subject: string }>`SELECT subject FROM account WHERE id = ${id}`,
  );

describe('inactive', () => {
  test('ends sessions, streams and tokens at once, pauses schedules, and can be undone', async () => {
    const leaver = await provisioned();
    await portal.database.withGlobal(
      SYSTEM,
      (tx) => tx.run`UPDATE account SET email = 'leaver@alder.example' WHERE id = ${leaver.accountId}`,
    );
    const token = await portal.tokenFor({ email: 'leaver@alder.example', tenantId: alder, scopes: ['read'] });
    const alert = await ownedThings(leaver.accountId);
    const events = readEvents(await portal.fetch('GET /api/v1/events', { cookie: leaver.cookie }));
    await events.opened;
    expect((await setActive(leaver.id, false)).body.active).toBe(false);
    await events.ended;
    expect(await sessionStatus(leaver)).toBe(401);
    expect((await portal.fetch('GET /api/v1/session', { headers: { authorization: `Bearer ${token}` } })).status).toBe(
      401,
    );
    expect(await isPaused(alert)).toBe(true);
    expect((await view(leaver.accountId)).state).toBe('disabled');
    await setActive(leaver.id, true);
    expect((await view(leaver.accountId)).state).toBe('active');
    expect(await sessionStatus(leaver)).toBe(401);
  });

  test('does not undo what an administrator has done', async () => {
    const ada = await provisioned();
    await call('POST /api/v1/users/:id/disable', { id: ada.accountId });
    await setActive(ada.id, true);
    expect((await view(ada.accountId)).state).toBe('disabled');
    const { body } = await call<{ people: ProvisionedPerson[] }>('GET /api/v1/provisioning/people', {
      search: '?state=blocked',
    });
    expect(body.people.map(({ id }) => id)).toContain(ada.id);
  });

  test('leaves the person’s other tenants as they are', async () => {
    const { birch } = portal.tenants;
    const commuter = await portal.signIn({
      email: `${randomUUID()}@b.example`,
      roles: ['tenant.user'],
      tenants: [alder, birch],
      enter: birch,
    });
    const [row] = await accounts(commuter.accountId);
    const { body } = await scim('POST', '/Users', { userName: row!.subject, externalId: row!.subject });
    await signInTo(row!.subject);
    await setActive(body.id, false);
    expect((await view(commuter.accountId)).state).toBe('disabled');
    expect((await call('GET /api/v1/session', {}, commuter)).body).toMatchObject({ tenant: { slug: 'birch' } });
  });
});

/** As `signInAs`, of someone whom claims name in both tenants. */
async function signInTo(subject: string) {
  const slugs = ['alder', 'birch'];
  await joinProvisioned(portal.database, { issuer: 'https://issuer.example', subject, email: 'c@b.example', firstName: '', lastName: '', avatar: null, roles: ['tenant.user'], tenants: slugs, groups: [], attributes: {} }, 'request'); // prettier-ignore
}

describe('deleted', () => {
  test('who owns nothing is no member any more', async () => {
    const ada = await provisioned();
    expect((await scim('DELETE', `/Users/${ada.id}`)).status).toBe(204);
    expect(await sessionStatus(ada)).toBe(401);
    expect((await call('GET /api/v1/users/:id', { id: ada.accountId })).status).toBe(404);
  });

  test('what someone owns waits, paused, until an administrator names who takes over', async () => {
    const ada = await provisioned();
    const successor = await member();
    const alert = await ownedThings(ada.accountId);
    await scim('DELETE', `/Users/${ada.id}`);
    expect(await view(ada.accountId)).toMatchObject({
      state: 'disabled',
      sources: [],
      owned: { queries: 1, alerts: 1 },
    });
    expect(await isPaused(alert)).toBe(true);
    expect((await call('POST /api/v1/users/:id/enable', { id: ada.accountId })).status).toBe(409);
    const removed = await call('POST /api/v1/users/:id/remove', {
      id: ada.accountId,
      body: { handOverTo: successor.accountId },
    });
    expect(removed.status).toBe(200);
    expect((await view(successor.accountId)).owned).toMatchObject({ queries: 1, alerts: 1 });
  });

  test('who is a member by something else stays one, with those rights', async () => {
    const group = await groupWith('tenant.admin');
    const ada = await provisioned([group]);
    await call('PATCH /api/v1/users/:id', { id: ada.accountId, body: { roles: ['tenant.user'] } });
    await portal.database.withGlobal(
      SYSTEM,
      (tx) => tx.run`UPDATE tenant_user SET sources = '{rise,scim}' WHERE account_id = ${ada.accountId}`,
    );
    expect(await roles(ada)).toEqual(['tenant.user', 'tenant.admin']);
    await scim('DELETE', `/Users/${ada.id}`);
    expect(await roles(ada)).toEqual(['tenant.user']);
    expect(await view(ada.accountId)).toMatchObject({ sources: ['rise'], provisioned: [] });
  });

  test('who was removed by an administrator comes back only if they are provisioned again', async () => {
    const ada = await provisioned();
    const [row] = await accounts(ada.accountId);
    await call('POST /api/v1/users/:id/remove', { id: ada.accountId, body: { handOverTo: null } });
    await setActive(ada.id, false);
    await setActive(ada.id, true);
    expect((await call('GET /api/v1/users/:id', { id: ada.accountId })).status).toBe(404);
    await scim('DELETE', `/Users/${ada.id}`);
    await scim('POST', '/Users', { userName: row!.subject, externalId: row!.subject });
    await signInAs(row!.subject);
    expect((await view(ada.accountId)).state).toBe('active');
  });
});

describe('roles by groups', () => {
  test('come and go with members, groups and the mapping, and nothing above the tenant', async () => {
    const group = await groupWith('tenant.admin');
    const ada = await provisioned();
    expect(await roles(ada)).toEqual(['tenant.user']);
    const members = (op: string) =>
      scim('PATCH', `/Groups/${group}`, { Operations: [{ op, path: 'members', value: [{ value: ada.id }] }] });
    await members('add');
    expect(await roles(ada)).toEqual(['tenant.user', 'tenant.admin']);
    expect((await view(ada.accountId)).provisioned).toEqual(['tenant.admin', 'tenant.user']);
    await members('remove');
    expect(await roles(ada)).toEqual(['tenant.user']);
    await members('add');
    await scim('DELETE', `/Groups/${group}`);
    expect(await roles(ada)).toEqual(['tenant.user']);
    const global = await call('POST /api/v1/provisioning/roles', {
      body: { admitsAll: true, groups: [{ id: group, role: 'global.admin' }] },
    });
    expect(global.status).toBe(400);
    const gone = await call('POST /api/v1/provisioning/roles', {
      body: { admitsAll: true, groups: [{ id: group, role: 'tenant.user' }] },
    });
    expect(gone.status).toBe(404);
  });

  test('a dry run says who would gain and lose what, and changes nothing', async () => {
    const group = await groupWith(null);
    const ada = await provisioned([group]);
    const mapping = { admitsAll: true, groups: [{ id: group, role: 'tenant.admin' as const }] };
    const { body } = await call<RoleEffects>('POST /api/v1/provisioning/roles/preview', { body: mapping });
    expect(body).toMatchObject({
      people: [{ id: ada.id, gains: ['tenant.admin'], loses: [], isWaiting: false }],
      isLastAdministrator: false,
    });
    expect(await roles(ada)).toEqual(['tenant.user']);
    const saved = await call<Provisioning>('POST /api/v1/provisioning/roles', { body: mapping });
    expect(saved.body.groups).toContainEqual({ id: group, name: expect.any(String), members: 1, role: 'tenant.admin' });
    expect(await roles(ada)).toEqual(['tenant.user', 'tenant.admin']);
    const back = await call<RoleEffects>('POST /api/v1/provisioning/roles/preview', {
      body: { admitsAll: false, groups: [] },
    });
    expect(back.body.people.find(({ id }) => id === ada.id)).toMatchObject({ gains: [], loses: ['tenant.user'] });
  });

  test('the last administrator stays, by every way', async () => {
    const { birch } = portal.tenants;
    const chief = await portal.signIn({ email: 'c@birch.example', roles: ['tenant.admin'], tenants: [birch] });
    const send = scimClient(portal, await scimToken(portal, chief.cookie));
    const group = (await send('POST', '/Groups', { displayName: 'Chiefs' })).body.id;
    const subject = randomUUID();
    const { id } = (await send('POST', '/Users', { userName: subject, externalId: subject })).body;
    await send('PATCH', `/Groups/${group}`, { Operations: [{ op: 'add', path: 'members', value: [{ value: id }] }] });
    const mapping = { admitsAll: true, groups: [{ id: group, role: 'tenant.admin' }] };
    await call('POST /api/v1/provisioning/roles', { body: mapping }, chief);
    const account = (await signInAs(subject))!;
    const heir = await portal.sessionOf(account.id, birch);
    // From here on the group alone makes an administrator.
    await call('POST /api/v1/users/:id/disable', { id: chief.accountId }, heir);
    for (const answer of [
      await send('PATCH', `/Groups/${group}`, {
        Operations: [{ op: 'remove', path: 'members', value: [{ value: id }] }],
      }),
      await send('DELETE', `/Groups/${group}`),
      await send('PATCH', `/Users/${id}`, replace('active', false)),
      await send('DELETE', `/Users/${id}`),
    ])
      expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('no administrator') } });
    const without = { admitsAll: true, groups: [{ id: group, role: null }] };
    const preview = await call<RoleEffects>('POST /api/v1/provisioning/roles/preview', { body: without }, heir);
    expect(preview.body.isLastAdministrator).toBe(true);
    expect((await call('POST /api/v1/provisioning/roles', { body: without }, heir)).status).toBe(409);
    expect(await roles(heir)).toEqual(['tenant.user', 'tenant.admin']);
  });
});

/** A saved query and an alert of a person; returns the alert's id. */
function ownedThings(accountId: string): Promise<string> {
  const figure = { title: { en: 'F' }, format: { unit: 'percent', decimals: 2, truncate: false }, currency: 'USD', grain: null }; // prettier-ignore
  return portal.database.withTenant(systemIn(alder), async (tx) => {
    await tx.run`
      INSERT INTO saved_query (tenant_id, account_id, name, description, sql) VALUES (${alder}, ${accountId}, 'Mine', '', 'SELECT 1')`;
    const alert = await tx.first<{ id: string }>`
      INSERT INTO report_alert (tenant_id, report_id, account_id, tile, measure, scope, state, title, condition, mail, figure, next_check_at)
      SELECT ${alder}, id, ${accountId}, 'kpis', 'net_worth_ratio', '{"kind": "total"}', '{"filters": {}}', 'Mine',
             '{"kind": "threshold", "when": "below", "value": 0.07}', false, ${JSON.stringify(figure)}::jsonb, now() + interval '1 year'
        FROM report WHERE tenant_id = ${alder} AND key = 'board-scorecard' RETURNING id`;
    return alert!.id;
  });
}

async function isPaused(alert: string): Promise<boolean> {
  const row = await portal.database.withTenant(
    systemIn(alder),
    (tx) =>
      tx.first<{
        paused: boolean;
      }>`SELECT is_paused AS paused FROM report_alert WHERE tenant_id = ${alder} AND id = ${alert}`,
  );
  return row!.paused;
}
