import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Who a person is, and whether they can open the report. Below the report's key: both change with it. */
export const readerQuery = (id: string, account: string) =>
  queryOptions({
    queryKey: ['report', id, 'reader', account],
    queryFn: ({ signal }) =>
      client.call('GET /api/v1/reports/:id/readers/:account', { params: { id, account }, signal }),
  });
