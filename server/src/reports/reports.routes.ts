import { handlers } from '../kernel/api/api.ts';
import type { ReportService } from './reports.service.ts';

export function reportHandlers(reports: ReportService) {
  return handlers({
    'GET /api/v1/reports': async ({ actor }) => ({ reports: await reports.list(actor) }),
    'GET /api/v1/reports/:id': ({ actor, params }) => reports.read(actor, params.id),
    'POST /api/v1/reports/:id/run': ({ actor, params, body, requestId, signal }) =>
      reports.run(actor, params.id, body, { id: requestId, signal }),
  });
}
