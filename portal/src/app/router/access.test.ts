import type { Permission, Session } from '@rise/contract';
import { ROLE_PERMISSIONS, type Role } from '@rise/contract';
import { describe, expect, it } from 'vitest';
import { decide, entryAt, landingPage, type Verdict } from '../../routing/access.ts';
import { routeTable } from './route-table.ts';

const TENANT = { id: '0b9f2f0e-4c31-4d8a-9a54-6d1f1c5d7a01', slug: 'alder', name: 'Alder Credit Union' };

function sessionOf(role: Role, shown = { chatbot: false, insights: false }): Session {
  return {
    account: {
      id: '6a0c2d5e-1111-4222-8333-444455556666',
      email: 'someone@alder.example',
      firstName: 'Some',
      lastName: 'One',
      avatar: null,
    },
    kind: role.startsWith('global.') ? 'global' : 'tenant',
    tenant: TENANT,
    tenants: [TENANT],
    roles: [role],
    permissions: [...ROLE_PERMISSIONS[role]] satisfies Permission[],
    features: { ...shown, chat: true },
    supportVisits: [],
    branding: { language: null, theme: null, logo: null },
    defaultLandingPage: null,
    preferences: { scheme: null, theme: null, layout: null, language: null },
  };
}

const PEOPLE = {
  'signed out': null,
  'tenant user': sessionOf('tenant.user'),
  'tenant admin': sessionOf('tenant.admin'),
  'tenant admin with insights': sessionOf('tenant.admin', { chatbot: true, insights: true }),
  'tenant user with insights': sessionOf('tenant.user', { chatbot: true, insights: true }),
  'global support': sessionOf('global.support'),
  'global support with insights': sessionOf('global.support', { chatbot: true, insights: true }),
  'global admin': sessionOf('global.admin'),
} as const;
type Person = keyof typeof PEOPLE;

const SIGNED_IN = Object.keys(PEOPLE).filter((person) => person !== 'signed out') as Person[];
const ADMINS: Person[] = ['tenant admin', 'tenant admin with insights'];
const GLOBAL: Person[] = ['global support', 'global support with insights', 'global admin'];

/** Expected access per the specification. */
const SHOWN: Record<string, readonly Person[]> = {
  '/home': SIGNED_IN,
  '/insights-ai': ['tenant admin with insights'],
  '/user': SIGNED_IN,
  '/openai': SIGNED_IN,
  '/reports': SIGNED_IN,
  '/reports/$reportId': SIGNED_IN,
  '/reports/$reportId/freezes/$freezeId': SIGNED_IN,
  '/reports/$reportId/freezes/$freezeId/compare': SIGNED_IN,
  '/reports/$reportId/edit': SIGNED_IN.filter((person) => !person.startsWith('global support')),
  '/model': SIGNED_IN,
  '/model/edit': [...ADMINS, 'global admin'],
  '/model/versions': [...ADMINS, 'global admin'],
  '/snowflake/parameters': SIGNED_IN,
  '/warehouse-data-view': SIGNED_IN,
  '/sql': [...ADMINS, 'global admin'],
  '/import': [...ADMINS, 'global admin'],
  '/sources': [...ADMINS, 'global admin'],
  '/copies': [...ADMINS, 'global admin'],
  '/data-versions': [...ADMINS, 'global admin'],
  '/choose-tenant': SIGNED_IN,
  '/workspaces': ADMINS,
  '/embedding': ADMINS,
  '/webhooks': ADMINS,
  '/mail': ADMINS,
  '/assistant-usage': ADMINS,
  '/question-evaluation': ADMINS,
  '/knowledge': ADMINS,
  '/knowledge/$documentId': SIGNED_IN,
  '/users': ADMINS,
  '/organization': ADMINS,
  '/domains': ADMINS,
  '/identity-provider': ADMINS,
  '/provisioning': ADMINS,
  '/audit': [...ADMINS, 'global admin'],
  '/global/templates': ['global admin'],
  '/tenants': GLOBAL,
  '/global/system': GLOBAL,
  '/global/users': ['global admin'],
  '/global/announcements': ['global admin'],
  '/global/search': ['global admin'],
  '/configuration': [...ADMINS, ...GLOBAL],
  '/configuration/$configuratorType': [...ADMINS, ...GLOBAL],
  '/docs': SIGNED_IN,
  '/docs/changelog': SIGNED_IN,
  '/docs/guides/$document': SIGNED_IN,
  '/docs/guides/$document/$section': SIGNED_IN,
  '/error/404': SIGNED_IN,
  '/error/500': SIGNED_IN,
};
const FOR_ALL: Record<string, (signedIn: boolean) => Verdict> = {
  '/': (signedIn) => ({ kind: 'go', to: signedIn ? '/home' : '/landing' }),
  '/landing': (signedIn) => (signedIn ? { kind: 'go', to: '/home' } : { kind: 'show' }),
  '/contact-us': () => ({ kind: 'show' }),
  '/login-failed': () => ({ kind: 'show' }),
  '/default': (signedIn) => (signedIn ? { kind: 'go', to: '/home' } : { kind: 'sign-in' }),
  $: () => ({ kind: 'go', to: '/landing' }),
};

function expected(path: string, person: Person): Verdict {
  if (FOR_ALL[path]) return FOR_ALL[path](person !== 'signed out');
  if (person === 'signed out') return { kind: 'sign-in' };
  return SHOWN[path]?.includes(person) ? { kind: 'show' } : { kind: 'not-found' };
}

describe('guards', () => {
  it('has an expectation for every route of the table', () => {
    const known = [...Object.keys(SHOWN), ...Object.keys(FOR_ALL)];
    expect(routeTable.map(({ path }) => path).toSorted()).toEqual(known.toSorted());
  });

  for (const entry of routeTable)
    for (const person of Object.keys(PEOPLE) as Person[])
      it(`${entry.path} for ${person}`, () => {
        expect(decide(entry, PEOPLE[person], routeTable)).toEqual(expected(entry.path, person));
      });

  it('asks members of several organizations to choose one, before any of its data', () => {
    const undecided = { ...sessionOf('tenant.admin'), tenant: null };
    const verdict = (path: string) => decide(entryAt(path, routeTable)!, undecided, routeTable).kind;
    expect(verdict('/home')).toBe('choose-tenant');
    expect(verdict('/reports/1')).toBe('choose-tenant');
    expect(verdict('/user')).toBe('show');
    expect(verdict('/choose-tenant')).toBe('show');
  });

  it.each(['global.support', 'global.admin'] as const)('has a home for %s without a tenant', (role) => {
    const above = { ...sessionOf(role), tenant: null, tenants: [] };
    const verdict = (path: string) => decide(entryAt(path, routeTable)!, above, routeTable).kind;
    expect(verdict('/home')).toBe('show');
    expect(verdict('/reports')).toBe('choose-tenant');
    expect(landingPage(above, routeTable)).toBe('/home');
  });
});

describe('the landing page', () => {
  const from = (defaultLandingPage: string | null) =>
    landingPage({ ...sessionOf('tenant.user'), defaultLandingPage }, routeTable);

  it('is the stored one if it can be opened', () => {
    expect(from('/reports')).toBe('/reports');
    expect(from('/reports/79b6a11d?institution=68')).toBe('/reports/79b6a11d?institution=68');
  });

  it.each([
    null,
    '/workspaces',
    '/embedding',
    '/webhooks',
    '/mail',
    '/users',
    '/organization',
    '/domains',
    '/identity-provider',
    '/provisioning',
    '/global/system',
    '/global/users',
    '/landing',
    '/default',
    '/',
    '/nowhere',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/home\u0000',
  ])('is home instead of %s', (stored) => {
    expect(from(stored)).toBe('/home');
  });
});
