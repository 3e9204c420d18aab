import { z } from 'zod';
import { defineRoute } from './define-route.ts';

/** Which data a tenant's figures stand on now; all null until some is loaded. */
export const dataState = z.object({
  /** Number of the current version. */
  dataVersion: z.int().positive().nullable(),
  /** What was loaded. */
  source: z.string().nullable(),
  /** The day the figures are of. */
  asOf: z.iso.date().nullable(),
  loadedAt: z.iso.datetime().nullable(),
});
export type DataState = z.infer<typeof dataState>;

export const dataVersionRoutes = {
  'GET /api/v1/data-version': defineRoute({
    summary: 'Which version of the tenant’s data is current',
    permission: 'report.read',
    tenant: 'tenant',
    audit: { action: 'data-version.read', when: 'denied' },
    input: {},
    output: dataState,
    errors: [],
  }),
} as const;
