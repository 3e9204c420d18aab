import type { TableExportQuery, TableRowsQuery } from '@rise/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

export const tablesQuery = queryOptions({
  queryKey: ['data-view', 'tables'],
  queryFn: ({ signal }) => client.call('GET /api/v1/data-view/tables', { signal }),
});

export const tableQuery = (table: string) =>
  queryOptions({
    queryKey: ['data-view', 'table', table],
    queryFn: ({ signal }) => client.call('GET /api/v1/data-view/table', { query: { table }, signal }),
  });

/** Which rows: table, filters and search. */
export type RowsChoice = Pick<TableRowsQuery, 'table' | 'filters' | 'search'>;

export const rowsQuery = (query: TableRowsQuery) =>
  queryOptions({
    queryKey: ['data-view', 'rows', query],
    queryFn: ({ signal }) => client.call('POST /api/v1/data-view/rows', { body: query, signal }),
    // Only of the same table, whose columns the rows before have.
    placeholderData: (before, last) => {
      const [, , former] = (last?.queryKey ?? []) as [string?, string?, TableRowsQuery?];
      return former?.table === query.table && sameColumns(former, query) ? keepPreviousData(before) : undefined;
    },
  });

const sameColumns = (one: TableRowsQuery, other: TableRowsQuery) =>
  JSON.stringify(one.columns ?? null) === JSON.stringify(other.columns ?? null);

export const countQuery = (query: RowsChoice) =>
  queryOptions({
    queryKey: ['data-view', 'count', query],
    queryFn: ({ signal }) => client.call('POST /api/v1/data-view/count', { body: query, signal }),
  });

export const exportRows = (query: TableExportQuery, signal: AbortSignal, onBytes: (bytes: number) => void) =>
  client.file('POST /api/v1/data-view/export', { body: query, signal }, onBytes);
