import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { adoptSession } from '../../session/session.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['account-sessions'],
  queryFn: ({ signal }) => client.call('GET /api/v1/account/sessions', { signal }),
});

export function useEndSession() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.call('DELETE /api/v1/account/sessions/:id', { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Saves the landing page; null is the portal's default. */
export function useSaveLandingPage() {
  return useMutation({
    mutationFn: (defaultLandingPage: string | null) =>
      client.call('PATCH /api/v1/account', { body: { defaultLandingPage } }),
    onSuccess: (session) => adoptSession(session),
  });
}

/** Reports that can be chosen as the landing page. */
export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: ({ signal }) => client.call('GET /api/v1/reports', { signal }),
});
