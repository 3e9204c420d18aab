import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

export const dataVersionsQuery = queryOptions({
  queryKey: ['data-versions'],
  queryFn: ({ signal }) => client.call('GET /api/v1/data-version/history', { query: {}, signal }),
});

/** Makes the data of an older version current again. */
export function useRestore() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (version: number) => client.call('POST /api/v1/data-version/restore', { body: { version } }),
    onSettled: () => cache.invalidateQueries({ queryKey: dataVersionsQuery.queryKey }),
  });
}
