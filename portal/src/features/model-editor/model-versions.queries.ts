import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

export const versionsQuery = queryOptions({
  queryKey: ['model', 'versions'],
  queryFn: ({ signal }) => client.call('GET /api/v1/model/versions', { signal }),
});

export const inheritanceQuery = queryOptions({
  queryKey: ['model', 'inheritance'],
  queryFn: ({ signal }) => client.call('GET /api/v1/model/inheritance', { signal }),
});

/** The text of a version; versions never change. */
export const documentQuery = (version: number) =>
  queryOptions({
    queryKey: ['model', 'document', version],
    queryFn: ({ signal }) => client.call('GET /api/v1/model', { query: { version }, signal }),
    staleTime: Infinity,
  });

export const changesQuery = (from: number, to: number) =>
  queryOptions({
    queryKey: ['model', 'changes', from, to],
    queryFn: ({ signal }) => client.call('GET /api/v1/model/changes', { query: { from, to }, signal }),
    staleTime: Infinity,
  });

/** Activates an older version again, as a new one. */
export function useRestoreModel() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (version: number) => client.call('POST /api/v1/model/restore', { body: { version, message: '' } }),
    onSettled: async () => {
      await cache.invalidateQueries({ queryKey: ['model'] });
      await cache.invalidateQueries({ queryKey: ['catalog'] });
    },
  });
}
