import type { Navigation, NavigationItem } from '@rise/contract';
import type { Group } from '../../group.ts';
import { SECTIONS, type Section } from './sections.ts';

function lines({ screens }: Section): NavigationItem[] {
  return screens.map((screen) => ({ ...screen, type: 'basic' }));
}

function asGroup(section: Section): NavigationItem {
  const { id, icon, title, subtitle } = section;
  return { id, title, subtitle, type: 'group', icon, children: lines(section) };
}

function asAside(section: Section): NavigationItem {
  const { id, icon, title } = section;
  return { id, title, tooltip: title, type: 'aside', icon, children: lines(section) };
}

/** The same screens in four menus, one per kind of navigation. */
export const MENUS: Navigation = {
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
    // Menus are returned in both languages, so that changing the language needs no request.
    'GET /api/common/navigation': { withoutInput: true, inBothLanguages: true, read: () => MENUS },
  },
};
