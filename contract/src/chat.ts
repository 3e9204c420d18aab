import { z } from 'zod';
import { defineRoute } from './define-route.ts';

/** How somebody stands to being written to. Who asks not to be seen, or has not been here lately, is offline. */
const presence = z.enum(['online', 'away', 'busy', 'offline']);
export type Presence = z.infer<typeof presence>;

/** Somebody to write to: a colleague of one's tenant, or the other person of a chat. */
export const chatContact = z.object({
  id: z.uuid(),
  name: z.string(),
  avatar: z.string().nullable(),
  presence,
  /** False once the person is disabled or has left the tenant: the chat can be read, and no longer be written to. */
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
  /** Who wrote it: the contact, or oneself. */
  contactId: z.uuid(),
  isMine: z.boolean(),
  /** Plain text. */
  value: z.string(),
  createdAt: z.iso.datetime(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** A chat as it stands in the list. */
export const chatSummary = z.object({
  id: z.uuid(),
  contactId: z.uuid(),
  contact: chatContact,
  /** Messages of the other person since one marked the chat as read. */
  unreadCount: z.int().nonnegative(),
  muted: z.boolean(),
  /** How the last message begins: at most 200 characters. */
  lastMessage: z.string(),
  lastMessageAt: z.iso.datetime(),
});
export type ChatSummary = z.infer<typeof chatSummary>;

export const chat = chatSummary.extend({
  /** The last ones, or those before or after the message that was named; at most 200, oldest first. */
  messages: z.array(chatMessage),
  /** Whether there are messages before the first one here. */
  earlier: z.boolean(),
  /** Whether there are messages after the last one here. */
  later: z.boolean(),
});
export type Chat = z.infer<typeof chat>;

export const MESSAGE_LENGTH = 4000;

/** A message to write. `id` is made by the sender: sent again with the same one, it is still written once. */
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

// Any text is taken for an id: what names nothing is not found, and says so with the id.
const id = z.string().min(1).max(100);

const route = { permission: 'chat.use', tenant: 'tenant', errors: [] } as const;

export const chatRoutes = {
  'GET /api/apps/chat/chats': defineRoute({
    ...route,
    summary: 'List one’s chats, the newest first',
    audit: { action: 'chat.list', when: 'denied' },
    input: {},
    output: z.array(chatSummary),
  }),
  'GET /api/apps/chat/chat': defineRoute({
    ...route,
    summary: 'Read one of one’s chats: its end, or what stands before or after one of its messages',
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
    summary: 'Mute a chat, or mark it as read; for oneself only',
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
    summary: 'List the people of one’s tenant, by name as the reader’s language orders them',
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
    summary: 'How one appears to others in chats',
    audit: { action: 'chat.profile', when: 'denied' },
    input: {},
    output: z.object({ id: z.uuid(), name: z.string(), email: z.string(), avatar: z.string().nullable() }),
  }),
  'POST /api/apps/chat/message': defineRoute({
    ...route,
    summary: 'Write to a contact or into a chat; the first message begins the chat',
    audit: { action: 'chat.write', when: 'denied' },
    input: { body: newChatMessage },
    output: chatMessage,
    errors: ['CONFLICT'],
  }),
} as const;
