import { queryOptions } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

/** Rows that the page shows of a result. */
export const MAX_SHOWN = 1000;

export const sqlTablesQuery = queryOptions({
  queryKey: ['sql-tables'],
  queryFn: ({ signal }) => client.call('GET /api/v1/sql/tables', { signal }),
});

export const runSql = (sql: string, signal: AbortSignal) =>
  client.call('POST /api/v1/sql', { body: { sql, limit: MAX_SHOWN }, signal });
