import { queryOptions } from '@tanstack/react-query';
import { preferencesSettled } from '../appearance/preferences.ts';
import { client } from '../client/client.ts';
import { pageLanguage } from '../i18n/language.ts';

/** The four menus for the signed-in account, with their icons and the language they were requested in. */
export const navigationQuery = queryOptions({
  queryKey: ['navigation'],
  queryFn: async ({ signal }) => {
    // The account's language precedes the request's, so one that was just chosen has to be saved first.
    await preferencesSettled();
    const language = pageLanguage();
    const [menus, { icons }] = await Promise.all([
      client.call('GET /api/common/navigation', { signal }),
      import('@rise/shell/navigation/icons'),
    ]);
    return { menus, icons, language };
  },
  staleTime: Number.POSITIVE_INFINITY,
});
