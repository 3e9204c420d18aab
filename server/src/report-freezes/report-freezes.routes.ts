import { handlers } from '../kernel/api/api.ts';
import type { FreezeComparisonService } from './freeze-comparison.service.ts';
import type { ReportFreezeService } from './report-freezes.service.ts';

export function reportFreezeHandlers(freezes: ReportFreezeService, comparisons: FreezeComparisonService) {
  return handlers({
    'GET /api/v1/reports/:id/freezes': ({ actor, params }) => freezes.list(actor, params.id),
    'POST /api/v1/reports/:id/freezes': ({ actor, params, body, ...request }) =>
      freezes.freeze(actor, params.id, body, request),
    'GET /api/v1/reports/:id/freezes/:freeze': ({ actor, params }) => freezes.read(actor, params.id, params.freeze),
    'GET /api/v1/reports/:id/freezes/:freeze/verification': ({ actor, params, ...request }) =>
      comparisons.verify(actor, params.id, params.freeze, request),
    'GET /api/v1/reports/:id/freezes/:freeze/comparison': ({ actor, params, query, ...request }) =>
      comparisons.compare(actor, params.id, { id: params.freeze, other: query.with }, request),
  });
}
