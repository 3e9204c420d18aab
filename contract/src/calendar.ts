import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** A name of the IANA database. Offsets such as `+03:00` are none: they know no daylight saving time. */
const timeZone = z
  .string()
  .max(64)
  .refine((name) => /^[A-Za-z]/.test(name) && isTimeZone(name), 'Use the name of a time zone, such as America/Chicago');

/** How a tenant counts days, weeks and years. */
export const calendar = z.object({
  /** IANA time zone in which times are presented and today is determined. */
  timeZone,
  /** First day of the week: 1 is Monday, 7 is Sunday. */
  weekStart: z.int().min(1).max(7),
  /** First month of the fiscal year, 1 to 12. A fiscal year is named after the calendar year it starts in. */
  fiscalYearStart: z.int().min(1).max(12),
});
export type Calendar = z.infer<typeof calendar>;

/** Weeks from Monday, calendar years, and UTC. */
export const PLAIN_CALENDAR: Calendar = { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 1 };

export const calendarRoutes = {
  'GET /api/v1/calendar': defineRoute({
    summary: 'Read the tenant’s time zone, first day of the week and fiscal year',
    permission: 'model.read',
    tenant: 'tenant',
    audit: { action: 'calendar.read', when: 'denied' },
    input: {},
    output: calendar,
    errors: [],
  }),
  'PATCH /api/v1/calendar': defineRoute({
    summary: 'Set the tenant’s time zone, first day of the week or fiscal year',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'calendar.set', when: 'denied' },
    input: { body: z.strictObject(calendar.partial().shape) },
    output: calendar.extend({ /** False: these were the settings already. */ changed: z.boolean() }),
    errors: ['WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'],
  }),
} as const;
