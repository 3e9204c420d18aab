import { z } from 'zod';
import type { DemoCallTable } from './call.ts';
import { anyId, byId, deleted, moment, picture } from './fields.ts';

const person = z.object({
  id: z.string(),
  avatar: picture.nullable(),
  /** Shown where there is no avatar. */
  background: picture.nullable(),
  name: z.string(),
  about: z.string(),
});
const attachments = z.object({ media: z.array(picture), docs: z.array(z.string()), links: z.array(z.string()) });

const contact = person.extend({
  details: z.object({
    emails: z.array(z.object({ email: z.string(), label: z.string() })),
    phoneNumbers: z.array(z.object({ country: z.string(), phoneNumber: z.string(), label: z.string() })),
    title: z.string().nullable(),
    company: z.string().nullable(),
    birthday: moment.nullable(),
    address: z.string().nullable(),
  }),
  attachments,
  /** Ids of the people of a group; absent where it is one person. */
  members: z.array(z.string()).optional(),
});

const file = z.object({
  name: z.string().max(300),
  /** A data URL. */
  url: z.string().startsWith('data:'),
});

const message = z.object({
  id: z.string(),
  chatId: z.string(),
  /** The sender: the profile’s id or the contact’s. */
  contactId: z.string(),
  value: z.string(),
  createdAt: moment,
  files: z.array(file).max(10).optional(),
});

/** Absent where it was never chosen: neither. */
const filing = { starred: z.boolean().optional(), archived: z.boolean().optional() };

const chat = z.object({
  id: z.string(),
  contactId: z.string(),
  contact,
  /** Oldest first. */
  messages: z.array(message.extend({ isMine: z.boolean() })),
  unreadCount: z.int().nonnegative(),
  muted: z.boolean(),
  ...filing,
  lastMessage: z.string().nullable(),
  lastMessageAt: moment.nullable(),
});

/** A message as a client sends it: with its id if it is already stored; `me` or the profile’s id for the user's own. */
const sent = z.object({
  id: anyId.optional(),
  contactId: anyId.default('me'),
  value: z.string().trim().min(1, 'Write something').max(5000),
  createdAt: moment.optional(),
  files: message.shape.files,
});

const profile = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  avatar: picture.nullable(),
  about: z.string(),
});

export const chatCalls = {
  'GET /api/apps/chat/chats': { summary: 'The chats, most recent first', output: z.array(chat) },
  'GET /api/apps/chat/chat': {
    summary: 'One chat',
    query: byId,
    output: chat,
    otherwise: { 404: z.object({ error: z.string() }) },
  },
  'POST /api/apps/chat/chat': {
    summary: 'Start a chat with a contact; returns the existing one if there is one',
    body: z.object({ contactId: anyId }),
    output: chat.nullable(),
  },
  'POST /api/apps/chat/group': {
    summary: 'Start a chat with several contacts',
    body: z.object({
      title: z.string().trim().min(1, 'Write a title').max(60),
      contactIds: z.array(anyId).min(1, 'Choose at least one person').max(50),
    }),
    output: chat,
  },
  'POST /api/apps/chat/answer': {
    summary: 'Let the contact answer, as people of the demo do some time after a message; counts as unread',
    body: z.object({ id: anyId }),
    output: chat.nullable(),
  },
  'PATCH /api/apps/chat/chat': {
    summary:
      'Change a chat; `messages` replaces the previous list, which sends and deletes messages, or brings back those deleted last',
    body: z.object({
      id: anyId,
      chat: z
        .object({ messages: z.array(sent), unreadCount: z.int().nonnegative(), muted: z.boolean(), ...filing })
        .partial(),
    }),
    output: chat.nullable(),
  },
  'POST /api/apps/chat/restore': {
    summary: 'Bring back one of the chats deleted last',
    body: byId,
    output: chat.nullable(),
  },
  'DELETE /api/apps/chat/chat': { summary: 'Delete a chat', query: byId, output: deleted },
  'GET /api/apps/chat/contacts': {
    summary: 'People who can receive messages, by name',
    output: z.array(person),
  },
  'GET /api/apps/chat/contact': { summary: 'One contact', query: byId, output: contact.nullable() },
  'GET /api/apps/chat/profile': {
    summary: 'The demo user, as others see them',
    output: profile,
  },
  'PATCH /api/apps/chat/profile': {
    summary: 'Change what others read about the demo user; the rest belongs to the user',
    body: z.object({ profile: z.object({ about: z.string().trim().max(300) }) }),
    output: profile,
  },
} as const satisfies DemoCallTable;

const storedChat = chat
  .pick({ id: true, contactId: true, unreadCount: true, muted: true, starred: true, archived: true })
  .extend({ messages: z.array(message.omit({ chatId: true })) });

export const chatState = z.object({
  /** Chat data about people beyond their contact record. */
  people: z.array(z.object({ ...person.shape, attachments, members: contact.shape.members })),
  /** What others read about the user; absent where it was never changed. */
  about: z.string().optional(),
  chats: z.array(storedChat),
  /** The chats and messages deleted last, so that they can be brought back as they were. */
  deletions: z.array(storedChat).optional(),
  deletedMessages: z.array(message).optional(),
});
