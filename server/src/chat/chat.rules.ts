import type { ChatContact, ChatContactDetails, ChatMessage, ChatSummary, Language, Presence } from '@rise/contract';
import { canReceiveMessages } from './chat.policy.ts';
import type { ChatRow, MessageRow, PersonRow } from './chat.sql.ts';

/** Messages per page. */
export const PAGE_SIZE = 200;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id as the database writes it; null where the text is not a UUID. */
export function parseId(text: string): string | null {
  return UUID.test(text) ? text.toLowerCase() : null;
}

export function fullName({ firstName, lastName, email }: Pick<PersonRow, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email;
}

/** The status that the person chose, while they are online. */
export function presenceOf({ status, present, member }: Pick<PersonRow, 'status' | 'present' | 'member'>): Presence {
  return member && present && status !== 'invisible' ? status : 'offline';
}

/** A contact from the account, or from its last known name where the account is gone. */
export function toContact(id: string, person: PersonRow | undefined, lastKnownName: string): ChatContact {
  if (!person) return { id, name: lastKnownName, avatar: null, presence: 'offline', active: false };
  const { avatar } = person;
  return { id, name: fullName(person), avatar, presence: presenceOf(person), active: canReceiveMessages(person) };
}

/** The address of a former member is not shown. */
export function withDetails(contact: ChatContact, email: string): ChatContactDetails {
  return { ...contact, details: { emails: contact.active ? [{ email, label: 'Work' }] : [] } };
}

export function sortByName(contacts: readonly ChatContact[], language: Language): ChatContact[] {
  const { compare } = new Intl.Collator(language);
  return contacts.toSorted((a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}

export function toSummary(row: ChatRow, person: PersonRow | undefined): ChatSummary {
  const { id, contactId, contactName, unreadCount, muted, lastMessage, lastMessageAt } = row;
  return {
    id,
    contactId,
    contact: toContact(contactId, person, contactName),
    unreadCount,
    muted,
    lastMessage,
    lastMessageAt: lastMessageAt.toISOString(),
  };
}

export function toMessage(row: MessageRow, reader: string): ChatMessage {
  const { id, chatId, authorId, value, createdAt } = row;
  return {
    id,
    chatId,
    contactId: authorId,
    isMine: authorId === reader,
    value,
    createdAt: createdAt.toISOString(),
  };
}
