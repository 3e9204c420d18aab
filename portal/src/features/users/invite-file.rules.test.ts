import { describe, expect, test } from 'vitest';
import { readInviteFile } from './invite-file.rules.ts';

test('each line is a person with roles, groups and attributes', () => {
  const text =
    '\uFEFFEmail;Role;Groups;branch\r\nada@x.example;admin|user;Lending|Board;12|14\r\n\r\n"bo@x.example";;;\r\n';
  expect(readInviteFile(text)).toEqual({
    kind: 'people',
    people: [
      {
        email: 'ada@x.example',
        roles: ['tenant.admin', 'tenant.user'],
        groups: ['Lending', 'Board'],
        attributes: { branch: ['12', '14'] },
      },
      { email: 'bo@x.example', roles: ['tenant.user'], groups: [], attributes: {} },
    ],
    problems: [],
  });
});

test('columns and roles may be Turkish', () => {
  expect(readInviteFile('E-posta,Rol\nada@x.example,YÖNETİCİ\n')).toMatchObject({
    people: [{ email: 'ada@x.example', roles: ['tenant.admin'] }],
  });
});

test('lines that cannot be sent are named, and keep none of the others back', () => {
  const text = 'email,role\nnobody,user\nada@x.example,owner\nbo@x.example,\nBo@X.example,admin\n';
  expect(readInviteFile(text)).toEqual({
    kind: 'people',
    people: [{ email: 'bo@x.example', roles: ['tenant.user'], groups: [], attributes: {} }],
    problems: [
      { line: 2, problem: 'email', value: 'nobody' },
      { line: 3, problem: 'role', value: 'owner' },
      { line: 5, problem: 'twice', value: 'Bo@X.example' },
    ],
  });
});

describe('a file that is unfit says why', () => {
  test.each([
    ['email\n', 'empty', ''],
    ['name,role\nAda,user\n', 'email', ''],
    ['email,Home branch\nada@x.example,12\n', 'attribute', 'home branch'],
    ['email\n"ada@x.example\n', 'unreadable', ''],
    [`email\n${'a@x.example\n'.repeat(1001)}`, 'too-many', '1000'],
  ])('%j', (text, reason, value) => {
    expect(readInviteFile(text)).toEqual({ kind: 'unfit', reason, value });
  });
});
