import type { CopyDraft, DataCopy, ServerWarehouseSettings, SqlParameters } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

/** Milliseconds between looks at copies that run, beside the server's events. */
const POLL = 1000;

export const isActive = ({ lastRun }: Pick<DataCopy, 'lastRun'>): boolean =>
  lastRun?.status === 'waiting' || lastRun?.status === 'running';

export const copiesQuery = queryOptions({
  queryKey: ['copies', 'list'],
  queryFn: ({ signal }) => client.call('GET /api/v1/copies', { signal }),
  refetchInterval: ({ state }) => (state.data?.copies.some(isActive) ? POLL : false),
});

/** `last`: the newest run as it is known, since a new state of it makes the list out of date. */
export const runsQuery = (id: string, last: string) =>
  queryOptions({
    queryKey: ['copies', 'runs', id, last],
    queryFn: ({ signal }) => client.call('GET /api/v1/copies/:id/runs', { params: { id }, signal }),
    placeholderData: (before) => before,
  });

export const copySourcesQuery = queryOptions({
  queryKey: ['copy-sources', 'list'],
  queryFn: ({ signal }) => client.call('GET /api/v1/copy-sources', { signal }),
});

export const sourceTablesQuery = (id: string) =>
  queryOptions({
    queryKey: ['copy-sources', 'tables', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/copy-sources/:id/tables', { params: { id }, signal }),
    // What came since is what the form is opened for.
    staleTime: 0,
    retry: false,
  });

/** What the table of a statement would have; an error says what is wrong with the statement. */
export const queryCheckQuery = (sql: string, parameters: SqlParameters) =>
  queryOptions({
    queryKey: ['copies', 'query-check', sql, parameters],
    queryFn: ({ signal }) => client.call('POST /api/v1/copies/query-check', { body: { sql, parameters }, signal }),
    retry: false,
  });

function useCopyMutation<Input, Output>(run: (input: Input) => Promise<Output>, key: 'copies' | 'copy-sources') {
  const cache = useQueryClient();
  return useMutation({ mutationFn: run, onSettled: () => cache.invalidateQueries({ queryKey: [key] }) });
}

export const useSaveCopy = (id: string | null) =>
  useCopyMutation(async (body: CopyDraft) => {
    if (id !== null) return client.call('PUT /api/v1/copies/:id', { params: { id }, body });
    const copy = await client.call('POST /api/v1/copies', { body });
    // The table of a query is filled at once.
    return body.content.kind === 'query'
      ? client.call('POST /api/v1/copies/:id/run', { params: { id: copy.id } })
      : copy;
  }, 'copies');

export const useRunCopy = (id: string) =>
  useCopyMutation(() => client.call('POST /api/v1/copies/:id/run', { params: { id } }), 'copies');

export const useCancelCopy = (id: string) =>
  useCopyMutation(() => client.call('POST /api/v1/copies/:id/cancel', { params: { id } }), 'copies');

export const usePauseCopy = (id: string) =>
  useCopyMutation(
    (paused: boolean) => client.call('POST /api/v1/copies/:id/pause', { params: { id }, body: { paused } }),
    'copies',
  );

export const useDeleteCopy = (id: string) =>
  useCopyMutation(() => client.call('DELETE /api/v1/copies/:id', { params: { id } }), 'copies');

export const useTestCopySource = () =>
  useMutation({
    mutationFn: (body: ServerWarehouseSettings) => client.call('POST /api/v1/copy-sources/test', { body }),
  });

export const useSaveCopySource = (id: string | null, name: string) =>
  useCopyMutation((settings: ServerWarehouseSettings) => {
    const body = { name, settings };
    return id === null
      ? client.call('POST /api/v1/copy-sources', { body })
      : client.call('PUT /api/v1/copy-sources/:id', { params: { id }, body });
  }, 'copy-sources');

export const useDeleteCopySource = () =>
  useCopyMutation((id: string) => client.call('DELETE /api/v1/copy-sources/:id', { params: { id } }), 'copy-sources');
