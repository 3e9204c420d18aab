import { z } from 'zod';
import { importResult, loadMode } from './imports.ts';
import { identifier } from './model/names.ts';
import { defineRoute } from './protocol/define-route.ts';
import { sourceStep } from './sources.ts';
import { restriction, sqlStatement, sqlTableColumn } from './sql-query.ts';
import { versionNumber } from './values/version-number.ts';
import { CERTIFICATE_BYTES, serverWarehouseSettings, warehouseConnection } from './warehouse-connection.ts';

const title = z.string().trim().min(1).max(100);
/** Of the server; a name of any engine. */
const remoteName = z.string().min(1).max(255);

/** A server that tables are copied from. Figures are not computed there. */
export const copySource = z.object({
  id: z.uuid(),
  name: z.string(),
  ...warehouseConnection.pick({ settings: true, proven: true, note: true, connectedAt: true }).shape,
});
export type CopySource = z.infer<typeof copySource>;

/** What a column's values are: a watermark needs some that grow. */
const columnKind = z.enum(['integer', 'decimal', 'number', 'boolean', 'date', 'timestamp', 'string', 'unknown']);

export const sourceTable = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), /** As the server calls it. */ native: z.string(), type: columnKind })),
});
export type SourceTable = z.infer<typeof sourceTable>;

/** Types of columns whose greatest value says how far a copy has come. */
export const WATERMARK_TYPES = ['integer', 'decimal', 'date', 'timestamp'] as const;

/** `replace`: the whole table each time. `append` and `upsert`: rows beyond the greatest value of the last copy. */
export const COPY_MODES = ['replace', 'append', 'upsert'] as const;
export type CopyMode = (typeof COPY_MODES)[number];

export const copiedTable = z.strictObject({
  /** In the server. */
  table: remoteName,
  /** In the embedded warehouse. */
  target: identifier,
  columns: z.array(remoteName).min(1).max(5000),
  /** All columns that the table had when these were chosen: others that come stop the copy. */
  known: z.array(remoteName).min(1).max(5000),
  mode: z.enum(COPY_MODES),
  /** A column that grows, unless the whole table is copied. */
  watermark: remoteName.nullable(),
  /** Columns that identify a row, for `upsert`. */
  key: z.array(remoteName).max(20),
  /** The date column whose latest day is the as-of date of the figures. */
  asOf: remoteName.nullable(),
});
export type CopiedTable = z.infer<typeof copiedTable>;

const copiedTables = z.strictObject({
  kind: z.literal('tables'),
  source: z.uuid(),
  tables: z.array(copiedTable).min(1).max(200),
});
/** A file at an address, imported as the last file of its kind was. */
const copiedFile = z.strictObject({
  kind: z.literal('file'),
  url: z.url({ protocol: /^https$/, error: 'Enter an address that begins with https://' }).max(2000),
  target: identifier,
  /** `days` needs a file of the kind that was imported before. */
  mode: loadMode.exclude(['days', 'upsert']),
});
/**
 * The rows of a saved query, with the rights of the person who added or last changed the copy. It runs the statement as it
 * was then: people who may change the saved query do not change what runs with these rights.
 */
const copiedQuery = z.strictObject({
  kind: z.literal('query'),
  /** The saved query that the statement comes from, as of a revision. */
  query: z.uuid(),
  revision: versionNumber,
  ...sqlStatement,
  /** In the embedded warehouse. */
  target: identifier,
  /** The date column whose latest day is the as-of date of the figures, named as in the result. */
  asOf: remoteName.nullable(),
  /** Tables with row rules or masks that it reads, and whose rows everybody may see who may read the target. */
  open: z.array(remoteName).max(1000),
});
export const copyContent = z.discriminatedUnion('kind', [copiedTables, copiedFile, copiedQuery]);
export type CopyContent = z.infer<typeof copyContent>;

const at = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 05:30');
/** Times of the tenant's time zone. */
export const copySchedule = z.discriminatedUnion('every', [
  z.strictObject({ every: z.literal('hour'), minute: z.int().min(0).max(59) }),
  z.strictObject({ every: z.literal('day'), at }),
  /** Monday to Friday. */
  z.strictObject({ every: z.literal('weekday'), at }),
  /** 1 is Monday, 7 is Sunday. */
  z.strictObject({ every: z.literal('week'), day: z.int().min(1).max(7), at }),
  /** After each load of a table that a query reads. */
  z.strictObject({ every: z.literal('load') }),
]);
export type CopySchedule = z.infer<typeof copySchedule>;

const copyDraft = z.strictObject({ name: title, content: copyContent, schedule: copySchedule.nullable() });
export type CopyDraft = z.infer<typeof copyDraft>;

/**
 * `unchanged`: there was nothing new. `stopped`: columns came, went or changed their type, which a person has to decide.
 */
export const COPY_RUN_STATUSES = [
  'waiting',
  'running',
  'loaded',
  'unchanged',
  'stopped',
  'failed',
  'canceled',
] as const;
export type CopyRunStatus = (typeof COPY_RUN_STATUSES)[number];

export const COPY_FAILURES = [
  /** Columns differ from those that were chosen. */
  'columns',
  /** Types differ from those in the warehouse: the run's import waits for a decision. */
  'decision',
  /** The source refuses, or does not answer. */
  'source',
  /** A table that had rows has none. */
  'empty',
  /** Rows were rejected, a key is not unique, or the like. */
  'load',
  /** The statement cannot run any more. */
  'statement',
  /** The person whose rights a query has lost them, or a table that it reads got row rules or masks. */
  'rights',
  'external_warehouse',
  'storage_full',
  'interrupted',
  'other',
] as const;

export const copyRun = z.object({
  id: z.uuid(),
  status: z.enum(COPY_RUN_STATUSES),
  scheduled: z.boolean(),
  /** Email; null for a scheduled one. */
  startedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** The table that is being read, and how much of it; null unless it runs. */
  progress: z
    .object({
      step: z.enum(['read', 'load']),
      table: z.string(),
      tables: z.object({ done: z.int().nonnegative(), of: z.int().nonnegative() }),
      bytes: z.int().nonnegative(),
    })
    .nullable(),
  version: z.int().positive().nullable(),
  results: z.array(importResult.pick({ table: true, loaded: true, rows: true, before: true })),
  /** What happened and what to do. */
  failure: z
    .object({
      code: z.enum(COPY_FAILURES),
      message: z.string(),
      columns: z.array(z.object({ table: z.string(), column: z.string(), change: z.enum(['came', 'went']) })),
    })
    .nullable(),
  /** The import that its rows are loaded with. */
  importId: z.uuid().nullable(),
});
export type CopyRun = z.infer<typeof copyRun>;

export const dataCopy = z.object({
  id: z.uuid(),
  name: z.string(),
  content: copyContent,
  schedule: copySchedule.nullable(),
  paused: z.boolean(),
  createdBy: z.string().nullable(),
  /** Of a query: the email of the person whose rights it has; null if there is no such person any more. */
  runsAs: z.string().nullable(),
  /** Of a query: the tables that it read when it was saved. */
  reads: z.array(z.string()),
  /** Null if it is paused, or has no schedule. */
  nextRunAt: z.iso.datetime().nullable(),
  timeZone: z.string(),
  /** Null before the first. */
  lastRun: copyRun.nullable(),
});
export type DataCopy = z.infer<typeof dataCopy>;

const queryCheck = z.object({
  columns: z.array(sqlTableColumn.omit({ masked: true })),
  reads: z.array(z.string()),
  /** Tables with row rules or masks for anybody: these do not restrict the rows of the target. */
  guarded: z.array(restriction),
});
export type QueryCheck = z.infer<typeof queryCheck>;

const byId = z.strictObject({ id: z.uuid() });
const administered = { permission: 'data.manage', tenant: 'tenant' } as const;
const sourceDraft = z.strictObject({ name: title, settings: serverWarehouseSettings });
const deleted = z.object({ deleted: z.literal(true) });

export const copyRoutes = {
  'GET /api/v1/copy-sources': defineRoute({
    ...administered,
    summary: 'List the servers that tables are copied from',
    audit: { action: 'copy.source-list', when: 'denied' },
    input: {},
    output: z.object({ sources: z.array(copySource) }),
    errors: [],
  }),
  'POST /api/v1/copy-sources': defineRoute({
    ...administered,
    summary: 'Add a server to copy tables from, after testing it',
    audit: { action: 'copy.source-add', when: 'always' },
    bodyBytes: CERTIFICATE_BYTES,
    input: { body: sourceDraft },
    output: copySource,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/copy-sources/test': defineRoute({
    ...administered,
    summary: 'Test the settings of a server to copy from, step by step; nothing is changed',
    audit: { action: 'copy.source-test', when: 'always' },
    readOnly: true,
    bodyBytes: CERTIFICATE_BYTES,
    input: { body: serverWarehouseSettings },
    output: z.object({ steps: z.array(sourceStep) }),
    errors: [],
  }),
  'PUT /api/v1/copy-sources/:id': defineRoute({
    ...administered,
    summary: 'Change a server that tables are copied from, after testing it',
    audit: { action: 'copy.source-change', when: 'always' },
    bodyBytes: CERTIFICATE_BYTES,
    input: { params: byId, body: sourceDraft },
    output: copySource,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/copy-sources/:id': defineRoute({
    ...administered,
    summary: 'Remove a server that no copy reads from',
    audit: { action: 'copy.source-delete', when: 'always' },
    input: { params: byId },
    output: deleted,
    errors: ['CONFLICT'],
  }),
  'GET /api/v1/copy-sources/:id/tables': defineRoute({
    ...administered,
    summary: 'List the tables of a server, with their columns',
    audit: { action: 'copy.source-tables', when: 'denied' },
    input: { params: byId },
    output: z.object({ tables: z.array(sourceTable) }),
    errors: ['WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'],
  }),
  'GET /api/v1/copies': defineRoute({
    ...administered,
    summary: 'List the tenant’s copies, each with its last run',
    audit: { action: 'copy.list', when: 'denied' },
    input: {},
    output: z.object({ copies: z.array(dataCopy) }),
    errors: [],
  }),
  'POST /api/v1/copies': defineRoute({
    ...administered,
    summary: 'Add a copy into the embedded warehouse',
    audit: { action: 'copy.create', when: 'always' },
    bodyBytes: CERTIFICATE_BYTES,
    input: { body: copyDraft },
    output: dataCopy,
    errors: ['CONFLICT', 'WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'],
  }),
  'PUT /api/v1/copies/:id': defineRoute({
    ...administered,
    summary: 'Change a copy',
    audit: { action: 'copy.change', when: 'always' },
    bodyBytes: CERTIFICATE_BYTES,
    input: { params: byId, body: copyDraft },
    output: dataCopy,
    errors: ['CONFLICT', 'WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'],
  }),
  'POST /api/v1/copies/query-check': defineRoute({
    ...administered,
    summary: 'Show what the table of a query would have: its columns, and the tables that it reads',
    audit: { action: 'copy.query-check', when: 'denied' },
    readOnly: true,
    input: { body: z.strictObject(sqlStatement) },
    output: queryCheck,
    errors: ['QUERY_INVALID', 'BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'DELETE /api/v1/copies/:id': defineRoute({
    ...administered,
    summary: 'Remove a copy; its tables stay in the warehouse',
    audit: { action: 'copy.delete', when: 'always' },
    input: { params: byId },
    output: deleted,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/copies/:id/pause': defineRoute({
    ...administered,
    summary: 'Pause the schedule of a copy, or resume it',
    audit: { action: 'copy.pause', when: 'always' },
    input: { params: byId, body: z.strictObject({ paused: z.boolean() }) },
    output: dataCopy,
    errors: [],
  }),
  'POST /api/v1/copies/:id/run': defineRoute({
    ...administered,
    summary: 'Run a copy now',
    audit: { action: 'copy.run', when: 'always' },
    input: { params: byId },
    output: dataCopy,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/copies/:id/cancel': defineRoute({
    ...administered,
    summary: 'Cancel the run of a copy; the data stays as it is',
    audit: { action: 'copy.cancel', when: 'always' },
    input: { params: byId },
    output: dataCopy,
    errors: ['CONFLICT'],
  }),
  'GET /api/v1/copies/:id/runs': defineRoute({
    ...administered,
    summary: 'List the last 50 runs of a copy, newest first',
    audit: { action: 'copy.runs', when: 'denied' },
    input: { params: byId },
    output: z.object({ runs: z.array(copyRun) }),
    errors: [],
  }),
} as const;
