import type { ReportAlerts } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client/client.ts';

/** The reader's own alerts on figures of all reports. */
export const reportAlertsQuery = queryOptions({
  // Under the key that a changed alert refetches.
  queryKey: ['alerts', 'reports'],
  queryFn: ({ signal }) => client.call('GET /api/v1/report-alerts', { signal }),
});

/** A change after which the server answers with all of the reader’s alerts. */
export function useAlertMutation<Input>(run: (input: Input) => Promise<ReportAlerts>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (found) => cache.setQueryData(reportAlertsQuery.queryKey, found),
  });
}

export const useDeleteAlert = () =>
  useAlertMutation((id: string) => client.call('DELETE /api/v1/report-alerts/:id', { params: { id } }));
