import type { Announcement } from '@rise/contract';
import { useLanguage } from '@rise/shell/language';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { preferencesSettled } from '../../appearance/preferences.ts';
import { client } from '../../client/client.ts';

import { pageLanguage } from '../../i18n/language.ts';

type List = { announcements: Announcement[]; language: string };

/** Announcements that are active for the reader, the newest first, and the language that they were requested in. */
export const announcementsQuery = queryOptions({
  queryKey: ['announcements'],
  queryFn: async ({ signal }): Promise<List> => {
    // The account's language precedes the request's, so one that was just chosen has to be saved first.
    await preferencesSettled();
    const language = pageLanguage();
    return { ...(await client.call('GET /api/v1/announcements', { signal })), language };
  },
});

/** Fetches the announcements again once the language has changed; the former ones stay until then. */
export function useAnnouncementLanguage(): void {
  const cache = useQueryClient();
  const language = useLanguage();
  const loaded = useQuery(announcementsQuery).data?.language;
  useEffect(() => {
    if (loaded !== undefined && loaded !== language)
      void cache.invalidateQueries({ queryKey: announcementsQuery.queryKey, exact: true });
  }, [cache, loaded, language]);
}

/** Optimistic update of a list; reverted if the request fails. */
function useListChange<Variables>(
  send: (variables: Variables) => Promise<unknown>,
  change: (announcements: Announcement[], variables: Variables) => Announcement[],
) {
  const cache = useQueryClient();
  const { queryKey } = announcementsQuery;
  return useMutation({
    mutationFn: send,
    onMutate: async (variables) => {
      await cache.cancelQueries({ queryKey });
      const before = cache.getQueryData<List>(queryKey);
      if (before)
        cache.setQueryData<List>(queryKey, { ...before, announcements: change(before.announcements, variables) });
      return { before };
    },
    onError: (_error, _variables, context) => {
      if (context?.before) cache.setQueryData(queryKey, context.before);
    },
    onSettled: () => cache.invalidateQueries({ queryKey, exact: true }),
  });
}

export const useMarkAnnouncement = () =>
  useListChange(
    ({ id, read }: { id: string; read: boolean }) =>
      client.call('PUT /api/v1/announcements/:id/read', { params: { id }, body: { read } }),
    (announcements, { id, read }) => announcements.map((one) => (one.id === id ? { ...one, read } : one)),
  );

export const useMarkAllAnnouncements = () =>
  useListChange(
    () => client.call('POST /api/v1/announcements/read-all'),
    (announcements) => announcements.map((one) => ({ ...one, read: true })),
  );
