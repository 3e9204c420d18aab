import type { Calendar } from '@rise/contract';
import { CalendarService } from '../../tenant-settings/calendar.service.ts';
import { tenantActor, withWarehouses, type CommandContext } from '../command-context.ts';

const nameOf = (options: Intl.DateTimeFormatOptions, date: Date) =>
  new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }).format(date);

/** Prints the calendar in words: '1 January 2024' was a Monday. */
function describe({ timeZone, weekStart, fiscalYearStart }: Calendar): string {
  const weekday = nameOf({ weekday: 'long' }, new Date(Date.UTC(2024, 0, weekStart)));
  const month = nameOf({ month: 'long' }, new Date(Date.UTC(2024, fiscalYearStart - 1, 1)));
  return `time zone ${timeZone}, weeks from ${weekday}, fiscal years from ${month}`;
}

export function showCalendar(context: CommandContext, slug: string): Promise<void> {
  const { database } = context;
  return withWarehouses(context, async ({ warehouses }) => {
    const calendar = await new CalendarService({ database, warehouses }).read(await tenantActor(context, slug));
    context.say(`Calendar of ${slug}: ${describe(calendar)}.`);
  });
}

/** Changes what is stated of a tenant's calendar. */
export function setCalendar(context: CommandContext, slug: string, change: Partial<Calendar>): Promise<void> {
  const { database } = context;
  return withWarehouses(context, async ({ warehouses }) => {
    const calendars = new CalendarService({ database, warehouses });
    const { changed, ...calendar } = await calendars.set(await tenantActor(context, slug), change);
    context.say(`${changed ? 'Set' : 'No changes'}: ${describe(calendar)}.`);
  });
}
