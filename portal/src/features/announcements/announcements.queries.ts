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

/** One after the other, so that the last change wins however long each takes. */
const inOrder = { mutationKey: ['change', 'announcements'], scope: { id: 'announcements' } };

/** Optimistic update of a list; reverted if the request fails. The last change loads the list again. */
function useListChange<Variables>(
  send: (variables: Variables) => Promise<unknown>,
  change: (announcements: Announcement[], variables: Variables) => Announcement[],
) {
  const cache = useQueryClient();
  const { queryKey } = announcementsQuery;
  // One that ends still counts.
  const isLast = () => cache.isMutating({ mutationKey: inOrder.mutationKey, exact: true }) === 1;
  return useMutation({
    ...inOrder,
    mutationFn: send,
    onMutate: async (variables) => {
      await cache.cancelQueries({ queryKey });
      const before = cache.getQueryData<List>(queryKey);
      if (before)
        cache.setQueryData<List>(queryKey, { ...before, announcements: change(before.announcements, variables) });
      return { before };
    },
    onError: (_error, _variables, context) => {
      // What was changed since is not taken back.
      if (context?.before && isLast()) cache.setQueryData(queryKey, context.before);
    },
    onSettled: async () => {
      if (isLast()) await cache.invalidateQueries({ queryKey, exact: true });
    },
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
