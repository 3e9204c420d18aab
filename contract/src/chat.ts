import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';

/** Presence. People who appear invisible or have not been active recently are offline. */
const presence = z.enum(['online', 'away', 'busy', 'offline']);
export type Presence = z.infer<typeof presence>;

/** A person to write to: a colleague in the caller's tenant, or the other participant of a chat. */
export const chatContact = z.object({
  id: z.uuid(),
  name: z.string(),
  avatar: z.string().nullable(),
  presence,
  /** False once the person is disabled or has left the tenant; the chat is then read-only. */
  active: z.boolean(),
});
export type ChatContact = z.infer<typeof chatContact>;

/** A contact with details. */
export const chatContactDetails = chatContact.extend({
  details: z.object({ emails: z.array(z.object({ email: z.string(), label: z.string() })) }),
});
export type ChatContactDetails = z.infer<typeof chatContactDetails>;

export const chatMessage = z.object({
  id: z.uuid(),
  chatId: z.uuid(),
  /** The sender: the contact or the caller. */
  contactId: z.uuid(),
  isMine: z.boolean(),
  /** Plain text. */
  value: z.string(),
  createdAt: z.iso.datetime(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** A chat as shown in the list. */
export const chatSummary = z.object({
  id: z.uuid(),
  contactId: z.uuid(),
  contact: chatContact,
  /** Messages from the contact since the caller last marked the chat as read. */
  unreadCount: z.int().nonnegative(),
  muted: z.boolean(),
  /** Beginning of the last message, at most 200 characters. */
  lastMessage: z.string(),
  lastMessageAt: z.iso.datetime(),
});
export type ChatSummary = z.infer<typeof chatSummary>;

export const chat = chatSummary.extend({
  /** The latest messages, or those before or after the given one; at most 200, oldest first. */
  messages: z.array(chatMessage),
  /** Whether earlier messages exist. */
  earlier: z.boolean(),
  /** Whether later messages exist. */
  later: z.boolean(),
});
export type Chat = z.infer<typeof chat>;

export const MESSAGE_LENGTH = 4000;

/** A message to send. `id` is chosen by the sender and makes retries idempotent. */
export const newChatMessage = z
  .strictObject({
    id: z.uuid(),
    chatId: z.string().max(100).optional(),
    contactId: z.string().max(100).optional(),
    value: z.string().trim().min(1).max(MESSAGE_LENGTH),
  })
  .refine(({ chatId, contactId }) => (chatId === undefined) !== (contactId === undefined), {
    error: 'Name either chatId or contactId.',
    path: ['chatId'],
  });
export type NewChatMessage = z.infer<typeof newChatMessage>;

// Any text is accepted as an id: an unknown one gets NOT_FOUND with the id rather than VALIDATION_FAILED.
const id = z.string().min(1).max(100);

const route = { permission: 'chat.use', tenant: 'tenant', errors: [] } as const;

export const chatRoutes = {
  'GET /api/apps/chat/chats': defineRoute({
    ...route,
    summary: 'List the caller’s chats, newest first',
    audit: { action: 'chat.list', when: 'denied' },
    input: {},
    output: z.array(chatSummary),
  }),
  'GET /api/apps/chat/chat': defineRoute({
    ...route,
    summary: 'Read one of the caller’s chats: its latest messages, or those before or after a message',
    audit: { action: 'chat.read', when: 'denied' },
    input: {
      query: z
        .strictObject({ id, before: z.uuid().optional(), after: z.uuid().optional() })
        .refine(({ before, after }) => before === undefined || after === undefined, {
          error: 'Name before or after, not both.',
          path: ['after'],
        }),
    },
    output: chat,
  }),
  'PATCH /api/apps/chat/chat': defineRoute({
    ...route,
    summary: 'Mute a chat or mark it as read, for the caller only',
    audit: { action: 'chat.update', when: 'denied' },
    input: {
      body: z.strictObject({
        id,
        chat: z.strictObject({ muted: z.boolean().optional(), unreadCount: z.literal(0).optional() }),
      }),
    },
    output: chatSummary,
  }),
  'GET /api/apps/chat/contacts': defineRoute({
    ...route,
    summary: 'List the people in the caller’s tenant, sorted by name in the caller’s language',
    audit: { action: 'chat.contacts', when: 'denied' },
    input: {},
    output: z.array(chatContact),
  }),
  'GET /api/apps/chat/contact': defineRoute({
    ...route,
    summary: 'Read one contact with details',
    audit: { action: 'chat.contact', when: 'denied' },
    input: { query: z.strictObject({ id }) },
    output: chatContactDetails,
  }),
  'GET /api/apps/chat/profile': defineRoute({
    ...route,
    summary: 'Read the caller’s chat profile as others see it',
    audit: { action: 'chat.profile', when: 'denied' },
    input: {},
    output: z.object({ id: z.uuid(), name: z.string(), email: z.string(), avatar: z.string().nullable() }),
  }),
  'POST /api/apps/chat/message': defineRoute({
    ...route,
    summary: 'Send a message to a contact or a chat; the first message creates the chat',
    audit: { action: 'chat.write', when: 'denied' },
    input: { body: newChatMessage },
    output: chatMessage,
    errors: ['CONFLICT'],
  }),
} as const;
