import type { ServerWarehouseSettings } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client/client.ts';

export const sourceQuery = queryOptions({
  queryKey: ['source'],
  queryFn: ({ signal }) => client.call('GET /api/v1/source', { signal }),
});

/** Tests settings step by step; nothing is changed. */
export const useTestSource = () =>
  useMutation({
    mutationFn: (body: ServerWarehouseSettings) => client.call('POST /api/v1/source/test', { body }),
  });

export function useConnectSource() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: ServerWarehouseSettings) => client.call('PUT /api/v1/source', { body }),
    onSuccess: (source) => cache.setQueryData(sourceQuery.queryKey, source),
  });
}

export function useRemoveSource() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('DELETE /api/v1/source'),
    onSuccess: (source) => cache.setQueryData(sourceQuery.queryKey, source),
  });
}
