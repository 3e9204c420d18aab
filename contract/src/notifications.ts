import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { byQueryId, inboxItem, newSeenItem, OTHER_ID, sameId, seenChange } from './inbox.ts';

export const notification = inboxItem.extend({ seen: z.boolean() });
export type Notification = z.infer<typeof notification>;

const own = { permission: 'shell.use', tenant: 'tenant' } as const;

export const notificationRoutes = {
  'GET /api/common/notifications': defineRoute({
    ...own,
    summary: 'List the caller’s notifications, newest first',
    audit: { action: 'notification.list', when: 'denied' },
    input: {},
    output: z.array(notification),
    errors: [],
  }),
  'POST /api/common/notifications': defineRoute({
    ...own,
    summary: 'Add a notification for the caller',
    audit: { action: 'notification.create', when: 'denied' },
    input: { body: z.strictObject({ notification: newSeenItem }) },
    output: notification,
    errors: [],
  }),
  'PATCH /api/common/notifications': defineRoute({
    ...own,
    summary: 'Change one of the caller’s notifications',
    audit: { action: 'notification.update', when: 'denied' },
    input: {
      body: z
        .strictObject({ id: z.uuid(), notification: seenChange })
        .refine((body) => sameId(body, body.notification), { ...OTHER_ID }),
    },
    output: notification,
    errors: [],
  }),
  'DELETE /api/common/notifications': defineRoute({
    ...own,
    summary: 'Delete one of the caller’s notifications; returns it',
    audit: { action: 'notification.delete', when: 'denied' },
    input: { query: byQueryId },
    output: notification,
    errors: [],
  }),
  'GET /api/common/notifications/mark-all-as-read': defineRoute({
    ...own,
    summary: 'Mark all of the caller’s notifications as read and seen',
    audit: { action: 'notification.read-all', when: 'denied' },
    input: {},
    output: z.literal(true),
    mutates: true,
    errors: [],
  }),
  'POST /api/common/notifications/toggle-read-status': defineRoute({
    ...own,
    summary: 'Mark one of the caller’s notifications as read or unread',
    audit: { action: 'notification.read', when: 'denied' },
    input: { body: z.strictObject({ notification: seenChange.required({ id: true, read: true }) }) },
    output: notification,
    errors: [],
  }),
} as const;
