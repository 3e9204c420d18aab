import { handlers } from '../kernel/api/api.ts';
import type { InboxService } from './inbox.service.ts';

export function notificationHandlers(notifications: InboxService) {
  return handlers({
    'GET /api/common/notifications': ({ actor, language }) => notifications.list(actor, language),
    'POST /api/common/notifications': ({ actor, body, language }) =>
      notifications.add(actor, body.notification, language),
    'PATCH /api/common/notifications': ({ actor, body, language }) =>
      notifications.change(actor, body.id, body.notification, language),
    'DELETE /api/common/notifications': ({ actor, query, language }) => notifications.remove(actor, query.id, language),
    'GET /api/common/notifications/mark-all-as-read': ({ actor }) => notifications.markAllRead(actor),
    'POST /api/common/notifications/toggle-read-status': ({ actor, body: { notification }, language }) =>
      notifications.setRead(actor, notification.id, notification.read, language),
  });
}
