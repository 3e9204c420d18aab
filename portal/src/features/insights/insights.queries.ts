import type { InsightChange, Insights } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

const ALL = ['insights'] as const;

/** What was found for the reader; read again with each event of the kind `insights`. */
export const insightsQuery = queryOptions({
  queryKey: [...ALL, 'list'],
  queryFn: ({ signal }) => client.call('GET /api/v1/insights', { signal }),
});

export function useCompute() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('POST /api/v1/insights/compute', { body: {} }),
    onSettled: () => cache.invalidateQueries({ queryKey: insightsQuery.queryKey }),
  });
}

export function useCancel() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('POST /api/v1/insights/cancel', { body: {} }),
    onSettled: () => cache.invalidateQueries({ queryKey: insightsQuery.queryKey }),
  });
}

/** Changes what the reader did with a finding; the list shows it as soon as it is stored. */
export function useChange(key: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: InsightChange) => client.call('PATCH /api/v1/insights/findings/:key', { params: { key }, body }),
    onSuccess: (changed) =>
      cache.setQueryData<Insights>(
        insightsQuery.queryKey,
        (known) =>
          known && {
            ...known,
            findings: known.findings
              .map((finding) => (finding.key === key ? changed : finding))
              .filter(({ isFound, state }) => isFound || state.followed !== null),
          },
      ),
  });
}
