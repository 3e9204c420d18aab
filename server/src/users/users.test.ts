import { randomUUID } from 'node:crypto';
import type { BulkResult, ListedPerson, RouteKey, RowRules, TenantPerson } from '@rise/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { readEvents } from '../testing/event-reader.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { plantPeople } from '../testing/plant-people.ts';
import { listMembers } from './users.sql.ts';

let portal: TestPortal;
let admin: SignedIn;
let alder: string;

beforeAll(async () => {
  portal = await startTestPortal();
  alder = portal.tenants.alder;
  admin = await portal.signIn({ email: 'chief@alder.example', roles: ['tenant.admin'], tenants: [alder] });
});
afterAll(() => portal?.close());

const call = async <T>(key: RouteKey, request: Parameters<TestPortal['fetch']>[1] = {}, by = admin) => {
  const response = await portal.fetch(key, { cookie: by.cookie, ...request });
  return {
    status: response.status,
    body: (await response.json()) as T & { error?: { details?: { field: string }[] } },
  };
};
const member = (email: string, more: Partial<Parameters<TestPortal['signIn']>[0]> = {}) =>
  portal.signIn({ email: `${randomUUID().slice(0, 8)}-${email}`, roles: ['tenant.user'], tenants: [alder], ...more });
const sessionStatus = async ({ cookie }: SignedIn) => (await portal.fetch('GET /api/v1/session', { cookie })).status;
const list = async (search: string) =>
  (await call<{ people: ListedPerson[]; total: number }>('GET /api/v1/users', { search })).body;
const view = (id: string) => call<TenantPerson>('GET /api/v1/users/:id', { id });

describe('the list', () => {
  beforeAll(async () => {
    await plantPeople(portal.database, alder, 300);
    await member('içli@alder.example', { firstName: 'Şule', lastName: 'Yıldırım', groups: ['lending'] });
    await portal.signIn({
      email: 'other@birch.example',
      lastName: 'Elsewhere',
      roles: ['tenant.user'],
      tenants: [portal.tenants.birch],
    });
  });

  test('is paged, in the order of names', async () => {
    const first = await list('?q=planted&limit=100');
    const second = await list('?q=planted&limit=100&offset=100');
    expect(first.total).toBe(300);
    const names = [...first.people, ...second.people].map(({ name }) => name);
    expect(new Set(names).size).toBe(200);
    expect(names).toEqual(names.toSorted());
    expect(await list('?q=planted&offset=5000')).toEqual({ people: [], total: 300 });
  });

  test('names the members that a filter finds for a change of many, and how many it finds in all', async () => {
    const search = '?q=planted';
    const { members, total } = (
      await call<{ members: object[]; total: number }>('GET /api/v1/users/members', { search })
    ).body;
    expect([members.length, total]).toEqual([300, 300]);
    const filter = { q: 'planted', role: null, group: null, state: null, unseenDays: null };
    const first = await portal.database.withGlobal(SYSTEM, (tx) => listMembers(tx, alder, filter, 10), 'reads');
    expect([first.members.length, first.total]).toEqual([10, 300]);
  });

  test('is searched by words in any order, without regard to case and accents, and never as a pattern', async () => {
    expect(await list('?q=yildirim+SULE')).toMatchObject({ total: 1, people: [{ name: 'Şule Yıldırım' }] });
    expect(await list('?q=%25')).toMatchObject({ total: 0 });
    expect(await list('?q=elsewhere')).toMatchObject({ total: 0 });
  });

  test('is sorted by name and by when people were last seen, and narrowed to those who were not seen for long', async () => {
    const idle = await member('idle@alder.example');
    await portal.database.withGlobal(
      SYSTEM,
      (tx) => tx.run`
      UPDATE tenant_user SET last_seen_at = now() - interval '100 days', created_at = now() - interval '200 days'
       WHERE account_id = ${idle.accountId}`,
    );
    const unseen = await list('?unseenDays=90');
    expect(unseen.people.map(({ id }) => id)).toEqual([idle.accountId]);
    expect(await list('?unseenDays=120')).toMatchObject({ total: 0 });
    const backwards = (await list('?q=planted&sort=name&descending=true&limit=100')).people.map(({ name }) => name);
    expect(backwards).toEqual(backwards.toSorted().toReversed());
    const { people, total } = await list('?sort=seen&descending=true&limit=100');
    const seen = people.map(({ lastSeenAt }) => lastSeenAt ?? '');
    expect(seen).toEqual(seen.toSorted().toReversed());
    const last = await list(`?sort=seen&offset=${total - 1}`);
    expect(last.people[0]!.lastSeenAt).toBe(people[0]!.lastSeenAt);
  });

  test('is filtered by role, group and state', async () => {
    expect(await list('?role=tenant.admin')).toMatchObject({
      total: 1,
      people: [{ email: 'chief@alder.example', isSelf: true }],
    });
    expect(await list('?group=lending&q=sule')).toMatchObject({ total: 1 });
    await call('POST /api/v1/invitations', { body: { email: 'guest@elsewhere.example', roles: ['tenant.admin'] } });
    expect(await list('?state=invited')).toMatchObject({
      total: 1,
      people: [{ kind: 'invitation', state: 'invited' }],
    });
    expect(await list('?state=disabled')).toMatchObject({ total: 0 });
  });

  test('says when someone was here last', async () => {
    const { people } = await list('?q=chief');
    expect(people[0]!.lastSeenAt).not.toBeNull();
    expect((await list('?q=planted&limit=1')).people[0]!.lastSeenAt).toBeNull();
  });

  test('is of a tenant: its other administrators do not see people of this one', async () => {
    const birch = await portal.signIn({
      email: 'b@birch.example',
      roles: ['tenant.admin'],
      tenants: [portal.tenants.birch],
    });
    const response = await portal.fetch('GET /api/v1/users', { cookie: birch.cookie, search: '?q=planted' });
    expect(await response.json()).toEqual({ people: [], total: 0 });
  });
});

describe('rights', () => {
  test('stand beside claimed ones, count at once, and are shown by their source', async () => {
    const person = await member('teller@alder.example', { groups: ['tellers'], attributes: { branch: ['north'] } });
    const body = { roles: ['tenant.admin'], groups: ['auditors'], attributes: { branch: ['south'] } };
    const changed = await call<TenantPerson>('PATCH /api/v1/users/:id', { id: person.accountId, body });
    expect(changed.body).toMatchObject({
      claimed: { roles: ['tenant.user'], groups: ['tellers'], attributes: { branch: ['north'] } },
      granted: body,
    });
    const { body: session } = await call<{ roles: string[] }>('GET /api/v1/session', {}, person);
    expect(session.roles).toEqual(['tenant.user', 'tenant.admin']);
    const rules = await call<RowRules>('GET /api/v1/users/:id/row-rules', { id: person.accountId });
    expect(rules.body.reader).toMatchObject({
      groups: ['auditors', 'tellers'],
      attributes: { branch: ['north', 'south'] },
    });
    await call('PATCH /api/v1/users/:id', { id: person.accountId, body: { roles: [] } });
    expect((await call<{ roles: string[] }>('GET /api/v1/session', {}, person)).body.roles).toEqual(['tenant.user']);
  });

  test('of someone who was invited need a role', async () => {
    const person = await member('guest@alder.example');
    await portal.database.withGlobal(
      SYSTEM,
      (tx) => tx.run`
      UPDATE tenant_user SET sources = '{rise}', given_roles = '{tenant.user}' WHERE account_id = ${person.accountId}`,
    );
    const refused = await call('PATCH /api/v1/users/:id', { id: person.accountId, body: { roles: [] } });
    expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ field: 'roles' }] } } });
  });
});

describe('disabling', () => {
  test('ends sessions, streams and tokens at once, pauses schedules, and can be undone', async () => {
    const person = await member('leaver@alder.example', { email: 'leaver@alder.example' });
    const token = await portal.tokenFor({ email: 'leaver@alder.example', tenantId: alder, scopes: ['read'] });
    const query = await savedQuery(person);
    const events = readEvents(await portal.fetch('GET /api/v1/events', { cookie: person.cookie }));
    await events.opened;
    const { status, body } = await call<TenantPerson>('POST /api/v1/users/:id/disable', { id: person.accountId });
    expect({ status, state: body.state }).toEqual({ status: 200, state: 'disabled' });
    await events.ended;
    expect(await sessionStatus(person)).toBe(401);
    const byToken = { headers: { authorization: `Bearer ${token}` } };
    expect((await portal.fetch('GET /api/v1/session', byToken)).status).toBe(401);
    expect(await alertStates(query)).toEqual([true]);

    await call('POST /api/v1/users/:id/enable', { id: person.accountId });
    expect((await view(person.accountId)).body.state).toBe('active');
    // What was ended stays so: the person signs in again, and creates new tokens.
    expect(await sessionStatus(person)).toBe(401);
    expect((await portal.fetch('GET /api/v1/session', byToken)).status).toBe(401);
  });

  test('leaves other tenants of the person as they are', async () => {
    const { birch } = portal.tenants;
    const person = await member('commuter@alder.example', { tenants: [alder, birch], enter: birch });
    await call('POST /api/v1/users/:id/disable', { id: person.accountId });
    expect((await call('GET /api/v1/session', {}, person)).body).toMatchObject({ tenant: { slug: 'birch' } });
  });

  test('is refused for oneself and for the last administrator', async () => {
    const self = await call('POST /api/v1/users/:id/disable', { id: admin.accountId });
    expect(self).toMatchObject({ status: 409, body: { error: { details: [{ field: 'self' }] } } });
    const global = await portal.signIn({
      email: 'g@rise.example',
      roles: ['global.admin', 'tenant.admin'],
      enter: alder,
    });
    const last = await call('POST /api/v1/users/:id/disable', { id: admin.accountId }, global);
    expect(last).toMatchObject({ status: 409, body: { error: { details: [{ field: 'last-administrator' }] } } });
    expect(await sessionStatus(admin)).toBe(200);
  });
});

describe('removing', () => {
  test('needs someone who takes over what the person owns', async () => {
    const person = await member('owner@alder.example');
    const successor = await member('successor@alder.example');
    const alert = await savedQuery(person);
    const remove = (handOverTo: string | null) =>
      call('POST /api/v1/users/:id/remove', { id: person.accountId, body: { handOverTo } });
    expect((await view(person.accountId)).body.owned).toMatchObject({ queries: 1, alerts: 1 });
    for (const nobody of [null, person.accountId, randomUUID()])
      expect([400, 404]).toContain((await remove(nobody)).status);
    expect(await sessionStatus(person)).toBe(200);
    expect((await remove(successor.accountId)).status).toBe(200);
    expect(await sessionStatus(person)).toBe(401);
    expect((await view(person.accountId)).status).toBe(404);
    expect((await view(successor.accountId)).body.owned).toMatchObject({ queries: 1, alerts: 1 });
    // It goes on with the successor's rights.
    expect(await alertStates(alert)).toEqual([false]);
    const { body } = await call<{ title: string }[]>('GET /api/common/notifications', {}, successor);
    expect(body[0]!.title).toContain('taken over');
  });

  test('outlasts the claim of the identity provider', async () => {
    const person = await member('claimed@alder.example');
    await call('POST /api/v1/users/:id/remove', { id: person.accountId, body: { handOverTo: null } });
    const { followClaim, memberships } = await import('../sessions/provisioning.sql.ts');
    const left = await portal.database.withGlobal(SYSTEM, async (tx) => {
      await followClaim(tx, person.accountId, ['alder']);
      return memberships(tx, person.accountId);
    });
    expect(left).toEqual([]);
  });
});

test('a change of many has a result for each', async () => {
  const [one, two] = [await member('one@alder.example'), await member('two@alder.example')];
  const missing = randomUUID();
  const ids = [one.accountId, two.accountId, admin.accountId, missing];
  const run = async (action: object) =>
    (await call<{ results: BulkResult[] }>('POST /api/v1/users/bulk', { body: { ids, action } })).body.results.map(
      ({ outcome, reason }) => reason ?? outcome,
    );
  expect(await run({ kind: 'add-group', group: 'lending' })).toEqual(['done', 'done', 'done', 'missing']);
  expect(await run({ kind: 'add-group', group: 'lending' })).toEqual([
    'unchanged',
    'unchanged',
    'unchanged',
    'missing',
  ]);
  expect(await run({ kind: 'disable' })).toEqual(['done', 'done', 'self', 'missing']);
  expect(await sessionStatus(one)).toBe(401);
});

describe('viewing data as a person', () => {
  const viewed = beforeEachPerson();

  test('is shown to them once a day, and is in the audit trail each time', async () => {
    const body = { dataset: 'call_report', viewAs: { account: viewed().accountId } };
    for (let times = 0; times < 2; times += 1)
      expect((await call('POST /api/v1/query/visibility', { body })).status).toBe(200);
    const { body: notices } = await call<{ title: string }[]>('GET /api/common/notifications', {}, viewed());
    expect(notices.map(({ title }) => title)).toEqual(['chief@alder.example viewed data with your rights']);
    const records = await portal.database.withTenant(
      systemIn(alder),
      (tx) => tx.rows`
      SELECT id FROM audit_record WHERE tenant_id = ${alder} AND action = 'query.view-as' AND target = ${viewed().accountId}`,
    );
    expect(records).toHaveLength(2);
  });

  test('is not what reading their row rules is', async () => {
    expect((await call('GET /api/v1/users/:id/row-rules', { id: viewed().accountId })).status).toBe(200);
    expect((await call('GET /api/common/notifications', {}, viewed())).body).toEqual([]);
  });
});

function beforeEachPerson(): () => SignedIn {
  let person: SignedIn;
  beforeEach(async () => {
    person = await member('viewed@alder.example');
  });
  return () => person;
}

/** A saved query and an alert of a person; returns the alert's id. */
function savedQuery({ accountId }: SignedIn): Promise<string> {
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

function alertStates(id: string): Promise<boolean[]> {
  return portal.database.withTenant(systemIn(alder), async (tx) =>
    (
      await tx.rows<{
        paused: boolean;
      }>`SELECT is_paused AS paused FROM report_alert WHERE tenant_id = ${alder} AND id = ${id}`
    ).map(({ paused }) => paused),
  );
}
