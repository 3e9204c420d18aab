import type { ChatContact, ChatMessage, ChatSummary } from '@rise/contract';
import type { ChatLine, ChatPerson } from '@rise/ui/chat';
import type { Unsent } from './chat-outbox.ts';

/** Those one writes with, the newest first, then everybody else by name. `closed` says why somebody can't be written to. */
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

/** What is to be seen of a chat: what the server has, then what is on its way to it. */
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

/** Messages that wait, without those of muted chats. */
export function unreadOf(chats: readonly ChatSummary[]): number {
  return chats.reduce((sum, { unreadCount, muted }) => sum + (muted ? 0 : unreadCount), 0);
}
