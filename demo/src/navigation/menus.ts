import type { Language, Navigation } from '@rise/contract';
import { useLanguage } from '@rise/shell/language';
import { NO_MENUS, toMenus } from '@rise/shell/navigation';
import { icons } from '@rise/shell/navigation/icons';
import type { NavigationMenus } from '@rise/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { demoQuery } from '../client/queries.ts';

export const navigationQuery = (language: Language) => demoQuery('navigation', 'GET /api/common/navigation', language);

/** The menus in the visitor's language; after a change of language, the previous ones until the new ones are loaded. */
export function useNavigation(): Navigation | undefined {
  return useQuery({ ...navigationQuery(useLanguage()), placeholderData: keepPreviousData }).data;
}

/** The four menus in the layouts' form; empty until loaded. */
export function useMenus(): NavigationMenus {
  const navigation = useNavigation();
  return useMemo(() => (navigation ? toMenus(navigation, icons) : NO_MENUS), [navigation]);
}
