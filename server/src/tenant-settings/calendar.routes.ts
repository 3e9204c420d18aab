import { handlers } from '../kernel/api/api.ts';
import type { CalendarService } from './calendar.service.ts';

export function calendarHandlers(calendars: CalendarService) {
  return handlers({
    'GET /api/v1/calendar': ({ actor }) => calendars.read(actor),
    'PATCH /api/v1/calendar': ({ actor, body }) => calendars.set(actor, body),
  });
}
