import type { ChatLine, ChatPerson } from '@rise/ui/chat';
import type { Chat, ChatContact } from './chat.queries.ts';
import type { PendingMessage } from './outbox.ts';

/** People with a chat first, newest chat first, then all others by name; without those whose chat is archived. */
export function chatPeople(chats: readonly Chat[], contacts: readonly ChatContact[]): ChatPerson[] {
  const known = new Set(chats.map(({ contactId }) => contactId));
  return [
    ...chats
      .filter(({ archived }) => archived !== true)
      .map(({ contact, unreadCount, muted, lastMessage, lastMessageAt }) => ({
        ...personOf(contact),
        unread: unreadCount,
        muted,
        ...(lastMessage !== null && lastMessageAt !== null && { last: { text: lastMessage, at: lastMessageAt } }),
      })),
    ...contacts.filter(({ id }) => !known.has(id)).map((contact) => ({ ...personOf(contact), unread: 0 })),
  ];
}

function personOf({ id, name, avatar, about }: ChatContact) {
  return { id, name, avatar, about };
}

/** The messages of a chat to show: stored ones, then pending ones. `authors` has the names of a group's members by id. */
export function chatLines(
  messages: Chat['messages'],
  pending: readonly PendingMessage[],
  authors: ReadonlyMap<string, string>,
): ChatLine[] {
  return [
    ...messages.map(({ id, contactId, value, createdAt, isMine, files }) => {
      const author = isMine ? undefined : authors.get(contactId);
      return { id, value, createdAt, mine: isMine, files, author };
    }),
    ...pending.map(({ id, value, createdAt, state, files }) => ({ id, value, createdAt, state, files, mine: true })),
  ];
}

/** Number of unread messages, except in muted chats. */
export function unreadOf(chats: readonly Chat[]): number {
  return chats.reduce((sum, { unreadCount, muted }) => sum + (muted ? 0 : unreadCount), 0);
}
