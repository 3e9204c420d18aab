import { useLanguage } from '@rise/shell/language';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { navigationQuery } from './navigation.queries.ts';

/**
 * Fetches the menus again once the language has changed. It is not part of the query's key, so that the former menus
 * stay until then, and also if that fails.
 */
export function useNavigationLanguage(): void {
  const cache = useQueryClient();
  const language = useLanguage();
  const loaded = useQuery(navigationQuery).data?.language;
  useEffect(() => {
    if (loaded !== undefined && loaded !== language)
      void cache.invalidateQueries({ queryKey: navigationQuery.queryKey });
  }, [cache, loaded, language]);
}
