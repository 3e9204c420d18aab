import type { CreatedApiToken, NotificationChoice, TokenAccess } from '@rise/contract';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { pictureData } from '../../pictures/picture-file.ts';
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

export function useEndOtherSessions() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('POST /api/v1/account/sessions/end-others'),
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

export const profileQuery = queryOptions({
  queryKey: ['account-profile'],
  queryFn: ({ signal }) => client.call('GET /api/v1/account/profile', { signal }),
});

/** The person's avatar is part of the session. */
async function readSession(): Promise<void> {
  adoptSession(await client.call('GET /api/v1/session'));
}

export function useSetPicture() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) =>
      client.call('PUT /api/v1/account/picture', { body: { data: await pictureData(file) } }),
    onSuccess: (profile) => {
      cache.setQueryData(profileQuery.queryKey, profile);
      return readSession();
    },
  });
}

export function useRemovePicture() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('DELETE /api/v1/account/picture'),
    onSuccess: (profile) => {
      cache.setQueryData(profileQuery.queryKey, profile);
      return readSession();
    },
  });
}

export const notificationChoicesQuery = queryOptions({
  queryKey: ['notification-choices'],
  queryFn: ({ signal }) => client.call('GET /api/v1/account/notification-choices', { signal }),
});

export function useChooseNotification() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Omit<NotificationChoice, 'locked'>) =>
      client.call('PUT /api/v1/account/notification-choices', { body }),
    // One after the other: each response has all choices.
    scope: { id: 'notification-choices' },
    onSuccess: (choices) => cache.setQueryData(notificationChoicesQuery.queryKey, choices),
  });
}

export const tokensQuery = queryOptions({
  queryKey: ['account-tokens'],
  queryFn: ({ signal }) => client.call('GET /api/v1/account/tokens', { signal }),
});

export function useCreateToken() {
  const cache = useQueryClient();
  return useMutation<CreatedApiToken, Error, { name: string; access: TokenAccess; days: number }>({
    mutationFn: (body) => client.call('POST /api/v1/account/tokens', { body }),
    // The secret is nowhere but on the screen that shows it.
    gcTime: 0,
    onSuccess: () => cache.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}

export function useRevokeToken() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.call('DELETE /api/v1/account/tokens/:id', { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}

/** What the person did, the newest first; each part is older than the one before. */
export const activityQuery = infiniteQueryOptions({
  queryKey: ['account-activity'],
  queryFn: ({ signal, pageParam }) =>
    client.call('GET /api/v1/account/activity', { query: pageParam === null ? {} : { before: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ records, hasMore }) => (hasMore ? String(records.at(-1)!.id) : null),
});
