import type { IconName, Language, Navigation, NavigationItem as ToldItem } from '@rise/contract';
import type { Icon, NavigationItem, NavigationMenus } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { demoQuery } from '../client/queries.ts';
import { useLanguage } from '../i18n/language.ts';
import { icons } from './icons.ts';

const NONE: NavigationMenus = { default: [], compact: [], futuristic: [], horizontal: [] };

/** Told in both languages at once: changing the language asks nothing. */
export const navigationQuery = demoQuery('navigation', 'GET /api/common/navigation', 'both');

/** The four menus in the visitor's language; empty until they are told. */
export function useMenus(): NavigationMenus {
  const { data } = useQuery(navigationQuery);
  const language = useLanguage();
  return useMemo(() => {
    if (!data) return NONE;
    const drawn = (menu: keyof Navigation) => menuItems(data[menu], language, icons);
    return {
      default: drawn('default'),
      compact: drawn('compact'),
      futuristic: drawn('futuristic'),
      horizontal: drawn('horizontal'),
    };
  }, [data, language]);
}

function menuItems(
  items: readonly ToldItem[],
  language: Language,
  pictures: Readonly<Record<IconName, Icon>>,
): NavigationItem[] {
  const say = (text: { en: string; tr?: string | undefined }) => text[language] ?? text.en;
  return items.map((item) => ({
    id: item.id,
    type: item.type,
    title: say(item.title),
    ...(item.subtitle && { subtitle: say(item.subtitle) }),
    ...(item.link !== undefined && { href: item.link, external: !item.link.startsWith('/') }),
    ...(item.icon && { icon: pictures[item.icon] }),
    ...(item.exactMatch && { exact: true }),
    ...(item.disabled && { disabled: true }),
    ...(item.tooltip && { tooltip: say(item.tooltip) }),
    ...(item.badge && { badge: { title: say(item.badge.title) } }),
    ...(item.children && { children: menuItems(item.children, language, pictures) }),
  }));
}

/** Every place that the menus lead to, once, in the order of the default menu. */
export function placesOf(menus: Navigation): ToldItem[] {
  const flat = (items: readonly ToldItem[]): ToldItem[] =>
    items.flatMap((item) => [...(item.link && !item.disabled ? [item] : []), ...flat(item.children ?? [])]);
  return flat(menus.default);
}
