import { z } from 'zod';

/** Periods of the calendar. Weeks begin and fiscal years start where the tenant's calendar says. */
export const timeGrain = z.enum(['hour', 'day', 'week', 'month', 'quarter', 'year', 'fiscal_quarter', 'fiscal_year']);
export type TimeGrain = z.infer<typeof timeGrain>;
