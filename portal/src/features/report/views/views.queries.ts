import type { NewReportView } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Named selections of a report that the reader finds. */
export const viewsQuery = (id: string) =>
  queryOptions({
    queryKey: ['report-views', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/reports/:id/views', { params: { id }, signal }),
    // The report opens without them, too.
    retry: false,
  });

function useViewsMutation<Input>(id: string, run: (input: Input) => Promise<Awaited<ReturnType<typeof load>>>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (views) => cache.setQueryData(viewsQuery(id).queryKey, views),
  });
}
const load = (id: string) => client.call('GET /api/v1/reports/:id/views', { params: { id } });

export const useSaveView = (id: string) =>
  useViewsMutation(id, (body: NewReportView) =>
    client.call('POST /api/v1/reports/:id/views', { params: { id }, body }),
  );

export const useDeleteView = (id: string) =>
  useViewsMutation(id, (view: string) =>
    client.call('DELETE /api/v1/reports/:id/views/:view', { params: { id, view } }),
  );

export const useDefaultView = (id: string) =>
  useViewsMutation(id, (view: string | null) =>
    client.call('PUT /api/v1/reports/:id/default-view', { params: { id }, body: { view } }),
  );
