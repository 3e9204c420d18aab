import { queryOptions } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

export const dataStateQuery = queryOptions({
  queryKey: ['data-version'],
  queryFn: ({ signal }) => client.call('GET /api/v1/data-version', { signal }),
});

/** Key figures of the report on the start page; computed by the warehouse. */
export const homeFiguresQuery = (report: string) =>
  queryOptions({
    // Under the key of reports, which new data refetches.
    queryKey: ['reports', 'home', 'figures', report],
    queryFn: ({ signal }) => client.call('GET /api/v1/home/figures', { signal }),
  });

/** Whether a person takes a new tenant from its first file to its first figure. */
export const bringsData = (permissions: readonly string[]): boolean =>
  permissions.includes('data.manage') && permissions.includes('model.manage');

/** Lists nothing while the tenant has no model; read by those who bring data only. */
export const startCatalogQuery = (permissions: readonly string[]) =>
  queryOptions({
    queryKey: ['catalog'],
    queryFn: ({ signal }) => client.call('GET /api/v1/catalog', { signal }),
    enabled: bringsData(permissions),
  });
