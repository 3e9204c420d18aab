import { expect, test } from 'vitest';
import { readFilter } from './filters.rules.ts';

test.each([
  ['userName eq "bjensen"', [{ path: 'username', where: null, value: 'bjensen' }]],
  ['USERNAME EQ "O\\"Hara and more"', [{ path: 'username', where: null, value: 'O"Hara and more' }]],
  [
    'externalId eq "7" and active eq True',
    [
      { path: 'externalid', where: null, value: '7' },
      { path: 'active', where: null, value: 'true' },
    ],
  ],
  [
    'emails[type eq "work"].value eq "a@b.example"',
    [{ path: 'emails.value', where: [{ path: 'type', where: null, value: 'work' }], value: 'a@b.example' }],
  ],
  [
    'emails[type eq "work" and value eq "a@b.example"]',
    [
      {
        path: 'emails',
        where: [
          { path: 'type', where: null, value: 'work' },
          { path: 'value', where: null, value: 'a@b.example' },
        ],
        value: null,
      },
    ],
  ],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "x"', [{ path: 'username', where: null, value: 'x' }]],
])('reads %s', (text, conditions) => {
  expect(readFilter(text)).toEqual(conditions);
});

test.each([
  '',
  'userName',
  'userName eq',
  'userName eq bjensen',
  'userName eq "bjensen',
  'userName eq "\\q"',
  'userName co "b"',
  'userName eq "a" or userName eq "b"',
  'not (userName eq "a")',
  '(userName eq "a")',
  'emails[type eq "work"',
  'emails[type[value eq "a"] eq "work"]',
  'userName eq "a" and',
  `${'('.repeat(5000)}userName eq "a"`,
  `emails${'['.repeat(400)}type eq "a"${']'.repeat(400)}`,
  `userName eq "${'a'.repeat(2000)}"`,
  Array.from({ length: 12 }, () => 'userName eq "a"').join(' and '),
])('refuses %s', (text) => {
  expect(() => readFilter(text)).toThrow(expect.objectContaining({ status: 400, scimType: 'invalidFilter' }));
});
