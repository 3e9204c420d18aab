import { handlers } from '../kernel/api/api.ts';
import type { ExportLinkService } from './export-links.service.ts';
import type { ExportJobService } from './export-jobs.service.ts';

export function exportJobHandlers(jobs: ExportJobService, links: ExportLinkService) {
  return handlers({
    'POST /api/v1/reports/:id/exports': ({ actor, params, body, language }) =>
      jobs.prepare(actor, params.id, body, language),
    'GET /api/v1/exports': ({ actor }) => jobs.list(actor),
    'GET /api/v1/exports/:id/file': ({ actor, params }) => jobs.file(actor, params.id),
    'POST /api/v1/exports/:id/link': ({ actor, params }) => links.create(actor, params.id),
    'GET /api/v1/export-downloads/:token': ({ params, requestId }) => links.open(params.token, requestId),
    'DELETE /api/v1/exports/:id': ({ actor, params }) => jobs.remove(actor, params.id),
  });
}
