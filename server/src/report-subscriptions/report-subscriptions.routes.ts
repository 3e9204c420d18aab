import { handlers } from '../kernel/api/api.ts';
import type { ReportSubscriptionService } from './report-subscriptions.service.ts';

export function reportSubscriptionHandlers(subscriptions: ReportSubscriptionService) {
  return handlers({
    'GET /api/v1/reports/:id/subscriptions': ({ actor, params }) => subscriptions.list(actor, params.id),
    'POST /api/v1/reports/:id/subscriptions': ({ actor, params, body }) => subscriptions.create(actor, params.id, body),
    'PATCH /api/v1/reports/:id/subscriptions/:subscription': ({ actor, params, body }) =>
      subscriptions.change(actor, params, body),
    'DELETE /api/v1/reports/:id/subscriptions/:subscription': ({ actor, params }) =>
      subscriptions.delete(actor, params),
    'POST /api/v1/reports/:id/subscriptions/:subscription/pause': ({ actor, params, body }) =>
      body.paused ? subscriptions.pause(actor, params) : subscriptions.resume(actor, params),
    'POST /api/v1/reports/:id/subscriptions/:subscription/send': ({ actor, params }) =>
      subscriptions.sendNow(actor, params),
    'GET /api/v1/reports/:id/subscriptions/:subscription/runs': ({ actor, params }) =>
      subscriptions.runs(actor, params),
  });
}
