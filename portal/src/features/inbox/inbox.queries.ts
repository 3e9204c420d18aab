import type { Message, Notification } from '@rise/contract';
import { applyInboxChange, type InboxChange } from '@rise/ui/panels';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

/** The two kinds of lists, which share their behavior. */
export type InboxKind = 'messages' | 'notifications';
export type InboxItem = Message | Notification;

const SENDS = {
  messages: {
    list: (signal: AbortSignal): Promise<InboxItem[]> => client.call('GET /api/common/messages', { signal }),
    toggle: (id: string, read: boolean) =>
      client.call('POST /api/common/messages/toggle-read-status', { body: { message: { id, read } } }),
    readAll: () => client.call('GET /api/common/messages/mark-all-as-read'),
    remove: (id: string) => client.call('DELETE /api/common/messages', { query: { id } }),
  },
  notifications: {
    list: (signal: AbortSignal): Promise<InboxItem[]> => client.call('GET /api/common/notifications', { signal }),
    toggle: (id: string, read: boolean) =>
      client.call('POST /api/common/notifications/toggle-read-status', { body: { notification: { id, read } } }),
    readAll: () => client.call('GET /api/common/notifications/mark-all-as-read'),
    remove: (id: string) => client.call('DELETE /api/common/notifications', { query: { id } }),
  },
};

/** The account's messages or notifications in the tenant, newest first. */
export const inboxQuery = (kind: InboxKind, tenantId: string | undefined) =>
  queryOptions({
    queryKey: [kind],
    queryFn: ({ signal }) => SENDS[kind].list(signal),
    enabled: tenantId !== undefined,
  });

/**
 * Changes a list optimistically; reverts if the request fails. Changes are sent one after the other, so that the last one
 * wins however long each takes, and the last one loads the list again.
 */
export function useChangeInbox(kind: InboxKind) {
  const cache = useQueryClient();
  const queryKey = [kind];
  const mutationKey = ['change', kind];
  // One that ends still counts.
  const isLast = () => cache.isMutating({ mutationKey, exact: true }) === 1;
  return useMutation({
    mutationKey,
    scope: { id: kind },
    mutationFn: (change: InboxChange): Promise<unknown> => {
      if ('remove' in change) return SENDS[kind].remove(change.remove);
      return 'readAll' in change ? SENDS[kind].readAll() : SENDS[kind].toggle(change.toggle, change.read);
    },
    onMutate: async (change) => {
      await cache.cancelQueries({ queryKey });
      const before = cache.getQueryData<InboxItem[]>(queryKey);
      if (before) cache.setQueryData<InboxItem[]>(queryKey, applyInboxChange(before, change));
      return { before };
    },
    onError: (_error, _change, context) => {
      // What was changed since is not taken back.
      if (context?.before && isLast()) cache.setQueryData(queryKey, context.before);
    },
    onSettled: async () => {
      if (isLast()) await cache.invalidateQueries({ queryKey });
    },
  });
}
