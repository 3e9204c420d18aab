import type { Role } from '@rise/contract';
import { describe, expect, test } from 'vitest';
import { claimValues, deviceOf, localReturn, chooseTenant, readPerson, rolesOf } from './sessions.rules.ts';

const names = {
  groups: 'groups',
  attributes: { branch: 'https://x.example/branch' },
  roles: 'roles',
  tenants: 'tenant',
  roleMap: { 'tenant.user': 'tenant.user', Boss: 'global.admin' } as const,
};

describe('the destination after signing in', () => {
  test.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    'javascript:alert(1)',
    'https://evil.example/',
    'evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/ /evil.example',
    '/.//evil.example',
    '/reports/..//evil.example',
    '/%2e%2e//evil.example',
    '/./\\evil.example',
    '/\u0000/evil.example',
    '/\u00a0/evil.example',
    'data:text/html,x',
    '',
    '?next=1',
    `/${'x'.repeat(500)}`,
    '/login',
    '/LOGIN?returnTo=/home',
    '/logout',
    '/reports/../logout',
    '/api/v1/session',
    '/idp/auth',
    null,
    undefined,
    7,
    ['/reports'],
  ])('%j becomes the start page', (value) => {
    expect(localReturn(value)).toBe('/');
  });

  test.each(['/', '/reports', '/reports/42?state=CA#tiles', '/home?a=//b', '/a?next=https://x.example', '/logouts'])(
    '%j is preserved',
    (value) => {
      expect(localReturn(value)).toBe(value);
    },
  );

  test('a path with dots is resolved before it is checked', () => {
    expect(localReturn('/a/../reports')).toBe('/reports');
  });
});

describe('claims', () => {
  test('a claim may be a string, a list, or nested', () => {
    expect(claimValues({ roles: 'a' }, 'roles')).toEqual(['a']);
    expect(claimValues({ roles: ['a', 'b', 'a', 3, null, ''] }, 'roles')).toEqual(['a', 'b']);
    expect(claimValues({ realm_access: { roles: ['a'] } }, 'realm_access.roles')).toEqual(['a']);
    expect(claimValues({ 'https://rise.example/roles': ['a'] }, 'https://rise.example/roles')).toEqual(['a']);
    expect(claimValues({}, 'roles')).toEqual([]);
    expect(claimValues({}, 'constructor.name')).toEqual([]);
    expect(claimValues({}, '__proto__')).toEqual([]);
  });

  test('only mapped values are roles', () => {
    const map: Record<string, Role> = { Boss: 'global.admin', Clerk: 'tenant.user' };
    expect(rolesOf(['Clerk', 'Boss', 'Guest'], map)).toEqual(['tenant.user', 'global.admin']);
    expect(rolesOf(['global.admin', 'constructor', '__proto__', 'toString'], map)).toEqual([]);
  });

  test('a person is read from the claims, with missing values left empty', () => {
    const person = readPerson(
      {
        iss: 'https://a.example',
        sub: '1',
        name: 'Ada de Lovelace',
        roles: 'Boss',
        tenant: ['alder'],
        groups: ['tellers', 'tellers', 7, ''],
        'https://x.example/branch': 'north',
        picture: 'https://pictures.example/ada.png',
      },
      names,
    );
    expect(person).toMatchObject({
      issuer: 'https://a.example',
      subject: '1',
      email: '',
      firstName: 'Ada de',
      lastName: 'Lovelace',
      avatar: null,
      roles: ['global.admin'],
      tenants: ['alder'],
      groups: ['tellers'],
      attributes: { branch: ['north'] },
    });
  });
});

test('names and addresses of a provider are what a reader sees of them', () => {
  const hidden = 'A\u202Ed\u200Ba\u0000\u2066';
  const claims = {
    iss: 'https://a.example',
    sub: '1',
    given_name: hidden,
    family_name: '\u202E',
    email: `${hidden}@x.example`,
  };
  const names = { roles: 'roles', tenants: 'tenant', groups: 'groups', attributes: {}, roleMap: {} };
  expect(readPerson(claims, names)).toMatchObject({ firstName: 'Ada', lastName: '', email: 'Ada @x.example' });
  const whole = { iss: 'https://a.example', sub: '1', name: `${hidden} \u202EByron` };
  expect(readPerson(whole, names)).toMatchObject({ firstName: 'Ada', lastName: 'Byron' });
});

describe('where a sign-in leads', () => {
  const open = (tenantId: string) => ({ tenantId, suspended: false, disabled: false, hasOwnRoles: false, isAdmitted: true }); // prettier-ignore
  const user: Role[] = ['tenant.user'];

  test('a single tenant is entered, several are a choice, the last one is remembered', () => {
    expect(chooseTenant(user, false, [open('a')], null)).toEqual({ tenantId: 'a' });
    expect(chooseTenant(user, false, [open('a'), open('b')], null)).toEqual({ tenantId: null });
    expect(chooseTenant(user, false, [open('a'), open('b')], 'b')).toEqual({ tenantId: 'b' });
    expect(chooseTenant(user, false, [open('a'), open('b')], 'gone')).toEqual({ tenantId: null });
    expect(chooseTenant(['global.support'], false, [], null)).toEqual({ tenantId: null });
  });

  test('a rejected sign-in gets its reason', () => {
    expect(chooseTenant(user, true, [open('a')], null)).toEqual({ reason: 'account-disabled' });
    expect(chooseTenant([], false, [open('a')], null)).toEqual({ reason: 'no-role' });
    expect(chooseTenant([], false, [open('a'), { ...open('b'), hasOwnRoles: true }], null)).toEqual({ tenantId: 'b' });
    expect(chooseTenant(user, false, [], null)).toEqual({ reason: 'unknown-tenant' });
    expect(chooseTenant(user, false, [{ ...open('a'), suspended: true }], null)).toEqual({
      reason: 'tenant-suspended',
    });
    expect(chooseTenant(user, false, [{ ...open('a'), disabled: true }], null)).toEqual({ reason: 'account-disabled' });
    const shut = { ...open('a'), isAdmitted: false };
    expect(chooseTenant(user, false, [shut], null)).toEqual({ reason: 'own-provider' });
    expect(chooseTenant(user, false, [shut], null, true)).toEqual({ reason: 'provider-off' });
    expect(chooseTenant(user, false, [shut, open('b')], 'a')).toEqual({ tenantId: 'b' });
  });
});

test('devices have short names', () => {
  expect(deviceOf('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe('Firefox on Linux');
  expect(deviceOf('Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0')).toBe(
    'Edge on Windows',
  );
  expect(deviceOf('curl/8.0 <script>')).toBe('curl/8.0 script');
  expect(deviceOf(undefined)).toBe('');
});
