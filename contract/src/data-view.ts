import { z } from 'zod';
import { columnProfile } from './column-profile.ts';
import { defineRoute } from './protocol/define-route.ts';
import { errorBody } from './protocol/errors.ts';
import { localizedText } from './values/text.ts';

/** Most rows of a page, and most columns of a request. */
const MAX_PAGE_ROWS = 1000;
const MAX_COLUMNS = 5000;
/** Most columns whose profiles are computed in one request. */
const MAX_PROFILES = 200;

const tableName = z.string().min(1, 'Name a table.').max(300);
const columnName = z.string().min(1, 'Name a column.').max(300);
/** A value as text, as the rows have it. */
const value = z.string().max(2000);
const onColumn = { column: columnName };

/**
 * A condition on one column. Values are texts in the wire format: '12.5', '2025-12-31', 'true'. Texts compare exactly
 * in `in`, and regardless of case and accents in `contains` and `starts`.
 */
export const tableFilter = z.discriminatedUnion('is', [
  /** One of these values; null is one. */
  z.strictObject({ ...onColumn, is: z.literal('in'), values: z.array(value.nullable()).min(1).max(200) }),
  z.strictObject({ ...onColumn, is: z.literal('not-in'), values: z.array(value.nullable()).min(1).max(200) }),
  z.strictObject({ ...onColumn, is: z.literal('contains'), text: value.min(1) }),
  z.strictObject({ ...onColumn, is: z.literal('starts'), text: value.min(1) }),
  /** From `from` up to `to`; `below` is the same without the value itself. */
  z.strictObject({
    ...onColumn,
    is: z.literal('range'),
    from: value.optional(),
    to: value.optional(),
    below: value.optional(),
  }),
  z.strictObject({ ...onColumn, is: z.literal('null') }),
  z.strictObject({ ...onColumn, is: z.literal('not-null') }),
  /** Texts without a character. */
  z.strictObject({ ...onColumn, is: z.literal('empty') }),
  /** Texts of spaces only. */
  z.strictObject({ ...onColumn, is: z.literal('blank') }),
  /** Texts that begin or end with a space, and have others. */
  z.strictObject({ ...onColumn, is: z.literal('padded') }),
]);
export type TableFilter = z.infer<typeof tableFilter>;

export const tableSort = z.strictObject({ column: columnName, direction: z.enum(['asc', 'desc']) });
export type TableSort = z.infer<typeof tableSort>;

/** Which rows of a table: those that meet every filter and have the searched text in one of their columns. */
const rowsOfTable = {
  table: tableName,
  filters: z.array(tableFilter).max(50).default([]),
  search: z.string().max(200).default(''),
};
/** Columns in this order; all without it. */
const columnList = z.array(columnName).min(1).max(MAX_COLUMNS);

export const tableRowsQuery = z.strictObject({
  ...rowsOfTable,
  columns: columnList.optional(),
  sort: z.array(tableSort).max(8).default([]),
  offset: z.int().min(0).max(2_000_000_000).default(0),
  limit: z.int().min(1).max(MAX_PAGE_ROWS).default(100),
});
export type TableRowsQuery = z.infer<typeof tableRowsQuery>;

export const tableCountQuery = z.strictObject(rowsOfTable);
export type TableCountQuery = z.infer<typeof tableCountQuery>;

export const tableProfileQuery = z.strictObject({
  ...rowsOfTable,
  /** In the order in which they are sent. */
  columns: z.array(columnName).min(1).max(MAX_PROFILES),
});
export type TableProfileQuery = z.infer<typeof tableProfileQuery>;

export const tableExportQuery = z.strictObject({
  ...rowsOfTable,
  columns: columnList.optional(),
  sort: z.array(tableSort).max(8).default([]),
  format: z.enum(['csv', 'parquet', 'xlsx']),
});
export type TableExportQuery = z.infer<typeof tableExportQuery>;

const titled = { name: z.string(), title: localizedText };

export const tableSummary = z.object({
  schema: z.string(),
  name: z.string(),
  /** Of the dataset whose facts are in it; null where there is none. */
  title: localizedText.nullable(),
  description: localizedText.nullable(),
  /** Datasets of the model that read it. */
  datasets: z.array(z.object(titled)),
  columns: z.int().nonnegative(),
  /** Null where they are not counted: in external warehouses, and where rules limit the reader's rows. */
  rows: z.int().nonnegative().nullable(),
  /** Whether row rules of the model apply to the reader. */
  limited: z.boolean(),
  /** The load that brought its newest rows; null in external warehouses. */
  version: z.int().positive().nullable(),
  loadedAt: z.iso.datetime().nullable(),
});
export type TableSummary = z.infer<typeof tableSummary>;

/** Where a column is used. */
export const columnUse = z.object({
  dataset: z.string(),
  datasetTitle: localizedText,
  kind: z.enum(['measure', 'dimension', 'join', 'as-of']),
  ...titled,
  /** The mapping of a dimension's codes. */
  mapping: z.string().nullable(),
  /** Reports with it that the reader may open. */
  reports: z.array(z.object({ id: z.uuid(), title: localizedText })),
});
export type ColumnUse = z.infer<typeof columnUse>;

export const tableColumn = z.object({
  name: z.string(),
  /** As the warehouse calls its type. */
  type: z.string(),
  kind: z.enum(['text', 'integer', 'decimal', 'number', 'date', 'timestamp', 'boolean', 'other']),
  title: localizedText.nullable(),
  description: localizedText.nullable(),
  /** Whether joins of the model find rows by it. */
  key: z.boolean(),
  /** Empty for the reader. */
  masked: z.boolean(),
  uses: z.array(columnUse),
});
export type TableColumn = z.infer<typeof tableColumn>;

/** A join of the model, from this table's side: rows whose `column`s there equal a row's `own` here. */
export const relatedTable = z.object({
  table: z.string(),
  title: localizedText.nullable(),
  /** The dataset with the join. */
  dataset: z.string(),
  on: z.array(z.object({ own: z.string(), column: z.string() })).min(1),
  /** Whether a row has at most one of them. */
  single: z.boolean(),
});
export type RelatedTable = z.infer<typeof relatedTable>;

export const tableDetail = tableSummary.extend({
  columns: z.array(tableColumn),
  related: z.array(relatedTable),
  rules: z.array(z.string()),
  /** The copy that fills it, and the tables that its query reads; null for one that is not copied. */
  copy: z.object({ id: z.uuid(), name: z.string(), reads: z.array(z.string()) }).nullable(),
  /** Copies of saved queries that read it, with the tables that they fill, as far as the reader may browse them. */
  readBy: z.array(z.object({ id: z.uuid(), name: z.string(), tables: z.array(z.string()) })),
});
export type TableDetail = z.infer<typeof tableDetail>;

/** A cell in the wire format: exact numbers as text. */
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const tableRows = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)),
  /** Whether there are rows after these. */
  more: z.boolean(),
  dataVersion: z.int().positive(),
  elapsedMs: z.number(),
});
export type TableRows = z.infer<typeof tableRows>;

/** One line of a profile. */
export const tableProfileLine = z.discriminatedUnion('type', [
  /** `source`: stored with the version, estimated from a sample, or computed from all rows. A later line replaces it. */
  z.object({ type: z.literal('column'), source: z.enum(['stored', 'estimate', 'exact']), profile: columnProfile }),
  /** The reader may not see its values. */
  z.object({ type: z.literal('masked'), column: z.string() }),
  z.object({ type: z.literal('failed'), error: errorBody.shape.error }),
  z.object({ type: z.literal('end') }),
]);
export type TableProfileLine = z.infer<typeof tableProfileLine>;

const WAREHOUSE_ERRORS = ['WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'] as const;

export const dataViewRoutes = {
  'GET /api/v1/data-view/tables': defineRoute({
    summary: 'List the tables of the warehouse that the caller may browse',
    permission: 'data.view',
    tenant: 'tenant',
    audit: { action: 'data-view.tables', when: 'denied' },
    input: {},
    output: z.object({
      /** The kind of warehouse: 'duckdb' is the embedded one. */
      engine: z.string(),
      source: z.string(),
      dataVersion: z.int().positive(),
      tables: z.array(tableSummary),
    }),
    errors: WAREHOUSE_ERRORS,
  }),
  'GET /api/v1/data-view/table': defineRoute({
    summary: 'Describe a table: its columns, what they mean, where they are used, and related tables',
    permission: 'data.view',
    tenant: 'tenant',
    audit: { action: 'data-view.table', when: 'denied' },
    input: { query: z.strictObject({ table: tableName }) },
    output: tableDetail,
    errors: WAREHOUSE_ERRORS,
  }),
  'POST /api/v1/data-view/rows': defineRoute({
    summary: 'Read a page of a table’s rows, sorted and filtered',
    permission: 'data.view',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'data-view.rows', when: 'denied' },
    input: { body: tableRowsQuery },
    output: tableRows,
    errors: ['QUERY_INVALID', ...WAREHOUSE_ERRORS],
  }),
  'POST /api/v1/data-view/count': defineRoute({
    summary: 'Count a table’s rows that meet filters and search',
    permission: 'data.view',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'data-view.count', when: 'denied' },
    input: { body: tableCountQuery },
    output: z.object({ rows: z.int().nonnegative() }),
    errors: ['QUERY_INVALID', ...WAREHOUSE_ERRORS],
  }),
  'POST /api/v1/data-view/profile': defineRoute({
    summary: 'Profile columns of a table; each is streamed as soon as it is known',
    permission: 'data.view',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'data-view.profile', when: 'denied' },
    input: { body: tableProfileQuery },
    output: tableProfileLine,
    stream: 'ndjson',
    errors: ['QUERY_INVALID', ...WAREHOUSE_ERRORS],
  }),
  'POST /api/v1/data-view/export': defineRoute({
    summary: 'Export a table’s rows that meet filters and search, all of them, as CSV, Parquet or XLSX',
    permission: 'data.view',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'data-view.export', when: 'always' },
    input: { body: tableExportQuery },
    /** A file in the requested format, not JSON. */
    output: z.string(),
    stream: 'rows',
    errors: ['QUERY_INVALID', ...WAREHOUSE_ERRORS],
  }),
} as const;
