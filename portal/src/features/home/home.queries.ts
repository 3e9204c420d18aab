import { queryOptions } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: ({ signal }) => client.call('GET /api/v1/reports', { signal }),
});

/** One report, read for what it says of the tenant's data: version, day and time of loading. */
export const dataStateQuery = (reportId: string | undefined) =>
  queryOptions({
    queryKey: ['report', reportId],
    queryFn: ({ signal }) => client.call('GET /api/v1/reports/:id', { params: { id: reportId! }, signal }),
    enabled: reportId !== undefined,
  });
