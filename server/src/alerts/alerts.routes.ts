import { handlers } from '../kernel/api/api.ts';
import type { AlertService } from './alerts.service.ts';

export function alertHandlers(alerts: AlertService) {
  return handlers({
    'GET /api/v1/alerts': async ({ actor }) => ({ alerts: await alerts.list(actor) }),
  });
}
