import { z } from 'zod';

/** Calendar grains. The start of weeks and fiscal years is set in the tenant's calendar. */
export const timeGrain = z.enum(['hour', 'day', 'week', 'month', 'quarter', 'year', 'fiscal_quarter', 'fiscal_year']);
export type TimeGrain = z.infer<typeof timeGrain>;
