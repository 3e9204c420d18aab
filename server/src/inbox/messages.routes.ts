import { handlers } from '../kernel/api/api.ts';
import type { InboxService } from './inbox.service.ts';

export function messageHandlers(messages: InboxService) {
  return handlers({
    'GET /api/common/messages': ({ actor, language }) => messages.list(actor, language),
    'POST /api/common/messages': ({ actor, body, language }) => messages.add(actor, body.message, language),
    'PATCH /api/common/messages': ({ actor, body, language }) =>
      messages.change(actor, body.id, body.message, language),
    'DELETE /api/common/messages': ({ actor, query, language }) => messages.remove(actor, query.id, language),
    'GET /api/common/messages/mark-all-as-read': ({ actor }) => messages.markAllRead(actor),
    'POST /api/common/messages/toggle-read-status': ({ actor, body: { message }, language }) =>
      messages.setRead(actor, message.id, message.read, language),
  });
}
