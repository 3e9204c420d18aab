import { handlers } from '../kernel/api/api.ts';
import type { UserService } from './user.service.ts';

export function userHandlers(users: UserService) {
  return handlers({
    'GET /api/common/user': ({ actor }) => users.read(actor),
    'PATCH /api/common/user': ({ actor, body }) => users.setStatus(actor, body.user.status),
  });
}
