import { z } from 'zod';
import { columnTotal } from './data-version.ts';
import { DOCUMENT_BYTES, defineRoute } from './protocol/define-route.ts';
import { CELL_ISSUES, doubt, inspectedFile, inspectedTable, tablePreview, tableSettings } from './import-files.ts';
import { identifier } from './model/names.ts';
import { localizedText } from './values/text.ts';

/** Files of one import. */
export const MAX_IMPORT_FILES = 100;

/**
 * `inspecting`: its files are being read for the first time. `draft`: what is loaded, and how, can be changed; also after
 * a run that failed or was canceled. `waiting`: behind another import of the tenant.
 */
export const IMPORT_STATUSES = ['inspecting', 'draft', 'waiting', 'running', 'loaded', 'failed', 'canceled'] as const;
export const importStatus = z.enum(IMPORT_STATUSES);
export type ImportStatus = z.infer<typeof importStatus>;

/** Where an import's files came from. */
export const IMPORT_ORIGINS = ['upload', 'command', 'folder', 'copy'] as const;

/**
 * What happens to the rows that the table has. `replace`: the new ones take their place. `append`: all stay. `upsert`:
 * those with the key of a new row are replaced. `days`: those of the days that the new rows have are replaced.
 */
export const LOAD_MODES = ['replace', 'append', 'upsert', 'days'] as const;
export const loadMode = z.enum(LOAD_MODES);
export type LoadMode = z.infer<typeof loadMode>;

/** How a column of the file differs from the table's column in the current version. */
export const DRIFT_KINDS = [
  /** The table does not have it. */
  'came',
  /** The file does not have it. */
  'went',
  /** One went and one came whose values look the same. */
  'renamed',
  /** Its type holds all values of the table's type. */
  'wider',
  /** Its type does not hold all values of the table's type, or the other way around. */
  'narrower',
] as const;
export type DriftKind = (typeof DRIFT_KINDS)[number];

/**
 * `take`: load it as it is in the file. `leave_out`: do not load it. `null`: leave the table's column empty in the new
 * rows. `same`: load it into the column that went. `separate`: one came and another went. `text`: store both as text.
 * `reject`: keep the table's type, and reject rows that do not fit.
 */
export const DRIFT_DECISIONS = ['take', 'leave_out', 'null', 'same', 'separate', 'text', 'reject'] as const;
export const driftDecision = z.enum(DRIFT_DECISIONS);
export type DriftDecision = z.infer<typeof driftDecision>;

/** A member of the active model that reads a column. */
export const modelUse = z.object({
  dataset: z.string(),
  /** `join`: it joins tables or identifies rows. `dataset`: the dataset as a whole depends on it. */
  kind: z.enum(['measure', 'dimension', 'join', 'dataset']),
  name: z.string(),
  title: localizedText.nullable(),
});
export type ModelUse = z.infer<typeof modelUse>;

export const drift = z.object({
  kind: z.enum(DRIFT_KINDS),
  /** Identifies it within the table: the name of the column in the table, or of the new one. */
  column: z.string(),
  /** In the current version; `type` is as DuckDB names it. */
  before: z.object({ name: z.string(), type: z.string() }).nullable(),
  /** In the file. */
  now: z.object({ title: z.string(), name: z.string(), type: z.string() }).nullable(),
  /** Values in the file. */
  samples: z.array(z.string()).max(5),
  /** What would be empty or change. */
  usedBy: z.array(modelUse),
  /** Possible decisions. */
  options: z.array(driftDecision).min(1),
  /** Null: it has to be decided before the import can run. */
  decision: driftDecision.nullable(),
  /** Whether a person decided, now or for an earlier file of the same source. */
  decided: z.boolean(),
});
export type Drift = z.infer<typeof drift>;

/** Why a table cannot be loaded yet. */
export const STOP_CODES = [
  /** It cannot be read; the table's or the file's `error` says why. */
  'unreadable',
  /** A doubt has no answer. */
  'doubt',
  /** A difference to the current version has no decision. */
  'drift',
  /** The same rows were loaded before. */
  'same_file',
  /** `upsert` without columns that identify a row, or with one that is not loaded. */
  'key',
  /** `days` without a date column, or with one that is not loaded or no date. */
  'day',
  /** A column to sort by, or the as-of date's, is not loaded. */
  'column',
  /** Other tables of this import go into the same table in another way. */
  'target',
  /** Its uploaded file is no longer stored. */
  'expired',
] as const;
export type StopCode = (typeof STOP_CODES)[number];

export const importFile = z.object({
  /** Null once the file is no longer stored. */
  upload: z.uuid().nullable(),
  name: z.string(),
  bytes: z.int().nonnegative(),
  /** Hexadecimal. */
  sha256: z.string(),
  ...inspectedFile.pick({ kind: true, error: true }).shape,
});
export type ImportFile = z.infer<typeof importFile>;

export const importTable = z.object({
  /** Within the import. */
  id: z.string(),
  /** Index of its file. */
  file: z.int().nonnegative(),
  ...inspectedTable.pick({ part: true, title: true, rows: true, columns: true, error: true }).shape,
  doubts: z.array(
    doubt.extend({
      /** Index of the choice that was made; null: none yet, and the suggested one is in the settings. */
      answer: z.int().nonnegative().nullable(),
      /** Without an answer, the table cannot be loaded. */
      required: z.boolean(),
    }),
  ),
  /** How it is read; null if it cannot be. */
  settings: tableSettings.nullable(),
  /** Whether settings and decisions are those of an earlier file of the same kind. */
  remembered: z.boolean(),
  /** Left out of the run if false. */
  include: z.boolean(),
  /** Name of the table in the warehouse. */
  target: identifier,
  /** Rows of that table in the current version; null: there is no such table. */
  rowsBefore: z.int().nonnegative().nullable(),
  mode: loadMode,
  /** Columns that identify a row, for `upsert`. */
  key: z.array(z.string()),
  /** The date column by whose days rows are replaced, for `days`. */
  day: z.string().nullable(),
  /** Columns by which rows are sorted; empty: as they come. */
  sortBy: z.array(z.string()),
  /** The date column whose latest day is the as-of date of the figures; null: the table has none. */
  asOf: z.string().nullable(),
  drift: z.array(drift),
  /** The version with which the same rows were loaded into this table, if they are still in it. */
  loadedAs: z.object({ version: z.int().positive(), loadedAt: z.iso.datetime() }).nullable(),
  /** Append them although they were loaded before. */
  loadAgain: z.boolean(),
  stops: z.array(z.object({ code: z.enum(STOP_CODES), column: z.string().nullable(), message: z.string() })),
});
export type ImportTable = z.infer<typeof importTable>;

export const FAILURE_CODES = [
  /** More rows were rejected than the import allows. */
  'too_many_rejects',
  /** A key is not unique in the new rows. */
  'key_not_unique',
  /** Columns of the file do not fit those of the table. */
  'types',
  /** No row could be loaded. */
  'no_rows',
  /** A file could not be read. */
  'file',
  /** The same rows were loaded by another import meanwhile. */
  'same_file',
  /** The warehouse has become an external one meanwhile. */
  'external_warehouse',
  /** The active model does not fit the loaded tables. */
  'model',
  /** The server was stopped. */
  'interrupted',
  'storage_full',
  'other',
] as const;

export const importResult = z.object({
  table: z.string(),
  /** Rows that came with this import. */
  loaded: z.int().nonnegative(),
  rejected: z.int().nonnegative(),
  /** Of the whole table, now and in the version before. */
  rows: z.int().nonnegative(),
  before: z.int().nonnegative().nullable(),
  /** Sums of its amounts. */
  totals: z.array(columnTotal),
});
export type ImportResult = z.infer<typeof importResult>;

export const importProgress = z.object({
  /** The table that is being loaded. */
  table: z.string(),
  /** Tables that are complete, and all. */
  tables: z.object({ done: z.int().nonnegative(), of: z.int().nonnegative() }),
  /** Of all tables, 0 to 1. */
  share: z.number().min(0).max(1),
});
export type ImportProgress = z.infer<typeof importProgress>;

const summary = {
  id: z.uuid(),
  status: importStatus,
  origin: z.enum(IMPORT_ORIGINS),
  createdAt: z.iso.datetime(),
  /** Email; null for the command line, the watched folder and scheduled copies. */
  createdBy: z.string().nullable(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** Why it was loaded, for the history of versions. */
  note: z.string(),
  /** Null unless it runs. */
  progress: importProgress.nullable(),
  /** The version that it became. */
  version: z.int().positive().nullable(),
  /** Why the last run failed. `message` says what happened and what to do; no data was changed. */
  failure: z.object({ code: z.enum(FAILURE_CODES), message: z.string() }).nullable(),
  /** Rows of the last run that were rejected; they can be downloaded. */
  rejected: z.int().nonnegative(),
};
export const importSummary = z.object({
  ...summary,
  /** Names of its files. */
  files: z.array(z.string()),
  /** Names of its tables in the warehouse. */
  targets: z.array(z.string()),
});
export type ImportSummary = z.infer<typeof importSummary>;

export const dataImport = z.object({
  ...summary,
  files: z.array(importFile),
  tables: z.array(importTable),
  /** Share of rejected rows, 0 to 1, above which a table is refused. */
  rejectLimit: z.number().min(0).max(1),
  /** Whether nothing stops a run. */
  ready: z.boolean(),
  /** Of the last successful run. */
  results: z.array(importResult),
  /** The tables of the current version, as targets. */
  warehouse: z.array(
    z.object({
      table: z.string(),
      rows: z.int().nonnegative(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
    }),
  ),
});
export type DataImport = z.infer<typeof dataImport>;

const tableChange = z.strictObject({
  id: z.string().max(40),
  include: z.boolean().optional(),
  settings: tableSettings.optional(),
  /** Answers to doubts by index; each changes the settings as its choice says. */
  answers: z
    .array(z.strictObject({ doubt: z.int().min(0).max(100_000), choice: z.int().min(0).max(100) }))
    .max(1000)
    .optional(),
  target: identifier.optional(),
  mode: loadMode.optional(),
  key: z.array(identifier).max(20).optional(),
  day: identifier.nullable().optional(),
  sortBy: z.array(identifier).max(20).optional(),
  asOf: identifier.nullable().optional(),
  /** By `column` of the differences; null takes a decision back. */
  decisions: z
    .array(z.strictObject({ column: z.string().max(1000), decision: driftDecision.nullable() }))
    .max(5000)
    .optional(),
  loadAgain: z.boolean().optional(),
});
export type ImportTableChange = z.input<typeof tableChange>;

const byId = z.strictObject({ id: z.uuid() });
const administered = { permission: 'data.manage', tenant: 'tenant' } as const;

/** What is rejected: a row of the download. */
export const rejectedRow = z.object({
  table: z.string(),
  file: z.string(),
  /** Line of the text, row of the sheet, or number of the row, from 1. */
  line: z.int().positive().nullable(),
  column: z.string().nullable(),
  value: z.string().nullable(),
  reason: z.enum(CELL_ISSUES),
});

export const importRoutes = {
  'GET /api/v1/imports': defineRoute({
    ...administered,
    summary: 'List the tenant’s imports, newest first',
    audit: { action: 'import.list', when: 'denied' },
    input: {
      query: z.strictObject({
        /** Those created before the import with this id. */
        before: z.uuid().optional(),
        limit: z.coerce.number().int().min(1).max(100).default(20),
      }),
    },
    output: z.object({
      imports: z.array(importSummary),
      /** `before` of the next page; null: this is the last one. */
      next: z.uuid().nullable(),
    }),
    errors: [],
  }),
  'POST /api/v1/imports': defineRoute({
    ...administered,
    summary: 'Inspect uploaded files and draft their import',
    audit: { action: 'import.create', when: 'always' },
    input: { body: z.strictObject({ uploads: z.array(z.uuid()).min(1).max(MAX_IMPORT_FILES) }) },
    output: dataImport,
    errors: ['CONFLICT', 'BUSY'],
  }),
  'GET /api/v1/imports/:id': defineRoute({
    ...administered,
    summary: 'Read an import: its files and tables, how they are loaded, and what stops it',
    audit: { action: 'import.read', when: 'denied' },
    input: { params: byId },
    output: dataImport,
    errors: [],
  }),
  'PATCH /api/v1/imports/:id': defineRoute({
    ...administered,
    summary: 'Change how an import’s tables are read and loaded',
    audit: { action: 'import.change', when: 'always' },
    input: {
      params: byId,
      body: z.strictObject({
        note: z.string().trim().max(500).optional(),
        rejectLimit: z.number().min(0).max(1).optional(),
        tables: z.array(tableChange).max(2000).optional(),
      }),
    },
    output: dataImport,
    bodyBytes: 4 * DOCUMENT_BYTES,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/imports/:id/tables/:table/preview': defineRoute({
    ...administered,
    summary: 'Read the first 200 rows of a table as they would be loaded, with what is wrong in them',
    audit: { action: 'import.preview', when: 'denied' },
    readOnly: true,
    input: {
      params: z.strictObject({ id: z.uuid(), table: z.string().max(40) }),
      /** Without settings: by those of the draft. */
      body: z.strictObject({ settings: tableSettings.optional() }),
    },
    output: tablePreview,
    bodyBytes: 2 * DOCUMENT_BYTES,
    errors: ['CONFLICT', 'BUSY'],
  }),
  'POST /api/v1/imports/:id/run': defineRoute({
    ...administered,
    summary: 'Load an import as the next version of the data; with an Idempotency-Key at most once',
    audit: { action: 'import.run', when: 'always' },
    input: { params: byId },
    output: dataImport,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/imports/:id/cancel': defineRoute({
    ...administered,
    summary: 'Cancel an import that waits or runs; the data stays as it is',
    audit: { action: 'import.cancel', when: 'always' },
    input: { params: byId },
    output: dataImport,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/imports/:id': defineRoute({
    ...administered,
    summary: 'Discard an import that has not been loaded, with its rejected rows',
    audit: { action: 'import.delete', when: 'always' },
    input: { params: byId },
    output: z.object({ deleted: z.literal(true) }),
    errors: ['CONFLICT'],
  }),
  'GET /api/v1/imports/:id/rejects': defineRoute({
    ...administered,
    summary: 'Download the rejected rows of an import’s last run as CSV, with reasons',
    audit: { action: 'import.rejects', when: 'always' },
    input: { params: byId },
    output: rejectedRow,
    stream: 'rows',
    errors: [],
  }),
} as const;
