import type { Report, ReportSummary } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client/client.ts';

/** The reports that the reader may open, and archived ones that they may restore. */
export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: ({ signal }) => client.call('GET /api/v1/reports', { signal }),
});

/**
 * Marks a report as a favorite, or takes the mark away; shown at once, and taken back if it fails. `onError` is part of
 * the mutation: where favorites have a list of their own, the button that was pressed is gone by then.
 */
export function useMarkFavorite(onError: (error: unknown) => void) {
  const cache = useQueryClient();
  const show = (id: string, favorite: boolean) => {
    cache.setQueryData(
      reportsQuery.queryKey,
      (known) =>
        known && { reports: known.reports.map((report) => (report.id === id ? { ...report, favorite } : report)) },
    );
    cache.setQueryData<Report>(['report', id], (known) => known && { ...known, favorite });
  };
  return useMutation({
    mutationFn: ({ id, favorite }: Pick<ReportSummary, 'id' | 'favorite'>) =>
      client.call('PUT /api/v1/reports/:id/favorite', { params: { id }, body: { favorite: !favorite } }),
    onMutate: async ({ id, favorite }) => {
      await cache.cancelQueries({ queryKey: reportsQuery.queryKey });
      show(id, !favorite);
    },
    onError: (error, { id, favorite }) => {
      show(id, favorite);
      onError(error);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: reportsQuery.queryKey }),
  });
}
