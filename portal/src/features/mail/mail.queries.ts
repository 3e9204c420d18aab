import type { MailSettings } from '@rise/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import type { MailState } from './mail.state.ts';

/** How often mail that waits is looked at. */
const POLL_MS = 5000;

export const mailSettingsQuery = queryOptions({
  queryKey: ['mail', 'settings'],
  queryFn: ({ signal }) => client.call('GET /api/v1/mail/settings', { signal }),
});

export function useChangeDomains() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (domains: string[]): Promise<MailSettings> =>
      client.call('PATCH /api/v1/mail/settings', { body: { domains } }),
    onSuccess: (settings) => cache.setQueryData(mailSettingsQuery.queryKey, settings),
  });
}

export const mailListQuery = ({ status, kind, search, page }: MailState) =>
  queryOptions({
    queryKey: ['mail', 'list', { status, kind, search, page }],
    queryFn: ({ signal }) =>
      client.call('GET /api/v1/mail', {
        query: { ...(status && { status }), ...(kind && { kind }), ...(search !== '' && { search }), page },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.mails.some((mail) => mail.status === 'waiting') ? POLL_MS : false),
  });

export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['mail', 'one', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/mail/:id', { params: { id }, signal }),
  });

export function useRetryMail(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('POST /api/v1/mail/:id/retry', { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['mail'] }),
  });
}
