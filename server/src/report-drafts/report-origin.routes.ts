import { handlers } from '../kernel/api/api.ts';
import type { ReportOriginService } from './report-origin.service.ts';

export function reportOriginHandlers(origins: ReportOriginService) {
  return handlers({
    'GET /api/v1/reports/:id/origin': async ({ actor, params }) => ({ update: await origins.read(actor, params.id) }),
    'POST /api/v1/reports/:id/origin/merge': ({ actor, params, body }) => origins.merge(actor, params.id, body),
    'POST /api/v1/reports/:id/origin/dismiss': async ({ actor, params, body }) => {
      await origins.dismiss(actor, params.id, body.version);
      return {};
    },
  });
}
