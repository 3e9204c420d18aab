import type { Chat, ChatSummary } from '@rise/contract';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

/** The account's chats, newest first. */
export const chatsQuery = queryOptions({
  queryKey: ['chat', 'list'],
  queryFn: ({ signal }) => client.call('GET /api/apps/chat/chats', { signal }),
});

/** People of the tenant who can receive messages. No event announces changes, so it gets stale after a minute. */
export const contactsQuery = queryOptions({
  queryKey: ['chat', 'contacts'],
  queryFn: ({ signal }) => client.call('GET /api/apps/chat/contacts', { signal }),
  staleTime: 60_000,
});

/** One chat: first its latest messages; refetching appends those after the last known one. Messages never change. */
export const chatQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['chat', 'messages', id],
    queryFn: async ({ client: cache, queryKey, signal }): Promise<Chat> => {
      const known = cache.getQueryData<Chat>(queryKey)?.messages.at(-1)?.id;
      const added: Messages[] = [];
      for (let after = known; ; after = added.at(-1)!.at(-1)!.id) {
        const read = await client.call('GET /api/apps/chat/chat', { query: { id: id!, after }, signal });
        added.push(read.messages);
        if (read.later) continue;
        // Read again here: earlier messages may have been loaded meanwhile.
        const before = known === undefined ? undefined : cache.getQueryData<Chat>(queryKey);
        return {
          ...read,
          earlier: before?.earlier ?? read.earlier,
          messages: mergeMessages(before?.messages ?? [], ...added),
        };
      }
    },
    enabled: id !== undefined,
  });

type Messages = Chat['messages'];

/** Concatenates lists of messages without duplicates. */
function mergeMessages(...lists: Messages[]): Messages {
  return [...new Map(lists.flat().map((message) => [message.id, message])).values()];
}

/** Loads the messages before the first known one. */
export function useEarlier(id: string | undefined) {
  const cache = useQueryClient();
  const { queryKey } = chatQuery(id);
  return useMutation({
    mutationFn: async () => {
      const before = cache.getQueryData<Chat>(queryKey)?.messages[0]?.id;
      const read = await client.call('GET /api/apps/chat/chat', { query: { id: id!, before } });
      cache.setQueryData<Chat>(
        queryKey,
        (chat) => chat && { ...chat, earlier: read.earlier, messages: mergeMessages(read.messages, chat.messages) },
      );
    },
  });
}

export type ChatChange = { id: string; chat: { muted?: boolean; unreadCount?: 0 } };

/** Changes the account's own mute and unread state of a chat optimistically; refetches on error. */
export function useChangeChat() {
  const cache = useQueryClient();
  const { queryKey } = chatsQuery;
  return useMutation({
    mutationFn: (body: ChatChange) => client.call('PATCH /api/apps/chat/chat', { body }),
    onMutate: async ({ id, chat }) => {
      await cache.cancelQueries({ queryKey });
      updateCachedChat(cache, id, chat);
    },
    onSuccess: (chat) => updateCachedChat(cache, chat.id, chat),
    onError: () => cache.invalidateQueries({ queryKey }),
  });
}

function updateCachedChat(cache: QueryClient, id: string, change: Partial<ChatSummary>): void {
  cache.setQueryData<ChatSummary[]>(chatsQuery.queryKey, (chats) =>
    chats?.map((chat) => (chat.id === id ? { ...chat, ...change } : chat)),
  );
}
