import { queryOptions } from '@tanstack/react-query';
import { client } from '../client/client.ts';

/** The four menus for the signed-in account, with their icons. */
export const navigationQuery = queryOptions({
  queryKey: ['navigation'],
  queryFn: async ({ signal }) => {
    const [menus, { icons }] = await Promise.all([
      client.call('GET /api/common/navigation', { signal }),
      import('@rise/shell/navigation/icons'),
    ]);
    return { menus, icons };
  },
  staleTime: Number.POSITIVE_INFINITY,
});
