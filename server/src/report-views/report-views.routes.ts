import { handlers } from '../kernel/api/api.ts';
import type { ReportViewService } from './report-views.service.ts';

export function reportViewHandlers(views: ReportViewService) {
  return handlers({
    'GET /api/v1/reports/:id/views': ({ actor, params }) => views.list(actor, params.id),
    'POST /api/v1/reports/:id/views': ({ actor, params, body }) => views.save(actor, params.id, body),
    'DELETE /api/v1/reports/:id/views/:view': ({ actor, params }) => views.delete(actor, params.id, params.view),
    'PUT /api/v1/reports/:id/default-view': ({ actor, params, body }) =>
      views.chooseDefault(actor, params.id, body.view),
  });
}
