import { z } from 'zod';
import { defineRoute } from './define-route.ts';
import { fieldName } from './field-name.ts';
import { level } from './grouping.ts';
import { aggregateQuery, cell, dimensionRequest, queryResult, viewAs } from './query.ts';
import { localizedText } from './text.ts';

/**
 * A cell of an answer by its place: for each column of a dimension what stands there. A dimension that is left out is
 * totalled. Periods are named by their first day, as in the answer; `value` counts only where `level` is 'member'.
 */
export const cellAddress = z
  .array(z.strictObject({ field: fieldName, value: cell.default(null), level: level.default('member') }))
  .max(20);
export type CellAddress = z.infer<typeof cellAddress>;

/** The rows that one measure is made of in one cell of a query; of a ratio, those of numerator and denominator. */
export const rowsQuery = z.strictObject({
  query: aggregateQuery,
  cell: cellAddress.default([]),
  measure: fieldName,
  /** Dimensions to show, in this order; left out, the query's own and then all others of the dataset. */
  columns: z.array(fieldName).max(100).optional(),
  limit: z.int().min(1).max(1000).default(100),
  offset: z.int().min(0).max(10_000_000).default(0),
});
export type RowsQuery = z.infer<typeof rowsQuery>;

/**
 * Rows as they are: dimensions, then for each part of the measure what the row gives to it (null where it gives nothing),
 * then the columns of the warehouse that these are computed of. Every row gives something. `totals` has each part over all
 * rows, `value` the measure made of them, which is the cell's; null for balances, which are made of days.
 */
export const rowsResult = queryResult.extend({
  /** How many rows there are, beyond the page. */
  count: z.int(),
  value: cell,
});
export type RowsResult = z.infer<typeof rowsResult>;

/** One level down from a cell: the dimension that comes next, and the query that asks for it under the cell's conditions. */
export const drillStep = z.object({
  /** Null where a date goes to shorter periods. */
  hierarchy: z.object({ name: z.string(), title: localizedText }).nullable(),
  /** The column that is drilled down. */
  from: z.string(),
  to: dimensionRequest,
  title: localizedText,
  query: aggregateQuery,
});
export type DrillStep = z.infer<typeof drillStep>;

export const drillRoutes = {
  'POST /api/v1/query/drill-down': defineRoute({
    summary: 'Where a cell of a query can be drilled down to, each with its query',
    permission: 'query.run',
    tenant: 'tenant',
    audit: { action: 'query.drill', when: 'denied' },
    input: { body: z.strictObject({ query: aggregateQuery, cell: cellAddress, viewAs: viewAs.optional() }) },
    output: z.object({ steps: z.array(drillStep) }),
    errors: ['QUERY_INVALID', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/query/rows': defineRoute({
    summary: 'The rows behind one figure of a query, page by page',
    permission: 'query.run',
    tenant: 'tenant',
    audit: { action: 'query.rows', when: 'always' },
    input: { body: rowsQuery.extend({ viewAs: viewAs.optional() }) },
    output: rowsResult,
    errors: ['QUERY_INVALID', 'BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
