import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';

/** The data version behind a tenant's figures; all null until data is loaded. */
export const dataState = z.object({
  /** Number of the current version. */
  dataVersion: z.int().positive().nullable(),
  /** Name of the loaded source. */
  source: z.string().nullable(),
  /** The as-of date of the figures. */
  asOf: z.iso.date().nullable(),
  loadedAt: z.iso.datetime().nullable(),
});
export type DataState = z.infer<typeof dataState>;

export const dataVersionRoutes = {
  'GET /api/v1/data-version': defineRoute({
    summary: 'Read the current version of the tenant’s data',
    permission: 'report.read',
    tenant: 'tenant',
    audit: { action: 'data-version.read', when: 'denied' },
    input: {},
    output: dataState,
    errors: [],
  }),
} as const;
