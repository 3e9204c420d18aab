import type { OwnSupportVisit, RouteKey, Session, SupportAccess, TenantSupport } from '@rise/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SYSTEM } from '../kernel/actor.ts';
import { personNow } from '../sessions/person-now.service.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

const REASON = 'The import of September fails';

let portal: TestPortal;
let alder: string;
let admin: SignedIn;
let support: SignedIn;
beforeAll(async () => {
  portal = await startTestPortal({ rightsMs: 0 });
  ({ alder } = portal.tenants);
  admin = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.admin'], tenants: [alder] });
});
afterAll(() => portal?.close());
beforeEach(async () => {
  support = await portal.signIn({ email: 'gus@rise.example', firstName: 'Gus', roles: ['global.support'] });
  await setAccess('consent');
});

const setAccess = (access: SupportAccess) =>
  portal.fetch('PUT /api/v1/support-access', { cookie: admin.cookie, body: { access } });
const ask = (body: object = {}, who = support) =>
  portal.fetch('POST /api/v1/global/tenants/:id/support-visits', {
    id: alder,
    cookie: who.cookie,
    body: { reason: REASON, minutes: 60, ...body },
  });
const requested = async (who = support) => (await (await ask({}, who)).json()) as OwnSupportVisit;
const decide = (act: 'allow' | 'decline' | 'end', id: string, who = admin) =>
  portal.fetch(`POST /api/v1/support-visits/:id/${act}`, { id, cookie: who.cookie });
const enter = (who = support) =>
  portal.fetch('PUT /api/v1/session/tenant', { cookie: who.cookie, body: { tenantId: alder } });
const sessionOf = async ({ cookie }: SignedIn) =>
  (await (await portal.fetch('GET /api/v1/session', { cookie })).json()) as Session;
const listed = async () =>
  (await (await portal.fetch('GET /api/v1/support-visits', { cookie: admin.cookie })).json()) as TenantSupport;
const read = (key: RouteKey, { cookie }: SignedIn) => portal.fetch(key, { cookie });

async function entered(): Promise<OwnSupportVisit> {
  const visit = await requested();
  expect((await decide('allow', visit.id)).status).toBe(200);
  expect((await enter()).status).toBe(200);
  return visit;
}

describe('entering', () => {
  test('needs an administrator’s consent, works once, and shows in the tenant while it lasts', async () => {
    expect((await sessionOf(support)).tenants).toEqual([]);
    expect((await enter()).status).toBe(404);
    const visit = await requested();
    expect(visit).toMatchObject({ state: 'requested', reason: REASON, minutes: 60, tenant: { id: alder } });
    expect((await enter()).status).toBe(404);
    expect(await (await read('GET /api/common/notifications', admin)).text()).toContain('asks to enter');

    await decide('allow', visit.id);
    expect((await sessionOf(support)).tenants.map(({ id }) => id)).toEqual([alder]);
    await enter();
    const inside = await sessionOf(support);
    expect(inside.tenant?.id).toBe(alder);
    const seen = (await sessionOf(admin)).supportVisits;
    expect(seen).toMatchObject([{ id: visit.id, person: 'Gus Person', accountId: support.accountId }]);
    expect((await read('GET /api/v1/calendar', support)).status).toBe(200);

    const left = await portal.fetch('DELETE /api/v1/global/support-visits/:id', {
      id: visit.id,
      cookie: support.cookie,
    });
    expect(await left.json()).toMatchObject({ state: 'ended', endedBy: 'gus@rise.example' });
    expect((await sessionOf(support)).tenant).toBeNull();
    expect((await enter()).status).toBe(404);
    expect((await sessionOf(admin)).supportVisits).toEqual([]);
    expect((await listed()).visits[0]).toMatchObject({ id: visit.id, state: 'ended', decidedBy: 'ada@alder.example' });
  });

  test('is for the one session that used it, and ends with it', async () => {
    await entered();
    const { email } = (await sessionOf(support)).account;
    const other = await portal.signIn({ email, roles: ['global.support'] });
    expect((await enter(other)).status).toBe(404);
    await portal.fetch('POST /api/v1/account/sessions/end-others', { cookie: support.cookie });
    expect((await sessionOf(support)).tenant?.id).toBe(alder);
    await portal.database.withGlobal(SYSTEM, (tx) => tx.run`UPDATE session SET ended_at = now() WHERE id = ${support.sessionId}`); // prettier-ignore
    expect((await listed()).visits[0]).toMatchObject({ state: 'ended' });
  });

  test('ends at its limit', async () => {
    const visit = await entered();
    await portal.database.withGlobal(SYSTEM, (tx) => tx.run`UPDATE support_visit SET entered_at = now() - interval '60 minutes', ends_at = now() WHERE id = ${visit.id}`); // prettier-ignore
    expect((await read('GET /api/v1/calendar', support)).status).toBe(400);
    expect((await sessionOf(support)).tenant).toBeNull();
    expect((await listed()).visits.find(({ id }) => id === visit.id)).toMatchObject({ state: 'ended', endedBy: null });
  });

  test.each([
    ['no reason', { reason: ' short ' }],
    ['more than four hours', { minutes: 300 }],
    ['a time that is not offered', { minutes: 7 }],
  ])('is not asked for with %s', async (_, body) => {
    expect((await ask(body)).status).toBe(400);
  });
});

describe('the tenant decides', () => {
  test('"always" admits at once, "never" nobody, and ends who is there', async () => {
    await setAccess('always');
    expect(await requested()).toMatchObject({ state: 'allowed', decidedBy: null });
    expect((await enter()).status).toBe(200);
    await setAccess('never');
    expect((await sessionOf(support)).tenant).toBeNull();
    const refused = await ask();
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('lets nobody in');
  });

  test('ends a visit at once: its streams, too', async () => {
    const visit = await entered();
    const stream = await read('GET /api/v1/events', support);
    expect((await decide('end', visit.id)).status).toBe(200);
    // Resolves once the server has closed it.
    expect(await stream.text()).toContain('"session"');
    expect((await read('GET /api/v1/calendar', support)).status).toBe(400);
    expect((await listed()).visits[0]).toMatchObject({ state: 'ended', endedBy: 'ada@alder.example' });
  });

  test('declines, and a decision is final', async () => {
    const visit = await requested();
    expect((await ask()).status).toBe(409);
    expect((await decide('decline', visit.id)).status).toBe(200);
    expect((await decide('allow', visit.id)).status).toBe(409);
    expect((await enter()).status).toBe(404);
  });

  test('nobody lets themselves in, and a visitor decides nothing', async () => {
    const both = await portal.signIn({ email: 'both@rise.example', roles: ['global.support', 'tenant.admin'], tenants: [alder] }); // prettier-ignore
    const own = await requested(both);
    expect((await decide('allow', own.id, both)).status).toBe(409);
    await entered();
    const other = await portal.signIn({ email: 'other@rise.example', roles: ['global.admin'] });
    const theirs = await requested(other);
    expect((await decide('allow', theirs.id, support)).status).toBe(404);
    expect((await read('GET /api/v1/support-visits', support)).status).toBe(404);
  });
});

test('what a visitor reads and does is in the tenant’s trail, as of support', async () => {
  const visit = await entered();
  await read('GET /api/v1/reports', support);
  await portal.fetch('DELETE /api/v1/global/support-visits/:id', { id: visit.id, cookie: support.cookie });
  const records = await portal.database.withTenant(
    { ...SYSTEM, tenantId: alder },
    (tx) => tx.rows<{ action: string; via: string; details: object }>`
      SELECT action, via, details FROM audit_record
       WHERE tenant_id = ${tx.tenantId} AND account_id = ${support.accountId} ORDER BY id`,
  );
  expect(records.map(({ action, via }) => `${action} ${via}`)).toEqual([
    'support-visit.request support',
    'tenant.entered support',
    'report.list support',
    'support-visit.leave support',
  ]);
  expect(records[0]!.details).toMatchObject({ reason: REASON, minutes: 60 });
});

describe('nothing outlives a visit', () => {
  test('no token is created during one', async () => {
    await entered();
    const body = { name: 'Later', access: { kind: 'read' }, days: 30 };
    const refused = await portal.fetch('POST /api/v1/account/tokens', { cookie: support.cookie, body });
    expect(refused.status).toBe(409);
  });

  test('a token for the tenant, and what runs on a schedule, need its standing consent', async () => {
    await portal.signIn({ email: 'tom@rise.example', roles: ['global.support'] });
    const token = await portal.tokenFor({ email: 'tom@rise.example', tenantId: alder, scopes: ['read'] });
    const status = async () =>
      (await portal.fetch('GET /api/v1/session', { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await status()).toBe(401);
    expect(await personNow(portal.database, alder, support.accountId)).toBeNull();
    await setAccess('always');
    expect(await status()).toBe(200);
    expect(await personNow(portal.database, alder, support.accountId)).toMatchObject({ kind: 'global' });
  });
});
