import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { errorBody } from './protocol/errors.ts';
import { cell, queryMeta, queryResult } from './query/result.ts';
import { csvOptions } from './query/stream.ts';
import { viewAs } from './query/view-as.ts';
import { calendarDay } from './values/calendar-day.ts';
import { fieldName } from './values/field-name.ts';
import { MAX_ROWS } from './values/row-limits.ts';

/** Maximum characters of a statement. */
export const MAX_SQL_LENGTH = 20_000;

const numberText = z.string().regex(/^-?\d{1,18}(\.\d{1,10})?$/, 'Enter a number such as 12 or 0.5.');
const MOST_VALUES = 1000;
const valueText = z.string().max(2000, 'Write at most 2000 characters.');

/** The value of a parameter, with its type. Numbers are text, so that they stay exact. It is bound, never part of the text. */
export const sqlParameter = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), value: valueText }),
  z.strictObject({ type: z.literal('number'), value: numberText }),
  z.strictObject({ type: z.literal('date'), value: calendarDay('Enter a day as YYYY-MM-DD.') }),
  z.strictObject({ type: z.literal('switch'), value: z.boolean() }),
  z.strictObject({ type: z.literal('list'), values: z.array(valueText).max(MOST_VALUES) }),
  z.strictObject({ type: z.literal('numbers'), values: z.array(numberText).max(MOST_VALUES) }),
]);
export type SqlParameter = z.infer<typeof sqlParameter>;

/** By name; a statement uses one as `{{name}}`. */
export const sqlParameters = z
  .record(fieldName, sqlParameter)
  .refine((parameters) => Object.keys(parameters).length <= 30, 'Use at most 30 parameters.');
export type SqlParameters = z.infer<typeof sqlParameters>;

/** A statement with the values of its parameters. */
export const sqlStatement = {
  sql: z
    .string()
    .min(1, 'Enter a SELECT statement.')
    .max(MAX_SQL_LENGTH, `Write at most ${MAX_SQL_LENGTH} characters.`),
  parameters: sqlParameters.default({}),
};
const statement = { ...sqlStatement, viewAs: viewAs.optional() };

/**
 * A SELECT in the dialect of the warehouse's engine, over the tables of the model. It sees only the rows and columns the
 * reader may see; errors name line and column.
 */
export const sqlQuery = z.strictObject({
  ...statement,
  limit: z.int().min(1).max(MAX_ROWS).default(1000),
});
export type SqlQuery = z.infer<typeof sqlQuery>;

const sqlPlanRequest = z.strictObject(statement);
export type SqlPlanRequest = z.infer<typeof sqlPlanRequest>;

export const sqlExport = z.strictObject({
  ...statement,
  format: z.enum(['csv', 'ndjson']).default('csv'),
  /** The first line has the names of the columns. */
  csv: csvOptions.omit({ head: true }).default({ language: 'en', bom: false }),
});
export type SqlExport = z.infer<typeof sqlExport>;

/** One NDJSON record of an export; without an `end` or `failed` it was cut off. */
const sqlExportRecord = z.union([
  z.array(cell),
  z.object({ type: z.literal('end'), ...queryMeta.pick({ rowCount: true, truncated: true }).shape }),
  z.object({ type: z.literal('failed'), ...errorBody.shape }),
]);

/** What the reader's rights removed from a table the statement read: its figures cover the remaining rows only. */
export const restriction = z.object({
  table: z.string(),
  /** Names of the row rules that removed rows. */
  rules: z.array(z.string()),
  /** Masked columns, empty for the reader. */
  masked: z.array(z.string()),
});

export const sqlResult = queryResult.pick({ columns: true, rows: true }).extend({
  meta: queryMeta
    .omit({ unmapped: true, uncomputed: true, averages: true, unavailable: true, periods: true })
    .extend({ restricted: z.array(restriction) }),
});
export type SqlResult = z.infer<typeof sqlResult>;

export const sqlTableColumn = z.object({
  name: z.string(),
  type: z.string(),
  /** Empty for the caller. */
  masked: z.boolean(),
});
/** A table that the caller's statements can use, with its columns in order. */
export const sqlTable = z.object({ name: z.string(), columns: z.array(sqlTableColumn) });
export type SqlTable = z.infer<typeof sqlTable>;

export const sqlQueryRoutes = {
  'GET /api/v1/sql/tables': defineRoute({
    summary: 'List the tables and columns that the caller’s statements can use',
    permission: 'query.sql',
    tenant: 'tenant',
    audit: { action: 'query.sql-tables', when: 'denied' },
    input: {},
    /** None where ad-hoc SQL is not available on the warehouse. */
    output: z.object({ tables: z.array(sqlTable) }),
    errors: ['BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/sql': defineRoute({
    summary: 'Run an ad-hoc SELECT with the caller’s rights',
    permission: 'query.sql',
    tenant: 'tenant',
    readOnly: true,
    // Executed and rejected statements are audited with their text: see the server's slice.
    audit: { action: 'query.sql', when: 'denied' },
    input: { body: sqlQuery },
    output: sqlResult,
    errors: ['QUERY_INVALID', 'BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/sql/plan': defineRoute({
    summary: 'Show how the engine would run an ad-hoc SELECT, without running it',
    permission: 'query.sql',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'query.sql-plan', when: 'denied' },
    input: { body: sqlPlanRequest },
    output: z.object({ plan: z.string(), dataVersion: z.int() }),
    errors: ['QUERY_INVALID', 'BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/sql/export': defineRoute({
    summary: 'Stream all rows of an ad-hoc SELECT as CSV or NDJSON',
    permission: 'query.sql',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'query.sql-export', when: 'denied' },
    input: { body: sqlExport },
    output: sqlExportRecord,
    stream: 'rows',
    errors: ['QUERY_INVALID', 'BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
