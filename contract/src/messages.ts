import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { byQueryId, inboxChange, inboxItem, newInboxItem, OTHER_ID, sameId } from './inbox.ts';

export const message = inboxItem;
export type Message = z.infer<typeof message>;

const own = { permission: 'shell.use', tenant: 'tenant' } as const;

export const messageRoutes = {
  'GET /api/common/messages': defineRoute({
    ...own,
    summary: 'List the caller’s messages, newest first',
    audit: { action: 'message.list', when: 'denied' },
    input: {},
    output: z.array(message),
    errors: [],
  }),
  'POST /api/common/messages': defineRoute({
    ...own,
    summary: 'Add a message for the caller',
    audit: { action: 'message.create', when: 'denied' },
    input: { body: z.strictObject({ message: newInboxItem }) },
    output: message,
    errors: [],
  }),
  'PATCH /api/common/messages': defineRoute({
    ...own,
    summary: 'Change one of the caller’s messages',
    audit: { action: 'message.update', when: 'denied' },
    input: {
      body: z
        .strictObject({ id: z.uuid(), message: inboxChange })
        .refine((body) => sameId(body, body.message), { ...OTHER_ID }),
    },
    output: message,
    errors: [],
  }),
  'DELETE /api/common/messages': defineRoute({
    ...own,
    summary: 'Delete one of the caller’s messages; returns it',
    audit: { action: 'message.delete', when: 'denied' },
    input: { query: byQueryId },
    output: message,
    errors: [],
  }),
  'GET /api/common/messages/mark-all-as-read': defineRoute({
    ...own,
    summary: 'Mark all of the caller’s messages as read',
    audit: { action: 'message.read-all', when: 'denied' },
    input: {},
    output: z.literal(true),
    mutates: true,
    errors: [],
  }),
  'POST /api/common/messages/toggle-read-status': defineRoute({
    ...own,
    summary: 'Mark one of the caller’s messages as read or unread',
    audit: { action: 'message.read', when: 'denied' },
    input: { body: z.strictObject({ message: inboxChange.required({ id: true, read: true }) }) },
    output: message,
    errors: [],
  }),
} as const;
