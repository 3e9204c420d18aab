import { handlers } from '../kernel/api/api.ts';
import type { EventService } from './events.service.ts';

export function eventHandlers(events: EventService) {
  return handlers({
    'GET /api/v1/events': (reader) => events.open(reader),
  });
}
