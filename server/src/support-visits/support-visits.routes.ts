import { handlers } from '../kernel/api/api.ts';
import type { SupportVisitService } from './support-visits.service.ts';

export function supportVisitHandlers(visits: SupportVisitService) {
  return handlers({
    'GET /api/v1/support-visits': ({ actor, query }) => visits.read(actor, query.page),
    'PUT /api/v1/support-access': ({ actor, body }) => visits.setAccess(actor, body.access),
    'POST /api/v1/support-visits/:id/allow': ({ actor, params }) => visits.allow(actor, params.id),
    'POST /api/v1/support-visits/:id/decline': ({ actor, params }) => visits.decline(actor, params.id),
    'POST /api/v1/support-visits/:id/end': ({ actor, params }) => visits.end(actor, params.id),
    'GET /api/v1/global/support-visits': ({ actor }) => visits.listOwn(actor),
    'POST /api/v1/global/tenants/:id/support-visits': ({ actor, params, body }) =>
      visits.request(actor, params.id, body),
    'DELETE /api/v1/global/support-visits/:id': ({ actor, params }) => visits.leave(actor, params.id),
  });
}
