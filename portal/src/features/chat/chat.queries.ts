import type { Chat, ChatSummary } from '@rise/contract';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

/** One's chats, the newest first. */
export const chatsQuery = queryOptions({
  queryKey: ['chat', 'list'],
  queryFn: ({ signal }) => client.call('GET /api/apps/chat/chats', { signal }),
});

/** The people of the tenant to whom one may write. Nobody is told when one of them comes or goes, so it is soon stale. */
export const contactsQuery = queryOptions({
  queryKey: ['chat', 'contacts'],
  queryFn: ({ signal }) => client.call('GET /api/apps/chat/contacts', { signal }),
  staleTime: 60_000,
});

/** One chat: its end at first, and what follows what is known already when it is read again. Nothing written changes. */
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
        // Looked up again: earlier messages may have come in meanwhile.
        const before = known === undefined ? undefined : cache.getQueryData<Chat>(queryKey);
        return {
          ...read,
          earlier: before?.earlier ?? read.earlier,
          messages: joined(before?.messages ?? [], ...added),
        };
      }
    },
    enabled: id !== undefined,
  });

type Messages = Chat['messages'];

/** Messages in the order of the lists, each once. */
function joined(...lists: Messages[]): Messages {
  return [...new Map(lists.flat().map((message) => [message.id, message])).values()];
}

/** Reads what stands before the first message that is known of a chat. */
export function useEarlier(id: string | undefined) {
  const cache = useQueryClient();
  const { queryKey } = chatQuery(id);
  return useMutation({
    mutationFn: async () => {
      const before = cache.getQueryData<Chat>(queryKey)?.messages[0]?.id;
      const read = await client.call('GET /api/apps/chat/chat', { query: { id: id!, before } });
      cache.setQueryData<Chat>(
        queryKey,
        (chat) => chat && { ...chat, earlier: read.earlier, messages: joined(read.messages, chat.messages) },
      );
    },
  });
}

export type ChatChange = { id: string; chat: { muted?: boolean; unreadCount?: 0 } };

/** Changes what one has of a chat for oneself: shown at once, and read again where the server refuses. */
export function useChangeChat() {
  const cache = useQueryClient();
  const { queryKey } = chatsQuery;
  return useMutation({
    mutationFn: (body: ChatChange) => client.call('PATCH /api/apps/chat/chat', { body }),
    onMutate: async ({ id, chat }) => {
      await cache.cancelQueries({ queryKey });
      put(cache, id, chat);
    },
    onSuccess: (chat) => put(cache, chat.id, chat),
    onError: () => cache.invalidateQueries({ queryKey }),
  });
}

function put(cache: QueryClient, id: string, change: Partial<ChatSummary>): void {
  cache.setQueryData<ChatSummary[]>(chatsQuery.queryKey, (chats) =>
    chats?.map((chat) => (chat.id === id ? { ...chat, ...change } : chat)),
  );
}
