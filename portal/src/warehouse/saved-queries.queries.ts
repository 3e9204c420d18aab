import { queryOptions } from '@tanstack/react-query';
import { client } from '../client/client.ts';

/** The person's own saved queries and those shared with the tenant, by name. */
export const savedQueriesQuery = queryOptions({
  queryKey: ['sql-saved-queries'],
  queryFn: ({ signal }) => client.call('GET /api/v1/sql/queries', { signal }),
});
