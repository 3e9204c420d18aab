import { handlers } from '../kernel/api/api.ts';
import type { ReportPresenceService } from './report-presence.service.ts';

export function reportPresenceHandlers(presence: ReportPresenceService) {
  return handlers({
    'PUT /api/v1/reports/:id/presence/:visit': async ({ actor, params, body }) => ({
      people: await presence.enter(actor, params, body.tile),
    }),
    'DELETE /api/v1/reports/:id/presence/:visit': async ({ actor, params }) => {
      await presence.leave(actor, params);
      return {};
    },
  });
}
