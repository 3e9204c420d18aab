import { handlers } from '../kernel/api/api.ts';
import type { ReportAlertService } from './report-alerts.service.ts';

export function reportAlertHandlers(alerts: ReportAlertService) {
  return handlers({
    'GET /api/v1/report-alerts': ({ actor }) => alerts.list(actor),
    'POST /api/v1/reports/:id/alerts': ({ actor, params, body }) => alerts.create(actor, params.id, body),
    'POST /api/v1/reports/:id/alerts/course': ({ actor, params, body }) => alerts.course(actor, params.id, body),
    'PATCH /api/v1/report-alerts/:id': ({ actor, params, body }) => alerts.change(actor, params.id, body),
    'POST /api/v1/report-alerts/:id/pause': ({ actor, params, body }) =>
      alerts.setPaused(actor, params.id, body.paused),
    'DELETE /api/v1/report-alerts/:id': ({ actor, params }) => alerts.delete(actor, params.id),
    'GET /api/v1/report-alerts/:id/checks': ({ actor, params }) => alerts.checks(actor, params.id),
  });
}
