import type { ChatContact, ChatMessage, ChatSummary } from '@rise/contract';
import type { ChatLine, ChatPerson } from '@rise/ui/chat';
import type { Unsent } from './chat-outbox.ts';

/** People with a chat, newest first, then all other contacts by name. `closed` explains why a person can't receive messages. */
export function chatPeople(
  chats: readonly ChatSummary[],
  contacts: readonly ChatContact[],
  closed: (name: string) => string,
): ChatPerson[] {
  const known = new Set(chats.map(({ contactId }) => contactId));
  return [
    ...chats.map(({ contact, unreadCount, muted, lastMessage, lastMessageAt }) => ({
      ...personOf(contact),
      unread: unreadCount,
      muted,
      last: { text: lastMessage, at: lastMessageAt },
      ...(!contact.active && { closed: closed(contact.name) }),
    })),
    ...contacts.filter(({ id }) => !known.has(id)).map((contact) => ({ ...personOf(contact), unread: 0 })),
  ];
}

function personOf({ id, name, avatar, presence }: ChatContact) {
  return { id, name, avatar, presence };
}

/** Lines of a chat: the server's messages, then the unsent ones. */
export function chatLines(messages: readonly ChatMessage[], unsent: readonly Unsent[]): ChatLine[] {
  const arrived = new Set(messages.map(({ id }) => id));
  return [
    ...messages.map(({ id, value, createdAt, isMine }) => ({ id, value, createdAt, mine: isMine })),
    ...unsent
      .filter(({ id }) => !arrived.has(id))
      .map(({ id, value, createdAt, state }) => ({
        id,
        value,
        createdAt,
        mine: true,
        ...(state !== 'sent' && { state }),
      })),
  ];
}

/** Unread messages, without those of muted chats. */
export function unreadOf(chats: readonly ChatSummary[]): number {
  return chats.reduce((sum, { unreadCount, muted }) => sum + (muted ? 0 : unreadCount), 0);
}
