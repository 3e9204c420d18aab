import { queryOptions } from '@tanstack/react-query';
import { client } from '../client/client.ts';

/** The four menus with the pictures they carry, as the server makes them for the person. */
export const navigationQuery = queryOptions({
  queryKey: ['navigation'],
  queryFn: async ({ signal }) => {
    const [menus, { icons }] = await Promise.all([
      client.call('GET /api/common/navigation', { signal }),
      import('./icons.ts'),
    ]);
    return { menus, icons };
  },
  staleTime: Number.POSITIVE_INFINITY,
});
