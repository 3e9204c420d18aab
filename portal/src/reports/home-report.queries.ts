import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client/client.ts';

/** The report that the reader chose for their start page, and their subscriptions. */
export const homeQuery = queryOptions({
  queryKey: ['reports', 'home'],
  queryFn: ({ signal }) => client.call('GET /api/v1/home', { signal }),
});

/** Shows a report on the start page instead of the one before, or no longer. */
export function useShowOnHome() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, shown }: { id: string; shown: boolean }) =>
      client.call('PUT /api/v1/reports/:id/home', { params: { id }, body: { shown } }),
    onSuccess: (home) => cache.setQueryData(homeQuery.queryKey, home),
  });
}
