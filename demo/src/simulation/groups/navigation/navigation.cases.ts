import type { NavigationItem } from '@rise/contract';
import { expect } from 'vitest';
import type { Cases } from '../../conformance/cases.ts';

const linksOf = (items: readonly NavigationItem[]): string[] =>
  items.flatMap(({ link, children }) => [...(link === undefined ? [] : [link]), ...linksOf(children ?? [])]);

const flatten = (items: readonly NavigationItem[]): NavigationItem[] =>
  items.flatMap((item) => [item, ...flatten(item.children ?? [])]);

export const navigationCases: Cases<'navigation'> = {
  'GET /api/common/navigation': {
    'returns four menus': async (api) => {
      const menus = await api.call('GET /api/common/navigation');
      expect(Object.keys(menus)).toEqual(['default', 'compact', 'futuristic', 'horizontal']);
      for (const menu of Object.values(menus))
        expect(menu.slice(0, 2)).toMatchObject([
          { type: 'basic', title: 'Dashboard', icon: 'home', link: '/dashboard' },
          { type: 'basic', title: 'Analytics', icon: 'chart', link: '/reports' },
        ]);
      expect(menus.compact.slice(2).every(({ type, tooltip }) => type === 'aside' && tooltip)).toBe(true);
      expect(menus.horizontal.slice(2).every(({ type }) => type === 'group')).toBe(true);
      const kinds = menus.futuristic.slice(2).map(({ type }) => type);
      expect(kinds).toEqual(kinds.toSorted().toReversed());
      expect(new Set(kinds)).toEqual(new Set(['group', 'aside']));
    },
    'its texts are in the language of the request': async (api) => {
      const first = async (language: 'en' | 'tr') =>
        (await api.call('GET /api/common/navigation', { language })).compact[2]!;
      expect(await first('en')).toMatchObject({ title: 'Dashboards', tooltip: 'Dashboards' });
      for (const { title } of flatten(Object.values(await api.call('GET /api/common/navigation')).flat()))
        expect(title).toBeTypeOf('string');
      const { title, tooltip, children } = await first('tr');
      expect([title, tooltip, children![0]!.title]).toEqual(['Panolar', 'Panolar', 'Proje']);
    },
    'compact, futuristic and horizontal lead to the same screens as default': async (api) => {
      const menus = await api.call('GET /api/common/navigation');
      const expected = linksOf(menus.default);
      expect(new Set(expected).size).toBe(expected.length);
      expect(expected).toEqual(expect.arrayContaining(['/dashboards/project', '/apps/mailbox', '/apps/contacts']));
      for (const menu of Object.values(menus)) expect(linksOf(menu)).toEqual(expected);
    },
  },
};
