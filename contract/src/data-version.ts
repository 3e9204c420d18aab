import { z } from 'zod';
import { testCounts } from './model-tests.ts';
import { defineRoute } from './protocol/define-route.ts';
import { versionNumber, versionParameter } from './values/version-number.ts';

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

/** The sum of a column, an exact decimal, and what it was in the version before; null where that lacks the column. */
export const columnTotal = z.object({ column: z.string(), total: z.string(), before: z.string().nullable() });
export type ColumnTotal = z.infer<typeof columnTotal>;

/** How a version came about. `external`: read from a connected warehouse. */
export const VERSION_ORIGINS = ['import', 'sample', 'command', 'copy', 'restore', 'external'] as const;
export type VersionOrigin = (typeof VERSION_ORIGINS)[number];

/** A version of the tenant's data. Versions never change; the current one answers. */
export const dataVersion = z.object({
  number: z.int().positive(),
  /** Name of what was loaded. */
  source: z.string(),
  asOf: z.iso.date().nullable(),
  loadedAt: z.iso.datetime(),
  current: z.boolean(),
  /** Email of who loaded or restored it; null where the server did by itself or it is unknown. */
  loadedBy: z.string().nullable(),
  origin: z.enum(VERSION_ORIGINS),
  /** The import that it came from; null for others. */
  importId: z.uuid().nullable(),
  /** What was written about it when it was loaded. */
  note: z.string(),
  /** Name under which it is pinned, so that it is never removed; null: it is not. */
  pinned: z.string().nullable(),
  /** How many frozen reports have their figures from it, and keep it from being removed. */
  freezes: z.int().nonnegative(),
  /** When its data was removed because of its age; its figures cannot be shown again. */
  removedAt: z.iso.datetime().nullable(),
  /** The version whose data it brought back; null for a load. */
  restoredFrom: z.int().positive().nullable(),
  /** Whether its rows are in the embedded warehouse, so that it can be restored. */
  restorable: z.boolean(),
  /** Outcome of the model's tests on it; null where none ran. */
  tests: testCounts.nullable(),
  /** By name; empty for an external warehouse, whose rows are not counted. */
  tables: z.array(
    z.object({
      table: z.string(),
      rows: z.int().nonnegative(),
      /** Rows in the version before; null where it lacks the table, and for the first version. */
      before: z.int().nonnegative().nullable(),
      /** Sums of its amounts, as exact decimals, beside the version before; empty where none were computed. */
      totals: z.array(columnTotal),
    }),
  ),
});
export type DataVersion = z.infer<typeof dataVersion>;

/**
 * Which versions' data is retained besides the current one and those that are pinned: the newest ones, and those that
 * are not older than a number of days. Null: no such limit. A version is removed when it is beyond both.
 */
export const retention = z.strictObject({
  versions: z.int().min(1).max(10_000).nullable(),
  days: z.int().min(1).max(36_500).nullable(),
});
export type Retention = z.infer<typeof retention>;

/** `id` is the version's number. */
const byNumber = z.strictObject({ id: versionParameter });

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
    input: {
      query: z.strictObject({
        /** Versions below this number. */
        before: versionParameter.optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      }),
    },
    output: z.object({
      versions: z.array(dataVersion),
      /** `before` of the next page; null: this is the last one. */
      next: z.int().positive().nullable(),
    }),
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
  'PUT /api/v1/data-version/:id/pin': defineRoute({
    summary: 'Pin a version under a name, so that its figures can always be shown again',
    permission: 'data.manage',
    tenant: 'tenant',
    audit: { action: 'data-version.pin', when: 'always' },
    input: { params: byNumber, body: z.strictObject({ name: z.string().trim().min(1).max(100) }) },
    output: z.object({ pinned: z.string() }),
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/data-version/:id/pin': defineRoute({
    summary: 'Unpin a version, which leaves it to the retention setting',
    permission: 'data.manage',
    tenant: 'tenant',
    audit: { action: 'data-version.unpin', when: 'always' },
    input: { params: byNumber },
    output: z.object({ pinned: z.null() }),
    errors: [],
  }),
  'GET /api/v1/data-version/retention': defineRoute({
    summary: 'Read which versions of the data are retained',
    permission: 'data.manage',
    tenant: 'tenant',
    audit: { action: 'data-version.retention-read', when: 'denied' },
    input: {},
    output: retention,
    errors: [],
  }),
  'PUT /api/v1/data-version/retention': defineRoute({
    summary: 'Set which versions of the data are retained; older ones are removed within the hour',
    permission: 'data.manage',
    tenant: 'tenant',
    audit: { action: 'data-version.retention', when: 'always' },
    input: { body: retention },
    output: retention,
    errors: [],
  }),
} as const;
