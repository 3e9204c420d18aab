import { queryOptions } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

/** One's chats, the newest first. */
export const chatsQuery = queryOptions({
  queryKey: ['chat', 'chats'],
  queryFn: ({ signal }) => client.call('GET /api/apps/chat/chats', { signal }),
});

/** The people of the tenant to whom one may write. */
export const contactsQuery = queryOptions({
  queryKey: ['chat', 'contacts'],
  queryFn: ({ signal }) => client.call('GET /api/apps/chat/contacts', { signal }),
  staleTime: 5 * 60_000,
});

/** One chat with its last messages. */
export const chatQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['chat', 'messages', id],
    queryFn: ({ signal }) => client.call('GET /api/apps/chat/chat', { query: { id: id! }, signal }),
    enabled: id !== undefined,
  });
