import type { NavigationMenus } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocalize } from '../i18n/use-language.ts';
import { menuItems } from '../navigation/menus.ts';
import { navigationQuery } from '../navigation/navigation.queries.ts';

const NONE: NavigationMenus = { default: [], compact: [], futuristic: [], horizontal: [] };

/** The four menus in the reader's language; empty while they can't be had. */
export function useMenus(): NavigationMenus {
  const { data } = useQuery(navigationQuery);
  const localize = useLocalize();
  return useMemo(() => {
    if (!data) return NONE;
    const { menus, icons } = data;
    return {
      default: menuItems(menus.default, localize, icons),
      compact: menuItems(menus.compact, localize, icons),
      futuristic: menuItems(menus.futuristic, localize, icons),
      horizontal: menuItems(menus.horizontal, localize, icons),
    };
  }, [data, localize]);
}
