import { useQuery } from '@tanstack/react-query';
import { type CallResult, call } from '../../client/client.ts';
import { demoQuery, useOptimisticCall } from '../../client/queries.ts';
import { useLanguage } from '@rise/shell/language';

export type Chat = CallResult<'GET /api/apps/chat/chat'>;
export type ChatContact = CallResult<'GET /api/apps/chat/contacts'>[number];

/** The chats, the latest first, with all that was written. */
export function useChats() {
  return useQuery(demoQuery('chat', 'GET /api/apps/chat/chats', useLanguage()));
}

/** Whom one can write to, by name. */
export function useContacts() {
  return useQuery(demoQuery('chat', 'GET /api/apps/chat/contacts', useLanguage()));
}

/** Everything of one chat. */
export function useChat(id: string | undefined) {
  const query = demoQuery('chat', 'GET /api/apps/chat/chat', useLanguage(), { query: { id: id ?? '' } });
  return useQuery({ ...query, enabled: id !== undefined });
}

/** Mutes a chat or marks it as read: shown at once, and taken back where it is refused. */
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

/** Appends a message to the chat with a contact, as it now is, and begins the chat where there is none yet. */
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
