import type { JoinRule, TenantDomains, TenantRole } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

/** How often the list is fetched again while a record is looked for. */
const POLL_MS = 30_000;

export const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: ({ signal }) => client.call('GET /api/v1/domains', { signal }),
  refetchInterval: ({ state }) =>
    state.data?.domains.some((domain) => domain.state === 'pending' || domain.state === 'failing') ? POLL_MS : false,
});

/** A change after which the server answers with the whole list. */
function useDomainsMutation<Input = void>(run: (input: Input) => Promise<TenantDomains>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (found) => {
      cache.setQueryData(domainsQuery.queryKey, found);
      void cache.invalidateQueries({ queryKey: ['mail', 'settings'] });
    },
  });
}

export const useAddDomain = () =>
  useDomainsMutation((domain: string) => client.call('POST /api/v1/domains', { body: { domain } }));

export const useChangeJoining = (id: string) =>
  useDomainsMutation((body: { joinRule?: JoinRule; role?: TenantRole }) =>
    client.call('PATCH /api/v1/domains/:id', { params: { id }, body }),
  );

export const useCheckDomain = (id: string) =>
  useDomainsMutation(() => client.call('POST /api/v1/domains/:id/check', { params: { id } }));

export const useRestartDomain = (id: string) =>
  useDomainsMutation(() => client.call('POST /api/v1/domains/:id/restart', { params: { id } }));

export const useRemoveDomain = (id: string) =>
  useDomainsMutation(() => client.call('DELETE /api/v1/domains/:id', { params: { id } }));

/** Approves or declines a request to join. */
export function useDecide(id: string) {
  const cache = useQueryClient();
  const decide = useDomainsMutation((isApproved: boolean) =>
    isApproved
      ? client.call('POST /api/v1/join-requests/:id/approve', { params: { id } })
      : client.call('POST /api/v1/join-requests/:id/decline', { params: { id } }),
  );
  return { ...decide, onMembersChanged: () => cache.invalidateQueries({ queryKey: ['users'] }) };
}
