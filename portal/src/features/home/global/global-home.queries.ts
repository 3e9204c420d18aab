import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** How soon what happens elsewhere shows: events of tenants do not reach people above them. */
const POLL_MS = 30_000;

/** Read again whenever the page opens: what was listed may have been settled on the page that it led to. */
export const globalHomeQuery = queryOptions({
  queryKey: ['global-home'],
  queryFn: ({ signal }) => client.call('GET /api/v1/global/home', { signal }),
  refetchInterval: POLL_MS,
  staleTime: 0,
});
