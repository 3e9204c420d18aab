import { z } from 'zod';
import { defineRoute } from './define-route.ts';
import { MAX_ROWS, queryMeta, queryResult, viewAs } from './query.ts';

/** Characters of one statement. */
const LONGEST_SQL = 20_000;

/**
 * One SELECT in the words of the warehouse's engine, over the tables that the model names. It sees the rows and columns
 * that the reader may see; refusals name line and column.
 */
export const sqlQuery = z.strictObject({
  sql: z.string().min(1, 'Write a SELECT.').max(LONGEST_SQL, `Write at most ${LONGEST_SQL} characters.`),
  limit: z.int().min(1).max(MAX_ROWS).default(1000),
  viewAs: viewAs.optional(),
});
export type SqlQuery = z.infer<typeof sqlQuery>;

/** What the reader's rights kept back of a table that the statement read: figures of it are of the other rows alone. */
export const restriction = z.object({
  table: z.string(),
  /** Names of the model's rules that hold back rows. */
  rules: z.array(z.string()),
  /** Columns that are empty for the reader. */
  masked: z.array(z.string()),
});

export const sqlResult = queryResult.pick({ columns: true, rows: true }).extend({
  meta: queryMeta.omit({ unmapped: true }).extend({ restricted: z.array(restriction) }),
});
export type SqlResult = z.infer<typeof sqlResult>;

export const sqlQueryRoutes = {
  'POST /api/v1/sql': defineRoute({
    summary: 'Answer a SELECT written by hand, with the reader’s rights',
    permission: 'query.sql',
    tenant: 'tenant',
    // What ran, and what was refused, is recorded with the statement: see the server's slice.
    audit: { action: 'query.sql', when: 'denied' },
    input: { body: sqlQuery },
    output: sqlResult,
    errors: ['QUERY_INVALID', 'BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
