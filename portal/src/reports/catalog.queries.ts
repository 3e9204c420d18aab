import { queryOptions } from '@tanstack/react-query';
import { client } from '../client/client.ts';

/** What the datasets, dimensions and measures of the tenant's model mean. */
export const catalogQuery = queryOptions({
  queryKey: ['catalog'],
  queryFn: ({ signal }) => client.call('GET /api/v1/catalog', { signal }),
});
