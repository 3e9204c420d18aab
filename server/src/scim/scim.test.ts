import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { scimClient, scimToken, type ScimSend } from '../testing/scim-client.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

let portal: TestPortal;
let admin: SignedIn;
let scim: ScimSend;
let foreign: ScimSend;
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  admin = await portal.signIn({ email: 'admin@a.example', roles: ['tenant.admin'], tenants: [alder], enter: alder });
  const other = await portal.signIn({
    email: 'admin@b.example',
    roles: ['tenant.admin'],
    tenants: [birch],
    enter: birch,
  });
  scim = scimClient(portal, await scimToken(portal, admin.cookie));
  foreign = scimClient(portal, await scimToken(portal, other.cookie));
});
afterAll(() => portal?.close());

const named = (more: object = {}) => ({ schemas: [USER], userName: `user-${randomUUID()}`, ...more });
const create = async (more?: object): Promise<string> => (await scim('POST', '/Users', named(more))).body.id;
const createGroup = async (members: string[] = []): Promise<string> => {
  const body = { schemas: [GROUP], displayName: `group-${randomUUID()}`, members: members.map((value) => ({ value })) };
  return (await scim('POST', '/Groups', body)).body.id;
};
const operations = (...Operations: object[]) => ({ schemas: [PATCH], Operations });
const find = (path: string, filter: string) => scim('GET', `${path}?filter=${encodeURIComponent(filter)}`);
const membersOf = async (id: string): Promise<string[]> =>
  (await scim('GET', `/Groups/${id}`)).body.members.map(({ value }: { value: string }) => value).toSorted();

describe('what the service says of itself', () => {
  test('its configuration, types and schemas', async () => {
    const config = await scim('GET', '/ServiceProviderConfig');
    expect(config.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    expect(config.body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: true },
    });
    expect((await scim('GET', '/ResourceTypes')).body).toMatchObject({ totalResults: 2 });
    expect((await scim('GET', '/ResourceTypes/User')).body.schema).toBe(USER);
    const schemas = (await scim('GET', '/Schemas')).body;
    expect(schemas.Resources.map(({ id }: { id: string }) => id)).toEqual([USER, ENTERPRISE, GROUP]);
    expect((await scim('GET', `/Schemas/${USER}`)).body.attributes[0]).toMatchObject({
      name: 'userName',
      required: true,
      caseExact: false,
      uniqueness: 'server',
    });
    expect((await scim('GET', '/Schemas?filter=id%20eq%20%22x%22')).status).toBe(403);
  });

  test('what is not there is an error of the standard, bulk requests included', async () => {
    for (const [method, path] of [
      ['POST', '/Bulk'],
      ['GET', '/Me'],
      ['GET', '/Schemas/urn:x'],
      ['PUT', '/Users'],
    ] as const) {
      const { status, body } = await scim(method, path, method === 'GET' ? undefined : {});
      expect(status).toBe(404);
      expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '404' });
    }
  });
});

describe('who may call', () => {
  test('a token of a provider alone: none, another, and a person’s session are refused', async () => {
    for (const client of [
      scimClient(portal, null),
      scimClient(portal, 'rise_scim_x'),
      scimClient(portal, `rise_scim_${'a'.repeat(43)}`),
    ]) {
      const answer = await client('GET', '/Users');
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toContain('Bearer');
    }
    const withSession = await scimClient(portal, null)('GET', '/Users', undefined, { cookie: admin.cookie });
    expect(withSession.status).toBe(401);
    const personal = await portal.tokenFor({
      email: 'admin@a.example',
      tenantId: portal.tenants.alder,
      scopes: ['administer'],
    });
    expect((await scimClient(portal, personal)('GET', '/Users')).status).toBe(401);
  });

  test('a token of a provider opens nothing else', async () => {
    const token = await scimToken(portal, admin.cookie, 'second');
    const response = await portal.fetch('GET /api/v1/users', { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(401);
    const { tokens } = (await (await portal.fetch('GET /api/v1/provisioning', { cookie: admin.cookie })).json()) as {
      tokens: { id: string; name: string }[];
    };
    const third = await portal.fetch('POST /api/v1/provisioning/tokens', {
      cookie: admin.cookie,
      body: { name: 'third', days: 1 },
    });
    expect(third.status).toBe(409);
    await portal.fetch('DELETE /api/v1/provisioning/tokens/:id', {
      cookie: admin.cookie,
      id: tokens.find(({ name }) => name === 'second')!.id,
    });
    expect((await scimClient(portal, token)('GET', '/Users')).status).toBe(401);
    expect((await scim('GET', '/Users')).status).toBe(200);
  });

  test('what another tenant’s provider describes does not exist', async () => {
    const user = await create();
    const group = await createGroup([user]);
    for (const path of [`/Users/${user}`, `/Groups/${group}`]) {
      expect((await foreign('GET', path)).status).toBe(404);
      expect((await foreign('PUT', path, { ...named(), displayName: 'x' })).status).toBe(404);
      expect(
        (await foreign('PATCH', path, operations({ op: 'replace', path: 'displayName', value: 'x' }))).status,
      ).toBe(404);
      expect((await foreign('DELETE', path)).status).toBe(404);
    }
    const own = (await foreign('POST', '/Groups', { displayName: `g ${randomUUID()}` })).body.id;
    const added = await foreign(
      'PATCH',
      `/Groups/${own}`,
      operations({ op: 'add', path: 'members', value: [{ value: user }] }),
    );
    expect(added.status).toBe(404);
    expect((await foreign('GET', '/Users')).body.totalResults).toBe(0);
    expect(await membersOf(group)).toEqual([user]);
  });
});

describe('users', () => {
  test('the document of Entra’s guide is stored and returned', async () => {
    const userName = `Test_User_${randomUUID()}`;
    const answer = await scim('POST', '/Users', {
      schemas: [USER, ENTERPRISE],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName,
      active: true,
      emails: [{ primary: true, type: 'work', value: 'Test_User@testuser.example' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      roles: [],
    });
    expect(answer.status).toBe(201);
    const { id } = answer.body;
    expect(answer.headers.get('location')).toMatch(new RegExp(`/scim/v2/Users/${id}$`));
    expect(answer.headers.get('etag')).toBe('W/"1"');
    expect(answer.body).toMatchObject({
      schemas: [USER],
      userName,
      active: true,
      name: { formatted: 'givenName familyName' },
      emails: [{ primary: true, type: 'work', value: 'Test_User@testuser.example' }],
      meta: { resourceType: 'User', version: 'W/"1"' },
    });
    expect(answer.body).not.toHaveProperty('roles');
    expect((await scim('GET', `/Users/${id}`)).body).toEqual(answer.body);
  });

  test('a name is taken in any case', async () => {
    const userName = `Ada-${randomUUID()}`;
    await create({ userName });
    const again = await scim('POST', '/Users', named({ userName: userName.toUpperCase() }));
    expect(again.status).toBe(409);
    expect(again.body.scimType).toBe('uniqueness');
    const other = await create();
    expect(
      (await scim('PATCH', `/Users/${other}`, operations({ op: 'replace', path: 'userName', value: userName }))).status,
    ).toBe(409);
  });

  test('filters find one, in any case, and none is an empty list', async () => {
    const userName = `Filter-${randomUUID()}`;
    const mail = `${randomUUID()}@x.example`;
    const id = await create({
      userName,
      externalId: userName,
      displayName: 'Ada B',
      emails: [{ type: 'work', value: mail }],
    });
    for (const filter of [
      `userName eq "${userName.toLowerCase()}"`,
      `externalId eq "${userName}"`,
      `emails[type eq "work"].value eq "${mail}"`,
      `emails.value eq "${mail}"`,
      `id eq "${id}" and displayName eq "ada b" and active eq true`,
      `${USER}:userName eq "${userName}"`,
    ]) {
      const { body } = await find('/Users', filter);
      expect([filter, body.totalResults, body.Resources[0]?.id]).toEqual([filter, 1, id]);
    }
    for (const filter of [
      `userName eq "${randomUUID()}"`,
      `externalId eq "${userName.toUpperCase()}"`,
      `emails[type eq "home"].value eq "${mail}"`,
      `userName eq "a" and userName eq "b"`,
    ])
      expect(await find('/Users', filter)).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [] } });
    for (const filter of ['userName co "x"', 'password eq "x"', '__proto__ eq "x"'])
      expect(await find('/Users', filter)).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } });
  });

  test('pages have true totals, and inactive people are listed', async () => {
    const id = await create({ active: false });
    const before = (await scim('GET', '/Users?count=0')).body;
    expect(before.Resources).toEqual([]);
    const total = before.totalResults;
    expect(total).toBeGreaterThan(2);
    const last = (await scim('GET', `/Users?startIndex=${total}&count=5`)).body;
    expect(last).toMatchObject({ totalResults: total, startIndex: total, itemsPerPage: 1 });
    expect(last.Resources[0]).toMatchObject({ id, active: false });
    expect((await scim('GET', `/Users?startIndex=-4&count=-1`)).body).toMatchObject({ startIndex: 1, itemsPerPage: 0 });
    expect((await scim('GET', `/Users?startIndex=${total + 10}`)).body).toMatchObject({
      totalResults: total,
      Resources: [],
    });
  });

  test('attributes are chosen and left out', async () => {
    const id = await create({ displayName: 'Ada', name: { givenName: 'Ada', familyName: 'B' } });
    expect((await scim('GET', `/Users/${id}?attributes=userName,name.givenName`)).body).toEqual({
      schemas: [USER],
      id,
      userName: expect.any(String),
      name: { givenName: 'Ada' },
    });
    const without = (await scim('GET', `/Users/${id}?excludedAttributes=displayName`)).body;
    expect(without).not.toHaveProperty('displayName');
    expect(without.name).toEqual({ givenName: 'Ada', familyName: 'B' });
  });

  test('PUT replaces all but whether they are active', async () => {
    const userName = `put-${randomUUID()}`;
    const id = await create({ userName, displayName: 'Ada', active: false });
    const { status, body } = await scim('PUT', `/Users/${id}`, { schemas: [USER], id, userName, title: 'Teller' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ title: 'Teller', active: false });
    expect(body).not.toHaveProperty('displayName');
    expect((await scim('PUT', `/Users/${id}`, { schemas: [USER] })).body.scimType).toBe('invalidValue');
  });

  test('PATCH as Entra and Okta send it', async () => {
    const id = await create({ active: true, emails: [{ type: 'work', value: 'old@x.example' }] });
    const changed = await scim(
      'PATCH',
      `/Users/${id}`,
      operations(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@x.example' },
        { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
        { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Loans' },
        { op: 'Replace', path: 'active', value: 'False' },
      ),
    );
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      schemas: [USER, ENTERPRISE],
      emails: [{ type: 'work', value: 'new@x.example' }],
      name: { familyName: 'updatedFamilyName' },
      [ENTERPRISE]: { department: 'Loans' },
      active: false,
    });
    const okta = await scim('PATCH', `/Users/${id}`, operations({ op: 'replace', value: { active: true } }));
    expect(okta.body.active).toBe(true);
  });

  test('versions: a change of what has changed meanwhile is refused, and nothing changes a version but a change', async () => {
    const id = await create({ title: 'a' });
    const set = (value: string, headers = {}) =>
      scim('PATCH', `/Users/${id}`, operations({ op: 'replace', path: 'title', value }), headers);
    expect((await set('b', { 'if-match': 'W/"1"' })).headers.get('etag')).toBe('W/"2"');
    expect((await set('c', { 'if-match': 'W/"1"' })).status).toBe(412);
    expect((await set('b')).headers.get('etag')).toBe('W/"2"');
    expect((await set('d', { 'if-match': '*' })).status).toBe(200);
    expect((await scim('GET', `/Users/${id}`, undefined, { 'if-none-match': 'W/"3"' })).status).toBe(304);
    expect((await scim('DELETE', `/Users/${id}`, undefined, { 'if-match': 'W/"2"' })).status).toBe(412);
  });

  test('DELETE, and what is gone is gone', async () => {
    const id = await create();
    expect(await scim('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, body: null });
    for (const method of ['GET', 'DELETE']) expect((await scim(method, `/Users/${id}`)).status).toBe(404);
    expect((await scim('GET', '/Users/not-an-id')).status).toBe(404);
  });

  test('what cannot be read is an error of the standard, and pollutes nothing', async () => {
    const id = await create();
    const patch = (body: unknown) => scim('PATCH', `/Users/${id}`, body);
    expect((await scim('POST', '/Users', '{"userName":')).body).toMatchObject({
      status: '400',
      scimType: 'invalidSyntax',
    });
    expect((await scim('POST', '/Users', [])).status).toBe(400);
    expect((await scim('POST', '/Users', named({ title: 'a\u0000b' }))).status).toBe(400);
    expect((await scim('POST', '/Users', '<user/>', { 'content-type': 'text/xml' })).status).toBe(415);
    expect((await patch({ schemas: [PATCH] })).body.scimType).toBe('invalidSyntax');
    for (const path of ['__proto__.polluted', 'constructor.prototype.polluted', 'name.__proto__.polluted'])
      expect((await patch(operations({ op: 'add', path, value: 'x' }))).body.scimType).toBe('invalidPath');
    expect((await patch(`{"Operations":[{"op":"add","value":{"__proto__":{"polluted":1}}}]}`)).status).toBe(400);
    expect((await patch(operations({ op: 'replace', path: `emails${'['.repeat(5000)}`, value: 'x' }))).status).toBe(
      400,
    );
    expect((await patch(`{"Operations":${'['.repeat(5000)}${']'.repeat(5000)}}`)).status).toBe(400);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((await scim('GET', `/Users/${id}`)).headers.get('etag')).toBe('W/"1"');
  });
});

describe('groups', () => {
  test('Entra creates one, adds and removes people, renames and deletes it', async () => {
    const [ada, ben] = [await create({ displayName: 'Ada' }), await create()];
    const displayName = `group ${randomUUID()}`;
    const created = await scim('POST', '/Groups', {
      schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName,
      meta: { resourceType: 'Group' },
    });
    expect(created.status).toBe(201);
    expect(created.body.members).toEqual([]);
    const { id } = created.body;
    const patch = (...list: object[]) => scim('PATCH', `/Groups/${id}`, operations(...list));
    const value = (...ids: string[]) => ids.map((one) => ({ $ref: null, value: one }));
    expect(await patch({ op: 'Add', path: 'members', value: value(ada, ben) })).toMatchObject({
      status: 204,
      body: null,
    });
    expect(await membersOf(id)).toEqual([ada, ben].toSorted());
    expect((await scim('GET', `/Users/${ada}`)).body.groups).toEqual([
      { value: id, $ref: expect.stringContaining(`/Groups/${id}`), display: displayName, type: 'direct' },
    ]);
    await patch({ op: 'Remove', path: 'members', value: value(ada) });
    expect(await membersOf(id)).toEqual([ben]);
    await patch({ op: 'Add', path: 'members', value: value(ada) });
    await patch({ op: 'Remove', path: `members[value eq "${ben}"]` });
    expect(await membersOf(id)).toEqual([ada]);
    await patch({ op: 'Replace', path: 'displayName', value: `${displayName} 2` });
    expect((await find('/Groups', `displayName eq "${displayName} 2"`)).body.totalResults).toBe(1);
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204);
    expect((await scim('GET', `/Groups/${id}`)).status).toBe(404);
  });

  test('members are left out where they are not wanted, and are found by one', async () => {
    const ada = await create();
    const id = await createGroup([ada]);
    const { body } = await scim('GET', `/Groups/${id}?excludedAttributes=members`);
    expect(body).not.toHaveProperty('members');
    const listed = await scim(
      'GET',
      `/Groups?excludedAttributes=members&filter=${encodeURIComponent(`members eq "${ada}"`)}`,
    );
    expect(listed.body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    expect(listed.body.Resources[0]).not.toHaveProperty('members');
    expect((await find('/Groups', `id eq "${id}" and members[value eq "${ada}"]`)).body.totalResults).toBe(1);
  });

  test('Okta pushes a group: by its name, then by its members', async () => {
    const ada = await create();
    const id = await createGroup();
    const displayName = `okta ${randomUUID()}`;
    await scim('PATCH', `/Groups/${id}`, operations({ op: 'replace', value: { id, displayName } }));
    await scim(
      'PATCH',
      `/Groups/${id}`,
      operations({ op: 'replace', path: 'members', value: [{ value: ada, display: 'a' }] }),
    );
    expect((await scim('GET', `/Groups/${id}`)).body).toMatchObject({
      displayName,
      members: [{ value: ada, type: 'User' }],
    });
    await scim('PUT', `/Groups/${id}`, { schemas: [GROUP], id, displayName, members: [] });
    expect(await membersOf(id)).toEqual([]);
  });

  test('JumpCloud tests with a user and a group, and deletes both', async () => {
    const user = await scim(
      'POST',
      '/Users',
      named({ active: true, emails: [{ value: 'test@x.example', primary: true }] }),
    );
    const group = await scim('POST', '/Groups', { schemas: [GROUP], displayName: `JumpCloud ${randomUUID()}` });
    expect(
      (
        await scim(
          'PATCH',
          `/Groups/${group.body.id}`,
          operations({ op: 'add', path: 'members', value: [{ value: user.body.id }] }),
        )
      ).status,
    ).toBe(204);
    expect((await scim('DELETE', `/Users/${user.body.id}`)).status).toBe(204);
    expect(await membersOf(group.body.id)).toEqual([]);
    expect((await scim('DELETE', `/Groups/${group.body.id}`)).status).toBe(204);
  });

  test('a name is taken in any case, and a member has to exist', async () => {
    const displayName = `Loans ${randomUUID()}`;
    expect((await scim('POST', '/Groups', { displayName })).status).toBe(201);
    expect((await scim('POST', '/Groups', { displayName: displayName.toUpperCase() })).body.scimType).toBe(
      'uniqueness',
    );
    expect(
      (await scim('POST', '/Groups', { displayName: `x ${displayName}`, members: [{ value: randomUUID() }] })).status,
    ).toBe(404);
    expect((await find('/Groups', `displayName eq "x ${displayName}"`)).body.totalResults).toBe(0);
  });
});

describe('the trail', () => {
  test('each request is recorded with its outcome, its token and its error', async () => {
    const userName = `trail-${randomUUID()}`;
    const id = await create({ userName });
    await scim('POST', '/Users', named({ userName }));
    const response = await portal.fetch('GET /api/v1/provisioning/requests', { cookie: admin.cookie });
    const { requests } = (await response.json()) as { requests: Record<string, unknown>[] };
    expect(requests[0]).toMatchObject({
      method: 'POST',
      path: '/Users',
      status: 409,
      token: 'Entra',
      error: `There is a user '${userName}' already.`,
    });
    expect(requests[1]).toMatchObject({ method: 'POST', path: '/Users', status: 201, name: userName, error: null });
    const failed = await portal.fetch('GET /api/v1/provisioning/requests', {
      cookie: admin.cookie,
      search: '?failed=true',
    });
    const list = ((await failed.json()) as { requests: { error: string | null }[] }).requests;
    expect(list.every(({ error }) => error !== null)).toBe(true);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });
});
