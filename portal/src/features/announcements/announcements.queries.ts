import type { Announcement } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

type List = { announcements: Announcement[] };

/** Announcements that are active for the reader, the newest first. */
export const announcementsQuery = queryOptions({
  queryKey: ['announcements'],
  queryFn: ({ signal }) => client.call('GET /api/v1/announcements', { signal }),
});

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
      if (before) cache.setQueryData<List>(queryKey, { announcements: change(before.announcements, variables) });
      return { before };
    },
    onError: (_error, _variables, context) => {
      if (context?.before) cache.setQueryData(queryKey, context.before);
    },
    onSettled: () => cache.invalidateQueries({ queryKey }),
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
