import { NO_MENUS, toMenus } from '@rise/shell/navigation';
import type { NavigationMenus } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { navigationQuery } from '../../navigation/navigation.queries.ts';

/** The four menus in the reader's language; empty while they can't be loaded. */
export function useMenus(): NavigationMenus {
  const { data } = useQuery(navigationQuery);
  return useMemo(() => (data ? toMenus(data.menus, data.icons) : NO_MENUS), [data]);
}
