import { queryOptions } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

/** Reports that use a measure or dimension. */
export const usageQuery = (dataset: string, name: string) =>
  queryOptions({
    queryKey: ['catalog', 'usage', dataset, name],
    queryFn: ({ signal }) => client.call('GET /api/v1/catalog/usage', { query: { dataset, name }, signal }),
  });

/** The version and as-of date of the figures. */
export const dataStateQuery = queryOptions({
  queryKey: ['catalog', 'data'],
  queryFn: ({ signal }) => client.call('GET /api/v1/data-version', { signal }),
});
