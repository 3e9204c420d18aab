import type { User } from '@rise/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../client/client.ts';
import { useReportError } from '../client/use-report-error.ts';

type Status = User['status'];

const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) => client.call('GET /api/common/user', { signal }),
});

/** Presence status of the account and its setter; undefined until loaded. */
export function useAccountStatus(): { current: Status; onChange: (status: Status) => void } | undefined {
  const cache = useQueryClient();
  const onError = useReportError();
  const { data } = useQuery(userQuery);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (status: Status) => client.call('PATCH /api/common/user', { body: { user: { status } } }),
    onSuccess: (user) => cache.setQueryData(userQuery.queryKey, user),
    onError: onError,
  });
  return data && { current: isPending ? variables : data.status, onChange: mutate };
}
