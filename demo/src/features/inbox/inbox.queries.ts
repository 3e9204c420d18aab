import { applyInboxChange } from '@rise/ui/panels';
import { useQuery } from '@tanstack/react-query';
import { demoQuery, useOptimisticCall } from '../../client/queries.ts';
import { useLanguage } from '@rise/shell/language';
import type { CallResult } from '../../client/client.ts';

type Message = CallResult<'GET /api/common/messages'>[number];
type Notification = CallResult<'GET /api/common/notifications'>[number];

/** Messages and notifications, whose calls have the same shapes. */
export type InboxKind = 'messages' | 'notifications';

/** The items of a list and the actions on them; changes are optimistic. */
export interface Inbox {
  readonly list: { readonly data: readonly (Message | Notification)[] | undefined; readonly isError: boolean };
  readonly retry: () => void;
  readonly setRead: (id: string, read: boolean) => Promise<unknown>;
  readonly readAll: () => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
}

export function useMessages(): Inbox {
  const query = demoQuery('inbox', 'GET /api/common/messages', useLanguage());
  const list = useQuery(query);
  const toggle = useOptimisticCall(
    'POST /api/common/messages/toggle-read-status',
    query,
    (items: Message[], { body: { message } }) => applyInboxChange(items, { toggle: message.id, read: message.read }),
  );
  const readAll = useOptimisticCall('GET /api/common/messages/mark-all-as-read', query, (items: Message[]) =>
    applyInboxChange(items, { readAll: true }),
  );
  const remove = useOptimisticCall('DELETE /api/common/messages', query, (items: Message[], { query: { id } }) =>
    applyInboxChange(items, { remove: id }),
  );
  return {
    list,
    retry: () => void list.refetch(),
    setRead: (id, read) => toggle.mutateAsync({ body: { message: { id, read } } }),
    readAll: () => readAll.mutateAsync({}),
    remove: (id) => remove.mutateAsync({ query: { id } }),
  };
}

export function useNotifications(): Inbox {
  const query = demoQuery('inbox', 'GET /api/common/notifications', useLanguage());
  const list = useQuery(query);
  const toggle = useOptimisticCall(
    'POST /api/common/notifications/toggle-read-status',
    query,
    (items: Notification[], { body: { notification } }) =>
      applyInboxChange(items, { toggle: notification.id, read: notification.read }),
  );
  const readAll = useOptimisticCall('GET /api/common/notifications/mark-all-as-read', query, (items: Notification[]) =>
    applyInboxChange(items, { readAll: true }),
  );
  const remove = useOptimisticCall(
    'DELETE /api/common/notifications',
    query,
    (items: Notification[], { query: { id } }) => applyInboxChange(items, { remove: id }),
  );
  return {
    list,
    retry: () => void list.refetch(),
    setRead: (id, read) => toggle.mutateAsync({ body: { notification: { id, read } } }),
    readAll: () => readAll.mutateAsync({}),
    remove: (id) => remove.mutateAsync({ query: { id } }),
  };
}
