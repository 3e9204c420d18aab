import { handlers } from '../kernel/api/api.ts';
import type { HomeService } from './home.service.ts';

export function homeHandlers(home: HomeService) {
  return handlers({
    'GET /api/v1/home': ({ actor }) => home.read(actor),
    'GET /api/v1/home/figures': ({ actor, requestId, signal }) => home.figures(actor, { id: requestId, signal }),
    'PUT /api/v1/reports/:id/home': ({ actor, params, body }) => home.show(actor, params.id, body.shown),
  });
}
