import type { SavedQuery, SqlParameters } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { savedQueriesQuery } from '../../warehouse/saved-queries.queries.ts';
import type { TabRequests } from './tabs/tab-store.ts';

/** Rows that the page shows of a result. */
export const MAX_SHOWN = 1000;

export const sqlTablesQuery = queryOptions({
  queryKey: ['sql-tables'],
  queryFn: ({ signal }) => client.call('GET /api/v1/sql/tables', { signal }),
});

/** Read once: from then on the page has the newer state. */
export const sqlTabsQuery = queryOptions({
  queryKey: ['sql-tabs'],
  queryFn: ({ signal }) => client.call('GET /api/v1/sql/tabs', { signal }),
  gcTime: 0,
  staleTime: Infinity,
  refetchOnWindowFocus: false,
});

export const tabRequests: TabRequests = {
  list: async () => (await client.call('GET /api/v1/sql/tabs')).tabs,
  open: (body) => client.call('POST /api/v1/sql/tabs', { body }),
  save: (id, content, basedOn) =>
    client.call('PATCH /api/v1/sql/tabs/:id', { params: { id }, body: { ...content, basedOn } }),
  close: (id) => client.call('DELETE /api/v1/sql/tabs/:id', { params: { id } }),
};

/** What runs: the text with the values of its parameters. */
export interface SqlRequest {
  sql: string;
  parameters: SqlParameters;
}

export const runSql = (request: SqlRequest, signal: AbortSignal) =>
  client.call('POST /api/v1/sql', { body: { ...request, limit: MAX_SHOWN }, signal });

export const explainSql = (request: SqlRequest, signal: AbortSignal) =>
  client.call('POST /api/v1/sql/plan', { body: request, signal });

/** All rows as CSV, in the conventions of the reader's language. */
export const exportSql = (request: SqlRequest, language: 'en' | 'tr') =>
  client.file('POST /api/v1/sql/export', { body: { ...request, format: 'csv', csv: { language, bom: true } } });

export const sqlHistoryQuery = queryOptions({
  queryKey: ['sql-history'],
  queryFn: ({ signal }) => client.call('GET /api/v1/sql/history', { signal }),
  staleTime: 0,
});

export function useClearHistory() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('DELETE /api/v1/sql/history'),
    onSuccess: () => cache.setQueryData(sqlHistoryQuery.queryKey, { entries: [] }),
  });
}

export type QueryContent = Pick<SavedQuery, 'name' | 'description' | 'sql' | 'parameters' | 'shared'>;

/** Saves a query: `changed` is the one that it replaces, null for a new one. */
export function useSaveQuery() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ content, changed }: { content: QueryContent; changed: SavedQuery | null }) =>
      changed
        ? client.call('PATCH /api/v1/sql/queries/:id', {
            params: { id: changed.id },
            body: { ...content, basedOn: changed.revision },
          })
        : client.call('POST /api/v1/sql/queries', { body: content }),
    onSettled: () => cache.invalidateQueries({ queryKey: savedQueriesQuery.queryKey }),
  });
}

export function useDeleteQuery() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.call('DELETE /api/v1/sql/queries/:id', { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: savedQueriesQuery.queryKey }),
  });
}
