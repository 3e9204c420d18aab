import { handlers } from '../kernel/api/api.ts';
import type { NotificationChoiceService } from './notification-choices.service.ts';

export function notificationChoiceHandlers(choices: NotificationChoiceService) {
  return handlers({
    'GET /api/v1/account/notification-choices': ({ actor }) => choices.list(actor),
    'PUT /api/v1/account/notification-choices': ({ actor, body }) => choices.change(actor, body),
  });
}
