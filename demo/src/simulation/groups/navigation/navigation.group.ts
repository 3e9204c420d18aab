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

/** The same screens in four menus, one per kind of navigation. */
export const MENUS: Localizable<Navigation> = {
  default: SECTIONS.map(asGroup),
  compact: SECTIONS.map(asAside),
  futuristic: SECTIONS.map((section, index) => (index < 2 ? asGroup(section) : asAside(section))),
  horizontal: SECTIONS.map(asGroup),
};

export const navigation: Group<'navigation'> = {
  name: 'navigation',
  seed: () => ({}),
  findIssues: () => [],
  handlers: {
    'GET /api/common/navigation': { withoutInput: true, read: () => MENUS },
  },
};
