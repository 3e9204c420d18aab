import { randomUUID } from 'node:crypto';
import { filter as matcher, parse } from 'scim2-parse-filter';
import { scimPatch, type ScimPatchOperation, type ScimResource } from 'scim-patch';
import { Messages, Schemas } from 'scimmy';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { scimClient, scimToken, type ScimSend } from '../testing/scim-client.ts';

// What the service answers, judged by implementations of the standard that others wrote.
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

let portal: TestPortal;
let scim: ScimSend;
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  const admin = await portal.signIn({ email: 'a@a.example', roles: ['tenant.admin'], tenants: [alder], enter: alder });
  scim = scimClient(portal, await scimToken(portal, admin.cookie));
});
afterAll(() => portal?.close());

const ADA = {
  displayName: 'Ada Alder',
  title: 'Teller',
  active: true,
  name: { givenName: 'Ada', familyName: 'Alder' },
  emails: [
    { type: 'work', value: 'ada@work.example', primary: true },
    { type: 'home', value: 'ada@home.example' },
  ],
  phoneNumbers: [{ type: 'work', value: '555-0100' }],
};
const create = async (more: object = ADA) => {
  const userName = `user-${randomUUID()}`;
  return (await scim('POST', '/Users', { schemas: [USER], userName, externalId: userName, ...more })).body;
};
/** Without what the service alone writes. */
const contentOf = ({ id: _id, meta: _meta, schemas: _schemas, ...content }: ScimResource & object) => content;

const PATCHES: Readonly<Record<string, readonly object[]>> = {
  'a value replaced': [{ op: 'replace', path: 'title', value: 'Manager' }],
  'a value added where there was none': [{ op: 'add', path: 'nickName', value: 'Addie' }],
  'a part replaced': [{ op: 'replace', path: 'name.familyName', value: 'Birch' }],
  'a part added': [{ op: 'add', path: 'name.middleName', value: 'B' }],
  'a part removed': [{ op: 'remove', path: 'name.givenName' }],
  'a value removed': [{ op: 'remove', path: 'title' }],
  'an element found by its type': [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'new@work.example' }],
  'an element removed': [{ op: 'remove', path: 'emails[type eq "home"]' }],
  'an element added': [{ op: 'add', path: 'phoneNumbers', value: [{ type: 'mobile', value: '555-0101' }] }],
  'a list replaced': [{ op: 'replace', path: 'phoneNumbers', value: [{ type: 'home', value: '555-0102' }] }],
  'a list removed': [{ op: 'remove', path: 'emails' }],
  'several values without a path': [{ op: 'replace', value: { title: 'Auditor', active: false } }],
  'a value of the extension': [{ op: 'add', path: `${ENTERPRISE}:department`, value: 'Loans' }],
  'operations in order': [
    { op: 'add', path: 'title', value: 'One' },
    { op: 'replace', path: 'title', value: 'Two' },
    { op: 'remove', path: 'emails[value eq "ada@home.example"]' },
    { op: 'add', path: 'emails', value: [{ type: 'other', value: 'ada@other.example' }] },
  ],
};

describe('a change gives what another implementation of the standard makes of it', () => {
  test.each(Object.entries(PATCHES))('%s', async (_title, operations) => {
    const before = await create();
    const expected = scimPatch(structuredClone(before), structuredClone(operations) as ScimPatchOperation[]);
    const { status, body } = await scim('PATCH', `/Users/${before.id}`, { schemas: [PATCH], Operations: operations });
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(contentOf(body)).toEqual(contentOf(expected));
  });
});

describe('a filter finds what another implementation of the standard finds', () => {
  const mark = randomUUID();
  beforeAll(async () => {
    await create({ ...ADA, displayName: mark });
    await create({ ...ADA, displayName: mark, active: false, emails: ADA.emails.slice(0, 1) });
    await create({ ...ADA, displayName: mark, emails: [{ type: 'home', value: 'ada@work.example' }] });
    await create({ ...ADA, displayName: 'Bo Birch' });
  });

  test.each([
    `displayName eq "${mark}"`,
    `displayName eq "${mark}" and active eq true`,
    `active eq false and displayName eq "${mark}"`,
    'displayName eq "Bo Birch"',
    `displayName eq "${mark}" and emails[type eq "home"].value eq "ada@home.example"`,
    `displayName eq "${mark}" and emails[type eq "work" and value eq "ada@work.example"]`,
    `displayName eq "${mark}" and emails.value eq "ada@work.example"`,
    'displayName eq "no one"',
  ])('%s', async (filter) => {
    const all = (await scim('GET', '/Users?count=200')).body.Resources as (ScimResource & { id: string })[];
    const matches = matcher(parse(filter));
    const expected = all.filter((user) => matches(user)).map(({ id }) => id);
    const { body } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`);
    expect(body.Resources.map(({ id }: { id: string }) => id).toSorted()).toEqual(expected.toSorted());
  });
});

describe('documents are what another implementation of the standard reads', () => {
  test('users, groups, lists, types, schemas, the configuration and errors', async () => {
    const user = await create({ ...ADA, [ENTERPRISE]: { department: 'Loans' } });
    const body = { displayName: `group-${randomUUID()}`, members: [{ value: user.id }] };
    const group = (await scim('POST', '/Groups', body)).body;
    Schemas.User.definition.extend(Schemas.EnterpriseUser.definition);
    // Each of these throws where a value is missing, of another type or not of the standard.
    expect(new Schemas.User(user, 'out')).toMatchObject({ userName: user.userName, emails: user.emails });
    expect(new Schemas.Group(group, 'out')).toMatchObject({ members: [{ value: user.id }] });
    const list = new Messages.ListResponse((await scim('GET', '/Users?count=2')).body);
    expect(list).toMatchObject({ itemsPerPage: 2, startIndex: 1 });
    for (const type of (await scim('GET', '/ResourceTypes')).body.Resources)
      expect(new Schemas.ResourceType(type)).toMatchObject({ endpoint: type.endpoint });
    const config = new Schemas.ServiceProviderConfig((await scim('GET', '/ServiceProviderConfig')).body);
    expect(config).toMatchObject({ patch: { supported: true }, filter: { maxResults: 200 } });
    // An error that it reads is thrown as such.
    const error = (await scim('GET', '/Users/not-an-id')).body;
    expect(() => new Messages.ErrorResponse(error)).toThrow(error.detail);
  });
});
