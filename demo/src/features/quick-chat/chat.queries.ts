import { useQuery } from '@tanstack/react-query';
import { type CallResult, call } from '../../client/client.ts';
import { demoQuery, useOptimisticCall } from '../../client/queries.ts';
import { useLanguage } from '@rise/shell/language';

export type Chat = CallResult<'GET /api/apps/chat/chat'>;
export type ChatContact = CallResult<'GET /api/apps/chat/contacts'>[number];

/** All chats with their messages, latest first. */
export function useChats() {
  return useQuery(demoQuery('chat', 'GET /api/apps/chat/chats', useLanguage()));
}

/** People to chat with, by name. */
export function useContacts() {
  return useQuery(demoQuery('chat', 'GET /api/apps/chat/contacts', useLanguage()));
}

/** One chat with its messages. */
export function useChat(id: string | undefined) {
  const query = demoQuery('chat', 'GET /api/apps/chat/chat', useLanguage(), { query: { id: id ?? '' } });
  return useQuery({ ...query, enabled: id !== undefined });
}

/** Mutes a chat or marks it as read. Optimistic: reverted on error. */
export function useChangeChat() {
  const chats = demoQuery('chat', 'GET /api/apps/chat/chats', useLanguage());
  return useOptimisticCall('PATCH /api/apps/chat/chat', chats, (before: Chat[], { body: { id, chat } }) =>
    before.map((one) =>
      one.id === id
        ? { ...one, muted: chat.muted ?? one.muted, unreadCount: chat.unreadCount ?? one.unreadCount }
        : one,
    ),
  );
}

/** Appends a message to the current chat with a contact; creates the chat if there is none. */
export async function sendMessage(contactId: string, value: string): Promise<void> {
  const chat = await call('POST /api/apps/chat/chat', { body: { contactId } });
  if (!chat) throw new Error('Nobody is there to be written to.');
  const messages = chat.messages.map(({ id, contactId: from, value: text, createdAt }) => ({
    id,
    contactId: from,
    value: text,
    createdAt,
  }));
  await call('PATCH /api/apps/chat/chat', {
    body: { id: chat.id, chat: { messages: [...messages, { contactId: 'me', value }] } },
  });
}
