import { handlers } from '../kernel/api/api.ts';
import type { InsightService } from './insights.service.ts';

export function insightHandlers(insights: InsightService) {
  return handlers({
    'GET /api/v1/insights': ({ actor }) => insights.read(actor),
    'POST /api/v1/insights/compute': async ({ actor }) => {
      await insights.compute(actor);
      return { pending: true as const };
    },
    'POST /api/v1/insights/cancel': async ({ actor }) => ({ canceled: await insights.cancel(actor) }),
    'PATCH /api/v1/insights/findings/:key': ({ actor, params, body }) => insights.change(actor, params.key, body),
  });
}
