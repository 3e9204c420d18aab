import { queryOptions } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

export const dataStateQuery = queryOptions({
  queryKey: ['data-version'],
  queryFn: ({ signal }) => client.call('GET /api/v1/data-version', { signal }),
});

/** Lists nothing while the tenant has no model; read by those who bring data only. */
export const startCatalogQuery = (permissions: readonly string[]) =>
  queryOptions({
    queryKey: ['catalog'],
    queryFn: ({ signal }) => client.call('GET /api/v1/catalog', { signal }),
    enabled: permissions.includes('data.manage') && permissions.includes('model.manage'),
  });
