import { z } from 'zod';
import { inboxChange, newItemFields, seenChange } from '../inbox.ts';
import { message as portalMessage } from '../messages.ts';
import { notification as portalNotification } from '../notifications.ts';
import { isRoutable, NOT_ROUTABLE } from '../values/routable.ts';
import type { DemoCallTable } from './call.ts';
import { anyId, byId, picture } from './fields.ts';

/** A name of any icon set; one that the demo does not have is shown as an item without an icon. */
const icon = z.string().trim().min(1, 'Name an icon').max(100).nullable();
const own = { icon, image: picture.nullable() };
const newItem = { ...newItemFields, icon: icon.default(null), image: picture.nullable().default(null) };
const newMessage = z.strictObject(newItem).refine(isRoutable, { ...NOT_ROUTABLE });
const newNotification = z
  .strictObject({ ...newItem, seen: z.boolean().default(false) })
  .refine(isRoutable, { ...NOT_ROUTABLE });
const message = portalMessage.extend({ icon });
const notification = portalNotification.extend({ icon });
const change = inboxChange.extend(own).partial();
const changeSeen = seenChange.extend(own).partial();

/*
 * The shapes are those of the portal's own messages and notifications, except that an unknown id gets null with a
 * 200, where the server responds with a 404, that a picture may be a data URL, and an icon of any set.
 */
export const inboxCalls = {
  'GET /api/common/messages': { summary: 'The messages, newest first', output: z.array(message) },
  'POST /api/common/messages': {
    summary: 'Add a message at the top',
    body: z.strictObject({ message: newMessage }),
    output: message,
  },
  'PATCH /api/common/messages': {
    summary: 'Change a message; returns the merged message',
    body: z.strictObject({ id: anyId, message: change }),
    output: message.nullable(),
  },
  'DELETE /api/common/messages': { summary: 'Delete a message; returns it', query: byId, output: message.nullable() },
  'GET /api/common/messages/mark-all-as-read': { summary: 'Mark all messages as read', output: z.literal(true) },
  'POST /api/common/messages/toggle-read-status': {
    summary: 'Mark a message as read or unread',
    body: z.strictObject({ message: change.extend({ id: anyId }).required({ id: true, read: true }) }),
    output: message.nullable(),
  },
  'GET /api/common/notifications': { summary: 'The notifications, newest first', output: z.array(notification) },
  'POST /api/common/notifications': {
    summary: 'Add a notification at the top',
    body: z.strictObject({ notification: newNotification }),
    output: notification,
  },
  'PATCH /api/common/notifications': {
    summary: 'Change a notification; returns the merged notification',
    body: z.strictObject({ id: anyId, notification: changeSeen }),
    output: notification.nullable(),
  },
  'DELETE /api/common/notifications': {
    summary: 'Delete a notification; returns it',
    query: byId,
    output: notification.nullable(),
  },
  'GET /api/common/notifications/mark-all-as-read': {
    summary: 'Mark all notifications as read and seen',
    output: z.literal(true),
  },
  'POST /api/common/notifications/toggle-read-status': {
    summary: 'Mark a notification as read or unread',
    body: z.strictObject({ notification: changeSeen.extend({ id: anyId }).required({ id: true, read: true }) }),
    output: notification.nullable(),
  },
} as const satisfies DemoCallTable;

export const inboxState = z.object({ messages: z.array(message), notifications: z.array(notification) });
