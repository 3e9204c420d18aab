import type { Navigation, NavigationItem } from '@rise/contract';
import type { Group } from '../../group.ts';
import type { Localizable } from '../../text.ts';
import { SECTIONS, type Section } from './sections.ts';

type Item = Localizable<NavigationItem>;

function lines({ screens }: Section): Item[] {
  return screens.map((screen) => ({ ...screen, type: 'basic' }));
}

function asGroup(section: Section): Item {
  const { id, icon, title, subtitle } = section;
  return { id, title, subtitle, type: 'group', icon, children: lines(section) };
}

function asAside(section: Section): Item {
  const { id, icon, title } = section;
  return { id, title, tooltip: title, type: 'aside', icon, children: lines(section) };
}

/** At the start of each menu, as the specification has them; the addresses are aliases. */
const BASICS: Item[] = [
  { id: 'dashboard', title: { en: 'Dashboard', tr: 'Pano' }, type: 'basic', icon: 'home', link: '/dashboard' },
  { id: 'analytics', title: { en: 'Analytics', tr: 'Analiz' }, type: 'basic', icon: 'chart', link: '/reports' },
];

/** The same screens in four menus, one per kind of navigation. */
export const MENUS: Localizable<Navigation> = {
  default: [...BASICS, ...SECTIONS.map(asGroup)],
  compact: [...BASICS, ...SECTIONS.map(asAside)],
  futuristic: [...BASICS, ...SECTIONS.map((section, index) => (index < 2 ? asGroup(section) : asAside(section)))],
  horizontal: [...BASICS, ...SECTIONS.map(asGroup)],
};

export const navigation: Group<'navigation'> = {
  name: 'navigation',
  seed: () => ({}),
  findIssues: () => [],
  handlers: {
    'GET /api/common/navigation': { withoutInput: true, read: () => MENUS },
  },
};
