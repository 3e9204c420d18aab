import { queryOptions } from '@tanstack/react-query';
import { client } from '../client/client.ts';

/** Unmapped codes in the tenant's data, and tests of its model that do not pass. */
export const alertsQuery = (tenantId: string | undefined) =>
  queryOptions({
    queryKey: ['alerts'],
    queryFn: ({ signal }) => client.call('GET /api/v1/alerts', { signal }),
    enabled: tenantId !== undefined,
  });
