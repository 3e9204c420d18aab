import { queryOptions } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

export const dataStateQuery = queryOptions({
  queryKey: ['data-version'],
  queryFn: ({ signal }) => client.call('GET /api/v1/data-version', { signal }),
});

/** Lists nothing while the tenant has no model. */
export const catalogQuery = queryOptions({
  queryKey: ['catalog'],
  queryFn: ({ signal }) => client.call('GET /api/v1/catalog', { signal }),
});
