import { handlers } from '../kernel/api/api.ts';
import type { AnnouncementService } from './announcements.service.ts';

export function announcementHandlers(announcements: AnnouncementService) {
  return handlers({
    'GET /api/v1/announcements': async ({ actor, language }) => ({
      announcements: await announcements.list(actor, language),
    }),
    'PUT /api/v1/announcements/:id/read': ({ actor, params, body, language }) =>
      announcements.setRead(actor, params.id, body.read, language),
    'POST /api/v1/announcements/read-all': async ({ actor, language }) => ({
      announcements: await announcements.markAllRead(actor, language),
    }),
    'GET /api/v1/global/announcements': ({ actor, query }) =>
      announcements.listAll(actor, query.state ?? null, query.page),
    'GET /api/v1/global/announcements/:id': ({ actor, params }) => announcements.get(actor, params.id),
    'GET /api/v1/global/announcements/:id/readers': ({ actor, params }) => announcements.countReaders(actor, params.id),
    'POST /api/v1/global/announcements/:id/end': ({ actor, params }) => announcements.end(actor, params.id),
    'POST /api/v1/global/announcements': ({ actor, body }) => announcements.create(actor, body),
    'PATCH /api/v1/global/announcements/:id': ({ actor, params, body }) => announcements.change(actor, params.id, body),
    'DELETE /api/v1/global/announcements/:id': async ({ actor, params }) => {
      await announcements.withdraw(actor, params.id);
      return { withdrawn: true as const };
    },
  });
}
