import type { LocalizedText } from '@rise/contract';
import { NO_MENUS, toMenus } from '@rise/shell/navigation';
import { icons } from '@rise/shell/navigation/icons';
import type { NavigationMenus } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { demoQuery } from '../client/queries.ts';
import { useLanguage } from '@rise/shell/language';

/** In both languages at once, so that changing the language needs no request. */
export const navigationQuery = demoQuery('navigation', 'GET /api/common/navigation', 'both');

/** The four menus in the visitor's language; empty until they have been loaded. */
export function useMenus(): NavigationMenus {
  const { data } = useQuery(navigationQuery);
  const language = useLanguage();
  return useMemo(() => {
    const localize = (text: LocalizedText) => text[language] ?? text.en;
    return data ? toMenus(data, localize, icons) : NO_MENUS;
  }, [data, language]);
}
