import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { queryMeta, queryResult } from './query/result.ts';
import { viewAs } from './query/view-as.ts';
import { MAX_ROWS } from './values/row-limits.ts';

/** Maximum characters of a statement. */
const LONGEST_SQL = 20_000;

/**
 * A SELECT in the dialect of the warehouse's engine, over the tables of the model. It sees only the rows and columns the
 * reader may see; errors name line and column.
 */
export const sqlQuery = z.strictObject({
  sql: z.string().min(1, 'Enter a SELECT statement.').max(LONGEST_SQL, `Write at most ${LONGEST_SQL} characters.`),
  limit: z.int().min(1).max(MAX_ROWS).default(1000),
  viewAs: viewAs.optional(),
});
export type SqlQuery = z.infer<typeof sqlQuery>;

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

/** A table that the caller's statements can use, with its columns in order. */
export const sqlTable = z.object({
  name: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      /** Empty for the caller. */
      masked: z.boolean(),
    }),
  ),
});
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
} as const;
