import { queryOptions } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

export const catalogQuery = queryOptions({
  queryKey: ['catalog'],
  queryFn: ({ signal }) => client.call('GET /api/v1/catalog', { signal }),
});
