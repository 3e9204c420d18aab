import type { User } from '@rise/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../client/client.ts';
import { useTellFailure } from '../client/use-tell-failure.ts';

type Status = User['status'];

const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) => client.call('GET /api/common/user', { signal }),
});

/** How others see the signed-in person, and how to change it; undefined until it is known. */
export function useOwnStatus(): { current: Status; onChange: (status: Status) => void } | undefined {
  const cache = useQueryClient();
  const onFailure = useTellFailure();
  const { data } = useQuery(userQuery);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (status: Status) => client.call('PATCH /api/common/user', { body: { user: { status } } }),
    onSuccess: (user) => cache.setQueryData(userQuery.queryKey, user),
    onError: onFailure,
  });
  return data && { current: isPending ? variables : data.status, onChange: mutate };
}
