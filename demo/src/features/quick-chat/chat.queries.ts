import { useQuery } from '@tanstack/react-query';
import { type CallArguments, type CallResult, call } from '../../client/client.ts';
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

/** Mutes, stars or archives a chat, or marks it as read. Optimistic: reverted on error. */
export function useChangeChat() {
  const chats = demoQuery('chat', 'GET /api/apps/chat/chats', useLanguage());
  return useOptimisticCall('PATCH /api/apps/chat/chat', chats, (before: Chat[], { body: { id, chat } }) =>
    before.map((one) => {
      if (one.id !== id) return one;
      const { unreadCount = one.unreadCount, muted = one.muted, starred = one.starred, archived = one.archived } = chat;
      return { ...one, unreadCount, muted, starred, archived };
    }),
  );
}

type StoredMessage = NonNullable<CallArguments<'PATCH /api/apps/chat/chat'>['body']['chat']['messages']>[number];
export type ChatFile = NonNullable<StoredMessage['files']>[number];

/** Messages as a call takes them. */
export const storable = (messages: Chat['messages']): StoredMessage[] =>
  messages.map(({ id, contactId, value, createdAt, files }) => ({ id, contactId, value, createdAt, files }));

/** Appends a message to the current chat with a contact, and creates the chat if there is none; returns its id. */
export async function sendMessage(contactId: string, value: string, files?: readonly ChatFile[]): Promise<string> {
  const chat = await call('POST /api/apps/chat/chat', { body: { contactId } });
  if (!chat) throw new Error('There is no such contact.');
  const sent = { contactId: 'me', value, ...(files && { files: [...files] }) };
  await call('PATCH /api/apps/chat/chat', {
    body: { id: chat.id, chat: { messages: [...storable(chat.messages), sent] } },
  });
  return chat.id;
}
