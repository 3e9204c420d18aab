import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

export const joinsQuery = (document: string) =>
  queryOptions({
    queryKey: ['model', 'joins', document],
    queryFn: ({ signal }) => client.call('POST /api/v1/model/draft/joins', { body: { document }, signal }),
    gcTime: 60_000,
    retry: false,
  });
