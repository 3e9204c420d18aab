import type { NavigationItem } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocalize } from '../i18n/use-language.ts';
import { menuItems } from '../navigation/menus.ts';
import { navigationQuery } from '../navigation/navigation.queries.ts';

/** The main navigation in the reader's language; empty while it can't be had. */
export function useMenus(): NavigationItem[] {
  const { data } = useQuery(navigationQuery);
  const localize = useLocalize();
  return useMemo(() => (data ? menuItems(data.menus.default, localize, data.icons) : []), [data, localize]);
}
