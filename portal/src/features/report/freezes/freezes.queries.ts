import type { NewFreeze } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** The freezes of a report, the newest first. */
export const freezesQuery = (id: string) =>
  queryOptions({
    queryKey: ['report-freezes', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/reports/:id/freezes', { params: { id }, signal }),
  });

/** A frozen report, which never changes; the reader's rights may. */
export const frozenReportQuery = (id: string, freeze: string) =>
  queryOptions({
    queryKey: ['report-freeze', id, freeze],
    queryFn: ({ signal }) => client.call('GET /api/v1/reports/:id/freezes/:freeze', { params: { id, freeze }, signal }),
  });

/** A freeze beside another one, or beside the report as it is now. */
export const comparisonQuery = (id: string, freeze: string, other: string | undefined) =>
  queryOptions({
    queryKey: ['report-comparison', id, freeze, other ?? null],
    queryFn: ({ signal }) =>
      client.call('GET /api/v1/reports/:id/freezes/:freeze/comparison', {
        params: { id, freeze },
        query: other === undefined ? {} : { with: other },
        signal,
      }),
  });

export function useFreeze(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: NewFreeze) => client.call('POST /api/v1/reports/:id/freezes', { params: { id }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: freezesQuery(id).queryKey }),
  });
}

export const useVerifyFreeze = (id: string, freeze: string) =>
  useMutation({
    mutationFn: () => client.call('GET /api/v1/reports/:id/freezes/:freeze/verification', { params: { id, freeze } }),
  });
