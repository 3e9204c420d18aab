import type { Language, Navigation, NavigationItem } from '@rise/contract';
import { useLanguage } from '@rise/shell/language';
import { NO_MENUS, toMenus } from '@rise/shell/navigation';
import { icons } from '@rise/shell/navigation/icons';
import { formatInteger, type NavigationMenus, useUiContext } from '@rise/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { demoQuery } from '../client/queries.ts';
import { useBadges } from './use-badges.ts';

export const navigationQuery = (language: Language) => demoQuery('navigation', 'GET /api/common/navigation', language);

/** The menus in the visitor's language; after a change of language, the previous ones until the new ones are loaded. */
export function useNavigation(): Navigation | undefined {
  return useQuery({ ...navigationQuery(useLanguage()), placeholderData: keepPreviousData }).data;
}

/** The four menus in the layouts' form, with numbers of unread items; empty until loaded. */
export function useMenus(): NavigationMenus {
  const navigation = useNavigation();
  const badges = useBadges();
  const { locale } = useUiContext();
  return useMemo(() => {
    if (!navigation) return NO_MENUS;
    const counted = (items: readonly NavigationItem[]): NavigationItem[] => items.map((item) => withBadge(item));
    const withBadge = (item: NavigationItem): NavigationItem => {
      const count = badges.get(item.id) ?? 0;
      return {
        ...item,
        ...(count > 0 && { badge: { title: formatInteger(count, locale) } }),
        ...(item.children && { children: counted(item.children) }),
      };
    };
    const menus = Object.entries(navigation).map(([name, items]) => [name, counted(items)]);
    return toMenus(Object.fromEntries(menus) as Navigation, icons);
  }, [navigation, badges, locale]);
}
