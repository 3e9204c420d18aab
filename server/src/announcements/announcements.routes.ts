import { handlers } from '../kernel/api/api.ts';
import type { AnnouncementService } from './announcements.service.ts';

export function announcementHandlers(announcements: AnnouncementService) {
  return handlers({
    'GET /api/v1/announcements': async ({ actor }) => ({ announcements: await announcements.list(actor) }),
    'PUT /api/v1/announcements/:id/read': ({ actor, params, body }) =>
      announcements.setRead(actor, params.id, body.read),
    'POST /api/v1/announcements/read-all': async ({ actor }) => ({
      announcements: await announcements.markAllRead(actor),
    }),
    'GET /api/v1/global/announcements': async ({ actor }) => ({ announcements: await announcements.listAll(actor) }),
    'POST /api/v1/global/announcements': ({ actor, body }) => announcements.create(actor, body),
    'PATCH /api/v1/global/announcements/:id': ({ actor, params, body }) => announcements.change(actor, params.id, body),
    'DELETE /api/v1/global/announcements/:id': async ({ actor, params }) => {
      await announcements.withdraw(actor, params.id);
      return { withdrawn: true as const };
    },
  });
}
