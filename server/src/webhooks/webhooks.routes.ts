import { handlers } from '../kernel/api/api.ts';
import type { WebhookService } from './webhooks.service.ts';

export function webhookHandlers(webhooks: WebhookService) {
  return handlers({
    'GET /api/v1/webhooks': ({ actor }) => webhooks.list(actor),
    'POST /api/v1/webhooks': ({ actor, body }) => webhooks.create(actor, body),
    'PATCH /api/v1/webhooks/:id': ({ actor, params, body }) => webhooks.change(actor, params.id, body),
    'DELETE /api/v1/webhooks/:id': ({ actor, params }) => webhooks.delete(actor, params.id),
    'POST /api/v1/webhooks/:id/test': ({ actor, params }) => webhooks.test(actor, params.id),
    'GET /api/v1/webhooks/:id/deliveries': ({ actor, params }) => webhooks.deliveries(actor, params.id),
  });
}
