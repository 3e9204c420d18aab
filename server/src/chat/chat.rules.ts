import type { ChatContact, ChatContactDetails, ChatMessage, ChatSummary, Language, Presence } from '@rise/contract';
import { mayBeWrittenTo } from './chat.policy.ts';
import type { ChatRow, MessageRow, PersonRow } from './chat.sql.ts';

/** How many messages are read at a time. */
export const PAGE = 200;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id as the database writes it; null for a text that can't name anything. */
export function readId(text: string): string | null {
  return UUID.test(text) ? text.toLowerCase() : null;
}

export function nameOf({ firstName, lastName, email }: Pick<PersonRow, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email;
}

/** As the person wishes to be seen, while they are here at all. */
export function presenceOf({ status, present, member }: Pick<PersonRow, 'status' | 'present' | 'member'>): Presence {
  return member && present && status !== 'invisible' ? status : 'offline';
}

/** A contact, from the account or, where that is gone, from the name it had. */
export function contactOf(id: string, person: PersonRow | undefined, lastName: string): ChatContact {
  if (!person) return { id, name: lastName, avatar: null, presence: 'offline', active: false };
  const { avatar } = person;
  return { id, name: nameOf(person), avatar, presence: presenceOf(person), active: mayBeWrittenTo(person) };
}

/** Who is no longer of the tenant has no address there either. */
export function withDetails(contact: ChatContact, email: string): ChatContactDetails {
  return { ...contact, details: { emails: contact.active ? [{ email, label: 'Work' }] : [] } };
}

export function byName(contacts: readonly ChatContact[], language: Language): ChatContact[] {
  const { compare } = new Intl.Collator(language);
  return contacts.toSorted((a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}

export function summaryOf(row: ChatRow, person: PersonRow | undefined): ChatSummary {
  const { id, contactId, contactName, unreadCount, muted, lastMessage, lastMessageAt } = row;
  return {
    id,
    contactId,
    contact: contactOf(contactId, person, contactName),
    unreadCount,
    muted,
    lastMessage,
    lastMessageAt: lastMessageAt.toISOString(),
  };
}

export function messageOf(row: MessageRow, reader: string): ChatMessage {
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
