import type { SignedFilters } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** How a report can be shown outside of the portal. */
export const sharingQuery = (id: string) =>
  queryOptions({
    queryKey: ['report-sharing', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/reports/:id/sharing', { params: { id }, signal }),
  });

export function useCreateLink(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; days: number; filters: SignedFilters }) =>
      client.call('POST /api/v1/reports/:id/links', { params: { id }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: sharingQuery(id).queryKey }),
  });
}

export function useRevokeLink(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (link: string) => client.call('DELETE /api/v1/reports/:id/links/:link', { params: { id, link } }),
    onSuccess: (sharing) => cache.setQueryData(sharingQuery(id).queryKey, sharing),
  });
}
