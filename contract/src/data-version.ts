import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { versionNumber } from './values/version-number.ts';

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

/** A version of the tenant's data. Versions never change; the current one answers. */
export const dataVersion = z.object({
  number: z.int().positive(),
  /** Name of what was loaded. */
  source: z.string(),
  asOf: z.iso.date().nullable(),
  loadedAt: z.iso.datetime(),
  current: z.boolean(),
  /** The version whose data it brought back; null for a load. */
  restoredFrom: z.int().positive().nullable(),
  /** Whether its rows are in the embedded warehouse, so that it can be restored. */
  restorable: z.boolean(),
  /** By name; empty for an external warehouse, whose rows are not counted. */
  tables: z.array(
    z.object({
      table: z.string(),
      rows: z.int().nonnegative(),
      /** Rows in the version before; null where it lacks the table, and for the first version. */
      before: z.int().nonnegative().nullable(),
    }),
  ),
});
export type DataVersion = z.infer<typeof dataVersion>;

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
  'GET /api/v1/data-version/history': defineRoute({
    summary: 'List the versions of the tenant’s data, newest first, with the rows of their tables',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'data-version.list', when: 'denied' },
    input: {},
    output: z.object({ versions: z.array(dataVersion) }),
    errors: [],
  }),
  'POST /api/v1/data-version/restore': defineRoute({
    summary: 'Make the data of an older version current again, as a new version',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'data-version.restore', when: 'always' },
    input: { body: z.strictObject({ version: versionNumber }) },
    output: dataState,
    errors: ['CONFLICT', 'WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'],
  }),
} as const;
