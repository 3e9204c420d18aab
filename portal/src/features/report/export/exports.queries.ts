import type { ExportJobs } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** How often exports that are being prepared are looked at. */
const POLL_MS = 1500;

const isPreparing = ({ exports }: ExportJobs): boolean => exports.some(({ status }) => status === 'running');

/** The reader's prepared exports, of all reports. */
export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: ({ signal }) => client.call('GET /api/v1/exports', { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data && isPreparing(state.data) ? POLL_MS : false),
});

/** A link that downloads the file elsewhere; each call creates another one. */
export const useExportLink = () =>
  useMutation({
    mutationFn: (id: string) => client.call('POST /api/v1/exports/:id/link', { params: { id } }),
  });

export function useDeleteExport() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.call('DELETE /api/v1/exports/:id', { params: { id } }),
    onSuccess: (found) => cache.setQueryData(exportsQuery.queryKey, found),
  });
}
