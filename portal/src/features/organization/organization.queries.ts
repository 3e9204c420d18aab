import type { Branding, BrandingChange, SupportAccess, TenantSupport } from '@rise/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { pictureData } from '../../pictures/picture-file.ts';
import { refreshSession } from '../../session/session-watch.ts';

export const planQuery = queryOptions({
  queryKey: ['plan'],
  queryFn: ({ signal }) => client.call('GET /api/v1/plan', { signal }),
});

export const brandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: ({ signal }) => client.call('GET /api/v1/branding', { signal }),
});

/** A change that the frame around the screen shows at once: it is in the session. */
function useBrandingMutation<Input>(run: (input: Input) => Promise<Branding>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (branding) => {
      cache.setQueryData(brandingQuery.queryKey, branding);
      return refreshSession(cache);
    },
  });
}

export const useSetBranding = () =>
  useBrandingMutation((change: BrandingChange) => client.call('PATCH /api/v1/branding', { body: change }));

export const useSetLogo = () =>
  useBrandingMutation(async (file: File) =>
    client.call('PUT /api/v1/branding/logo', { body: { data: await pictureData(file) } }),
  );

export const useRemoveLogo = () => useBrandingMutation<void>(() => client.call('DELETE /api/v1/branding/logo'));

export const supportQuery = (page: number) =>
  queryOptions({
    queryKey: ['support-visits', page],
    queryFn: ({ signal }) => client.call('GET /api/v1/support-visits', { query: { page }, signal }),
    placeholderData: keepPreviousData,
  });

/** A change after which the server answers with the first page of the list. */
function useSupportMutation<Input>(run: (input: Input) => Promise<TenantSupport>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (found) => cache.setQueryData(supportQuery(1).queryKey, found),
    onSettled: () => cache.invalidateQueries({ queryKey: ['support-visits'] }),
  });
}

export const useSetAccess = () =>
  useSupportMutation((access: SupportAccess) => client.call('PUT /api/v1/support-access', { body: { access } }));

export type VisitAct = 'allow' | 'decline' | 'end';

export const useDecideVisit = (id: string) =>
  useSupportMutation((act: VisitAct) => {
    if (act === 'allow') return client.call('POST /api/v1/support-visits/:id/allow', { params: { id } });
    if (act === 'decline') return client.call('POST /api/v1/support-visits/:id/decline', { params: { id } });
    return client.call('POST /api/v1/support-visits/:id/end', { params: { id } });
  });
