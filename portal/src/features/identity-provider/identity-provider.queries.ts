import type { ClaimMapping, ProviderSettings, SignInChoice, TenantProvider } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

export const providerQuery = queryOptions({
  queryKey: ['identity-provider'],
  queryFn: ({ signal }) => client.call('GET /api/v1/identity-provider', { signal }),
});

/** A change after which the server answers with the whole state. */
function useProviderMutation<Input = void>(run: (input: Input) => Promise<TenantProvider>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (found) => cache.setQueryData(providerQuery.queryKey, found),
  });
}

export type SavedProvider = ProviderSettings & { clientSecret?: string | null };

export const useSaveProvider = () =>
  useProviderMutation((body: SavedProvider) => client.call('PUT /api/v1/identity-provider', { body }));

export const useChooseSignIn = () =>
  useProviderMutation((signIn: SignInChoice) => client.call('PUT /api/v1/identity-provider/use', { body: { signIn } }));

export const useRemoveProvider = () => useProviderMutation(() => client.call('DELETE /api/v1/identity-provider'));

export const useTrial = () =>
  useMutation({
    mutationFn: (body: { issuer: string; mapping: ClaimMapping; people: Record<string, unknown>[] }) =>
      client.call('POST /api/v1/identity-provider/trial', { body }),
  });
