import type { Navigation, NavigationItem } from '@rise/contract';
import type { Group } from '../../group.ts';
import { SECTIONS, type Section } from './sections.ts';

const both = ([en, tr]: readonly [string, string]) => ({ en, tr });

function lines({ screens }: Section): NavigationItem[] {
  return screens.map(([id, icon, link, title]) => ({ id, title: both(title), type: 'basic', icon, link }));
}

function asGroup(section: Section): NavigationItem {
  const { id, icon, title, subtitle } = section;
  return { id, title: both(title), subtitle: both(subtitle), type: 'group', icon, children: lines(section) };
}

function asAside(section: Section): NavigationItem {
  const { id, icon, title } = section;
  return { id, title: both(title), tooltip: both(title), type: 'aside', icon, children: lines(section) };
}

/** The same screens four times: by heading, behind pictures, half and half, in a row of menus. */
export const MENUS: Navigation = {
  default: SECTIONS.map(asGroup),
  compact: SECTIONS.map(asAside),
  futuristic: SECTIONS.map((section, place) => (place < 2 ? asGroup(section) : asAside(section))),
  horizontal: SECTIONS.map(asGroup),
};

export const navigation: Group<'navigation'> = {
  name: 'navigation',
  seed: () => ({}),
  problems: () => [],
  handlers: {
    // Menus are told in both languages: a page that changes its language need not ask again.
    'GET /api/common/navigation': { takesNothing: true, inBothLanguages: true, read: () => MENUS },
  },
};
