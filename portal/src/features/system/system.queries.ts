import type { DeadJob, JobKindState } from '@rise/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import type { SystemState } from './system.state.ts';

/** As often as servers report. */
const POLL_MS = 15_000;

export const healthQuery = queryOptions({
  queryKey: ['system', 'health'],
  queryFn: ({ signal }) => client.call('GET /api/v1/global/system', { signal }),
  refetchInterval: POLL_MS,
});

export const kindsQuery = queryOptions({
  queryKey: ['system', 'jobs', 'kinds'],
  queryFn: ({ signal }) => client.call('GET /api/v1/global/jobs', { signal }),
  refetchInterval: POLL_MS,
});

export const deadJobsQuery = ({ kind, dismissed, page }: SystemState) =>
  queryOptions({
    queryKey: ['system', 'jobs', 'dead', { kind, dismissed, page }],
    queryFn: ({ signal }) =>
      client.call('GET /api/v1/global/jobs/dead', {
        query: { ...(kind !== null && { kind }), dismissed: dismissed ? 'true' : 'false', page },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export type JobAct = 'retry' | 'dismiss' | 'restore';

/** Acts on one job; the server answers with the counts of all kinds. */
export function useJobAct() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ act, job: { id, kind } }: { act: JobAct; job: DeadJob }): Promise<{ kinds: JobKindState[] }> =>
      client.call(`POST /api/v1/global/jobs/:id/${act}`, { params: { id }, body: { kind } }),
    onSuccess: (found) => cache.setQueryData(kindsQuery.queryKey, found),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ['system', 'jobs', 'dead'] }),
        cache.invalidateQueries({ queryKey: healthQuery.queryKey }),
      ]),
  });
}
