import { queryOptions } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: ({ signal }) => client.call('GET /api/v1/reports', { signal }),
});

export const dataStateQuery = queryOptions({
  queryKey: ['data-version'],
  queryFn: ({ signal }) => client.call('GET /api/v1/data-version', { signal }),
});
