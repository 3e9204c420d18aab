import { handlers } from '../kernel/api/api.ts';
import type { ReportManagementService } from './report-management.service.ts';
import type { ReportService } from './reports.service.ts';
import type { ViewedReportService } from './viewed-reports.service.ts';

export function reportHandlers(
  reports: ReportService,
  management: ReportManagementService,
  viewed: ViewedReportService,
) {
  return handlers({
    'GET /api/v1/reports': async ({ actor }) => ({ reports: await management.list(actor) }),
    'GET /api/v1/reports/:id': ({ actor, params }) => reports.read(actor, params.id),
    'POST /api/v1/reports/:id/run': ({ actor, params, body: { viewAs, ...state }, requestId, signal }) => {
      const request = { id: requestId, signal };
      return viewAs === undefined
        ? reports.run(actor, params.id, state, request)
        : viewed.run(actor, params.id, { viewAs, state }, request);
    },
    'GET /api/v1/reports/:id/readers/:account': ({ actor, params }) => viewed.reader(actor, params.id, params.account),
    'PATCH /api/v1/reports/:id': ({ actor, params, body }) => management.rename(actor, params.id, body),
    'POST /api/v1/reports/:id/move': ({ actor, params, body }) => management.move(actor, params.id, body.workspace),
    'POST /api/v1/reports/:id/copy': ({ actor, params, body }) => management.copy(actor, params.id, body),
    'PUT /api/v1/reports/:id/favorite': ({ actor, params, body }) =>
      management.markFavorite(actor, params.id, body.favorite),
    'PUT /api/v1/reports/:id/verification': ({ actor, params, body }) => management.verify(actor, params.id, body),
    'DELETE /api/v1/reports/:id/verification': ({ actor, params }) => management.unverify(actor, params.id),
    'POST /api/v1/reports/:id/archive': ({ actor, params }) => management.archive(actor, params.id),
    'POST /api/v1/reports/:id/restore': ({ actor, params }) => management.restore(actor, params.id),
  });
}
