import { expect, test } from 'vitest';
import { ENTERPRISE_SCHEMA } from './scim-attributes.ts';
import { changeUser, readOperations, readUser, type UserDocument } from './user-documents.rules.ts';

const change = (before: unknown, ...operations: unknown[]): UserDocument =>
  changeUser(readUser(before), readOperations({ Operations: operations }));
const work = (value: string) => ({ type: 'work', value });

test('a document keeps what is known, in any case of its names, and nothing else', () => {
  const document = readUser(
    JSON.parse(`{
      "schemas": ["urn:of:nobody"], "USERNAME": "ada", "active": "False", "password": "secret", "id": "7", "meta": {},
      "Emails": [{ "value": "ada@x.example", "type": "work", "primary": "True", "color": "red" }],
      "name": { "givenName": "Ada", "familyName": null }, "__proto__": { "admin": true }, "constructor": { "x": 1 },
      "${ENTERPRISE_SCHEMA.toUpperCase()}": { "department": "Loans", "manager": "9", "__proto__": { "y": 1 } }
    }`),
  );
  expect(document).toEqual({
    core: {
      userName: 'ada',
      active: false,
      emails: [{ value: 'ada@x.example', type: 'work', primary: true }],
      name: { givenName: 'Ada' },
    },
    enterprise: { department: 'Loans', manager: { value: '9' } },
  });
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
});

test('Entra: names of operations, and booleans as texts', () => {
  expect(change({ userName: 'ada', active: true }, { op: 'Replace', path: 'active', value: 'False' }).core).toEqual({
    userName: 'ada',
    active: false,
  });
});

test('Entra: values without a path, with dotted and URN keys', () => {
  const { core, enterprise } = change(
    { userName: 'ada', emails: [work('old@x.example')] },
    {
      op: 'Replace',
      value: {
        'name.givenName': 'Ada',
        'emails[type eq "work"].value': 'new@x.example',
        [`${ENTERPRISE_SCHEMA}:department`]: 'Loans',
        [`${ENTERPRISE_SCHEMA}.division`]: 'West',
        active: 'True',
      },
    },
  );
  expect(core).toEqual({
    userName: 'ada',
    name: { givenName: 'Ada' },
    emails: [work('new@x.example')],
    active: true,
  });
  expect(enterprise).toEqual({ department: 'Loans', division: 'West' });
});

test('Entra: an element that is not there is created, and one that is not there is not removed', () => {
  const replaced = change(
    { userName: 'ada' },
    { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '1' },
    { op: 'Replace', path: 'addresses[type eq "work"].locality', value: 'Izmir' },
    { op: 'Remove', path: 'emails[type eq "work"].value' },
  );
  expect(replaced.core).toEqual({
    userName: 'ada',
    phoneNumbers: [{ type: 'mobile', value: '1' }],
    addresses: [{ type: 'work', locality: 'Izmir' }],
  });
});

test('Entra: the manager as a text, with $ref, and removed', () => {
  const path = `${ENTERPRISE_SCHEMA}:manager`;
  expect(change({ userName: 'a' }, { op: 'Add', path, value: '7' }).enterprise).toEqual({ manager: { value: '7' } });
  expect(change({ userName: 'a' }, { op: 'Add', path, value: [{ $ref: null, value: '7' }] }).enterprise).toEqual({
    manager: { value: '7' },
  });
  expect(
    change({ userName: 'a', [ENTERPRISE_SCHEMA]: { manager: { value: '7' } } }, { op: 'Remove', path }).enterprise,
  ).toEqual({});
});

test('Okta: a value without a path', () => {
  expect(change({ userName: 'a', active: true }, { op: 'replace', value: { active: false } }).core['active']).toBe(
    false,
  );
  expect(change({ userName: 'a' }, { op: 'replace', value: { id: '7', nickName: 'Babs' } }).core['nickName']).toBe(
    'Babs',
  );
});

test('one address at most is the preferred one', () => {
  const { core } = change(
    { userName: 'a', emails: [{ value: 'a@x.example', primary: true }] },
    { op: 'add', path: 'emails', value: [{ value: 'b@x.example', type: 'work', primary: true }] },
  );
  expect(core['emails']).toEqual([
    { value: 'a@x.example', primary: false },
    { value: 'b@x.example', type: 'work', primary: true },
  ]);
});

test('parts that a change of a name does not mention stay', () => {
  const { core } = change(
    { userName: 'a', name: { givenName: 'Ada', familyName: 'Byron' } },
    { op: 'replace', path: 'name', value: { familyName: 'Lovelace' } },
  );
  expect(core['name']).toEqual({ givenName: 'Ada', familyName: 'Lovelace' });
});

test('attributes of the standard that are not stored are accepted', () => {
  expect(change({ userName: 'a' }, { op: 'Add', path: 'roles[primary eq "True"].value', value: 'x' }).core).toEqual({
    userName: 'a',
  });
});

test.each([
  ['__proto__.polluted', 'invalidPath'],
  ['constructor.prototype.polluted', 'invalidPath'],
  ['name.__proto__', 'invalidPath'],
  ['emails[__proto__ eq "x"].value', 'invalidPath'],
  ['toString', 'invalidPath'],
  ['urn:of:nobody:2.0:User:color', 'invalidPath'],
  ['userName[type eq "x"]', 'invalidPath'],
  ['id', 'mutability'],
  ['meta.created', 'mutability'],
  [`emails${'['.repeat(5000)}`, 'invalidPath'],
  ['emails[type co "w"].value', 'invalidFilter'],
])('refuses the path %s', (path, scimType) => {
  expect(() => change({ userName: 'a' }, { op: 'replace', path, value: 'x' })).toThrow(
    expect.objectContaining({ status: 400, scimType }),
  );
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test.each([
  [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
  [{ op: 'replace', path: 'userName', value: '' }, 'invalidValue'],
  [{ op: 'remove', path: 'userName' }, 'mutability'],
  [{ op: 'remove' }, 'noTarget'],
  [{ op: 'replace', value: 'x' }, 'invalidValue'],
  [{ op: 'move', path: 'title', value: 'x' }, 'invalidSyntax'],
  [{ op: 'add', path: 'title' }, 'invalidValue'],
])('refuses %j', (operation, scimType) => {
  expect(() => change({ userName: 'a' }, operation)).toThrow(expect.objectContaining({ status: 400, scimType }));
});
