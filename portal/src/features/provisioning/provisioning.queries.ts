import type { Provisioning, ProvisionedState, RoleMapping, SubjectAttribute, SubjectClaim } from '@rise/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

export const PAGE_SIZE = 25;

export const provisioningQuery = queryOptions({
  queryKey: ['provisioning', 'view'],
  queryFn: ({ signal }) => client.call('GET /api/v1/provisioning', { signal }),
});

export interface PeopleFilter {
  readonly q: string;
  readonly state: ProvisionedState | null;
  /** From 1. */
  readonly page: number;
}

export const peopleQuery = ({ q, state, page }: PeopleFilter) =>
  queryOptions({
    queryKey: ['provisioning', 'people', q, state, page],
    queryFn: ({ signal }) =>
      client.call('GET /api/v1/provisioning/people', {
        query: { ...(q && { q }), ...(state && { state }), offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const requestsQuery = (isFailed: boolean) =>
  queryOptions({
    queryKey: ['provisioning', 'requests', isFailed],
    queryFn: ({ signal }) =>
      client.call('GET /api/v1/provisioning/requests', { query: isFailed ? { failed: 'true' as const } : {}, signal }),
    placeholderData: keepPreviousData,
  });

/** A change after which the server answers with all settings. */
function useProvisioningMutation<Input>(run: (input: Input) => Promise<Provisioning>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (found) => cache.setQueryData(provisioningQuery.queryKey, found),
  });
}

export function useCreateToken() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; days: number }) => client.call('POST /api/v1/provisioning/tokens', { body }),
    onSuccess: ({ provisioning }) => cache.setQueryData(provisioningQuery.queryKey, provisioning),
  });
}

export const useRevokeToken = () =>
  useProvisioningMutation((id: string) => client.call('DELETE /api/v1/provisioning/tokens/:id', { params: { id } }));

export const useChangeSubject = () =>
  useProvisioningMutation((body: { subjectAttribute?: SubjectAttribute; subjectClaim?: SubjectClaim }) =>
    client.call('PATCH /api/v1/provisioning', { body }),
  );

export const usePreview = () =>
  useMutation({ mutationFn: (body: RoleMapping) => client.call('POST /api/v1/provisioning/roles/preview', { body }) });

export function useSaveRoles() {
  const cache = useQueryClient();
  const save = useProvisioningMutation((body: RoleMapping) => client.call('POST /api/v1/provisioning/roles', { body }));
  const onSaved = () => {
    void cache.invalidateQueries({ queryKey: ['provisioning', 'people'] });
    void cache.invalidateQueries({ queryKey: ['users'] });
  };
  return { ...save, onSaved };
}
