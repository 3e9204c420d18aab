import { handlers } from '../kernel/api/api.ts';
import type { ModelTestService } from '../model-tests/model-tests.service.ts';
import type { AlertService } from './alerts.service.ts';

export function alertHandlers(alerts: AlertService, tests: ModelTestService) {
  return handlers({
    'GET /api/v1/alerts': async ({ actor }) => ({
      alerts: await alerts.list(actor),
      tests: await tests.alert(actor),
    }),
  });
}
