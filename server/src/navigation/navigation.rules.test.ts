import { navigation, type Permission, ROLE_PERMISSIONS, ROLES } from '@rise/contract';
import { expect, test } from 'vitest';
import { menusFor, SECTIONS, sectionsWith, type Section } from './navigation.rules.ts';

const title = { en: 'Title', tr: 'Başlık' };
const TWO: readonly Section[] = [
  {
    id: 'first',
    title,
    icon: 'home',
    screens: [{ id: 'home', title, icon: 'home', link: '/home', permission: 'home.view' }],
  },
  {
    id: 'second',
    title,
    icon: 'settings',
    screens: [
      { id: 'reports', title, icon: 'report', link: '/reports', permission: 'report.read' },
      { id: 'users', title, icon: 'users', link: '/users', permission: 'tenant.administer' },
    ],
  },
];

const inTenant = (permissions: Iterable<Permission>) => ({ permissions: new Set(permissions), tenantId: 'alder' });

test.each(ROLES)('%s has four menus of the existing screens', (role) => {
  const menus = menusFor(inTenant(ROLE_PERMISSIONS[role]), 'en');
  expect(navigation.parse(menus)).toEqual(menus);
  expect(menus.default).toMatchObject([
    { type: 'basic', link: '/home', title: 'Home' },
    { type: 'basic', link: '/reports', title: 'Reports' },
    { type: 'basic', link: '/openai', title: 'Assistant' },
    ...(role === 'tenant.admin' ? [{ type: 'basic', link: '/workspaces', title: 'Workspaces' }] : []),
    { type: 'group', id: 'data', title: 'Data' },
    ...(role === 'tenant.user' ? [] : [{ type: 'group', id: 'administration', title: 'Administration' }]),
  ]);
  const links = (items: typeof menus.default): unknown[] =>
    items.flatMap(({ link, children }) => [...(link ? [link] : []), ...links(children ?? [])]);
  const manages = role !== 'tenant.user' && role !== 'global.support';
  const all = [
    '/home',
    '/reports',
    '/openai',
    ...(role === 'tenant.admin' ? ['/workspaces'] : []),
    '/model',
    ...(manages ? ['/model/edit'] : []),
    '/warehouse-data-view',
    '/snowflake/parameters',
    ...(role === 'tenant.user' ? [] : ['/configuration']),
    ...(manages ? ['/sql', '/import', '/data-versions', '/sources', '/copies'] : []),
    ...(role === 'tenant.admin'
      ? [
          '/users',
          '/organization',
          '/domains',
          '/identity-provider',
          '/provisioning',
          '/embedding',
          '/webhooks',
          '/mail',
          '/insights-ai',
          '/knowledge',
          '/assistant-usage',
          '/question-evaluation',
          '/audit',
        ]
      : []),
    ...(role.startsWith('global.') ? ['/tenants', '/global/system'] : []),
    ...(role === 'global.admin'
      ? ['/global/users', '/global/templates', '/global/announcements', '/global/search', '/audit']
      : []),
  ];
  for (const menu of Object.values(menus)) expect(links(menu)).toEqual(all);
});

test.each(['global.admin', 'global.support'] as const)('%s above the tenants sees no screen of a tenant', (role) => {
  const menus = menusFor({ permissions: new Set(ROLE_PERMISSIONS[role]), tenantId: null }, 'en');
  const links = (items: typeof menus.default): unknown[] =>
    items.flatMap(({ link, children }) => [...(link ? [link] : []), ...links(children ?? [])]);
  for (const menu of Object.values(menus))
    expect(links(menu)).toEqual([
      '/home',
      '/tenants',
      '/global/system',
      ...(role === 'global.admin'
        ? ['/global/users', '/global/templates', '/global/announcements', '/global/search', '/audit']
        : []),
    ]);
});

test('each menu presents further sections in its own way', () => {
  const menus = menusFor(inTenant(['home.view', 'report.read', 'tenant.administer']), 'en', TWO);
  const types = Object.fromEntries(Object.entries(menus).map(([name, items]) => [name, items.map(({ type }) => type)]));
  expect(types).toEqual({
    default: ['basic', 'group'],
    compact: ['basic', 'aside'],
    futuristic: ['group', 'aside'],
    horizontal: ['basic', 'collapsable'],
  });
  expect(menus.default[1]!.children!.map(({ id }) => id)).toEqual(['reports', 'users']);
});

test('sections and screens have their titles in the language', () => {
  const reader = inTenant(['home.view', 'tenant.administer']);
  const titles = (language: 'en' | 'tr') =>
    menusFor(reader, language, TWO).horizontal.flatMap(({ title: text, children = [] }) => [
      text,
      ...children.map((child) => child.title),
    ]);
  expect(titles('en')).toEqual(['Title', 'Title', 'Title']);
  expect(titles('tr')).toEqual(['Başlık', 'Başlık', 'Başlık']);
});

test('hides screens that a user may not open, and sections without screens', () => {
  expect(menusFor(inTenant(['home.view', 'report.read']), 'en', TWO).default[1]!.children!.map(({ id }) => id)).toEqual(
    ['reports'],
  );
  expect(menusFor(inTenant(['home.view']), 'en', TWO).default.map(({ id }) => id)).toEqual(['home']);
  // The first section remains the first even for users who see none of it.
  expect(menusFor(inTenant(['report.read']), 'en', TWO).default).toMatchObject([{ type: 'group', id: 'second' }]);
  expect(menusFor(inTenant([]), 'en').default).toEqual([]);
});

test('ids are unique, and every text exists in both languages', () => {
  const ids = SECTIONS.flatMap(({ id, screens }) => [id, ...screens.map((screen) => screen.id)]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const section of SECTIONS)
    for (const { title: text } of [section, ...section.screens]) expect(text.tr).toBeTruthy();
});

test('what the installation has switched off has no entry', () => {
  const ids = (chatbot: boolean) =>
    sectionsWith({ chatbot, insights: false }).flatMap(({ screens }) => screens.map(({ id }) => id));
  expect(ids(true)).toContain('assistant');
  expect(ids(false)).toEqual(ids(true).filter((id) => !/^(?:assistant|knowledge|question-evaluation)/.test(id)));
});
