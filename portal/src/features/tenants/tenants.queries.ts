import type { Language, ManagedTenant, NewTenant, TenantChange } from '@rise/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import type { TenantsState } from './tenants.state.ts';

export const tenantsQuery = ({ state, search, page }: Pick<TenantsState, 'state' | 'search' | 'page'>) =>
  queryOptions({
    queryKey: ['tenants', { state, search, page }],
    queryFn: ({ signal }) =>
      client.call('GET /api/v1/global/tenants', {
        query: { ...(state && { state }), ...(search !== '' && { search }), page },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Templates that a tenant can start with: a new one is among no chosen ones. */
export const firstTemplatesQuery = queryOptions({
  queryKey: ['published-templates'],
  queryFn: ({ signal }) => client.call('GET /api/v1/global/workspace-templates', { signal }),
  select: ({ templates }) => templates.filter(({ tenants, withdrawnAt }) => tenants === null && withdrawnAt === null),
});

function useTenantMutation<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const cache = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => cache.invalidateQueries({ queryKey: ['tenants'] }) });
}

export function useCreateTenant() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: NewTenant) => client.call('POST /api/v1/global/tenants', { body }),
    // A template may have been withdrawn meanwhile.
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ['tenants'] }),
        cache.invalidateQueries({ queryKey: firstTemplatesQuery.queryKey }),
      ]),
  });
}

export const useInviteAdministrator = (id: string) =>
  useTenantMutation((body: { email: string; language: Language }) =>
    client.call('POST /api/v1/global/tenants/:id/administrator', { params: { id }, body }),
  );

export const useChangeTenant = (id: string) =>
  useTenantMutation((body: TenantChange) => client.call('PATCH /api/v1/global/tenants/:id', { params: { id }, body }));

export const useSuspendTenant = (id: string) =>
  useTenantMutation((isSuspended: boolean) =>
    isSuspended
      ? client.call('POST /api/v1/global/tenants/:id/suspend', { params: { id } })
      : client.call('POST /api/v1/global/tenants/:id/restore', { params: { id } }),
  );

export const useScheduleDeletion = (id: string) =>
  useTenantMutation((name: string) =>
    client.call('POST /api/v1/global/tenants/:id/deletion', { params: { id }, body: { name } }),
  );

export const useCallOffDeletion = (id: string) =>
  useTenantMutation<void, ManagedTenant>(() =>
    client.call('DELETE /api/v1/global/tenants/:id/deletion', { params: { id } }),
  );
