import { expect, test } from 'vitest';
import { changeGroup, readGroup } from './group-documents.rules.ts';
import { GROUP_SCHEMA } from './scim-attributes.ts';
import { readOperations } from './user-documents.rules.ts';

const [A, B, C] = ['a', 'b', 'c'].map((letter) => `00000000-0000-4000-8000-00000000000${letter}`) as [
  string,
  string,
  string,
];
const members = (...ids: string[]) => ids.map((value) => ({ value }));
const change = (before: string[], ...operations: unknown[]) => {
  const after = changeGroup(
    readGroup({ displayName: 'Loans', members: members(...before) }),
    readOperations({ operations }),
  );
  return { ...after, members: [...after.members] };
};

test('Entra: members are added with a $ref of null, and removed by a list, which empties nothing else', () => {
  expect(change([A], { op: 'Add', path: 'members', value: [{ $ref: null, value: B.toUpperCase() }] }).members).toEqual([
    A,
    B,
  ]);
  expect(change([A, B], { op: 'Remove', path: 'members', value: [{ $ref: null, value: A }] }).members).toEqual([B]);
  expect(change([A, B], { op: 'Remove', path: 'members', value: [] }).members).toEqual([A, B]);
});

test('Entra with its flag, and Okta: a member is removed by a filtered path', () => {
  expect(change([A, B], { op: 'remove', path: `members[value eq "${A}"]` }).members).toEqual([B]);
  expect(change([A], { op: 'remove', path: `members[value eq "${C}"]` }).members).toEqual([A]);
});

test('without a value all members are removed', () => {
  expect(change([A, B], { op: 'remove', path: 'members' }).members).toEqual([]);
});

test('Okta: a pushed group is renamed by its id, and its members are replaced', () => {
  expect(change([A], { op: 'replace', value: { id: C, displayName: 'Lending' } }).displayName).toBe('Lending');
  expect(change([A], { op: 'replace', path: 'members', value: members(B, C) }).members).toEqual([B, C]);
});

test('Entra: a name by a path with its URN, and several keys without a path', () => {
  expect(change([], { op: 'Replace', path: `${GROUP_SCHEMA}:displayName`, value: 'X' }).displayName).toBe('X');
  expect(change([], { op: 'Replace', value: { displayName: 'Y', externalId: '7' } })).toMatchObject({
    displayName: 'Y',
    externalId: '7',
  });
});

test.each([
  [{ op: 'remove', path: 'displayName' }, 'mutability'],
  [{ op: 'replace', path: 'displayName', value: ' ' }, 'invalidValue'],
  [{ op: 'add', path: `members[value eq "${A}"]`, value: A }, 'invalidPath'],
  [{ op: 'remove', path: 'members[display eq "Ada"]' }, 'invalidPath'],
  [{ op: 'add', path: 'members', value: [{ value: A, type: 'Group' }] }, 'invalidValue'],
  [{ op: 'add', path: 'members', value: [{}] }, 'invalidValue'],
  [{ op: 'add', path: '__proto__', value: 'x' }, 'invalidPath'],
])('refuses %j', (operation, scimType) => {
  expect(() => change([], operation)).toThrow(expect.objectContaining({ status: 400, scimType }));
});
