import { handlers } from '../kernel/api/api.ts';
import type { ReportExportService } from './report-exports.service.ts';

export function reportExportHandlers(exports: ReportExportService) {
  return handlers({
    'POST /api/v1/reports/:id/export': ({ actor, params, body, ...request }) =>
      exports.export(actor, params.id, body, request),
  });
}
