import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { fieldName } from './values/field-name.ts';
import { level } from './query/grouping.ts';
import { aggregateQuery, dimensionRequest } from './query/query.ts';
import { viewAs } from './query/view-as.ts';
import { cell, queryResult } from './query/result.ts';
import { rowListQuery } from './query/row-list.ts';
import { localizedText } from './values/text.ts';

/**
 * Identifies a cell of a result by its dimension values. An omitted dimension is totaled. Periods are identified by
 * their first day, as in the result; `value` is used only where `level` is 'member'.
 */
export const cellAddress = z
  .array(z.strictObject({ field: fieldName, value: cell.default(null), level: level.default('member') }))
  .max(20);
export type CellAddress = z.infer<typeof cellAddress>;

/** The rows behind one measure in one cell of a query; for a ratio, those of numerator and denominator. */
export const rowsQuery = z.strictObject({
  query: aggregateQuery,
  cell: cellAddress.default([]),
  measure: fieldName,
  /** Dimensions to show, in this order; by default the query's own, then all others of the dataset. */
  columns: z.array(fieldName).max(100).optional(),
  limit: z.int().min(1).max(1000).default(100),
  offset: z.int().min(0).max(10_000_000).default(0),
});
export type RowsQuery = z.infer<typeof rowsQuery>;

/**
 * Detail rows: dimensions, then the row's contribution to each part of the measure (null where it has none), then the
 * warehouse columns these are computed from. Every row contributes to some part. `totals` has each part over all rows,
 * `value` the measure computed from them, which equals the cell's; null for semi-additive measures.
 */
export const rowsResult = queryResult.extend({
  /** Total number of rows, across all pages. */
  count: z.int(),
  value: cell,
});
export type RowsResult = z.infer<typeof rowsResult>;

/** One level down from a cell: the next dimension, and the query for it filtered to the cell. */
export const drillStep = z.object({
  /** Null where a date drills down to shorter periods. */
  hierarchy: z.object({ name: z.string(), title: localizedText }).nullable(),
  /** The column to drill down. */
  from: z.string(),
  to: dimensionRequest,
  title: localizedText,
  query: aggregateQuery,
});
export type DrillStep = z.infer<typeof drillStep>;

export const drillRoutes = {
  'POST /api/v1/query/drill-down': defineRoute({
    summary: 'List the drill-downs of a cell of a query, each with its query, and the query for its rows',
    permission: 'query.run',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'query.drill', when: 'denied' },
    input: { body: z.strictObject({ query: aggregateQuery, cell: cellAddress, viewAs: viewAs.optional() }) },
    output: z.object({
      steps: z.array(drillStep),
      /**
       * Lists all rows of the cell's group, with the query's dimensions and what each row contributes to its measures;
       * of balances on every day, not only on the last. Null in combined datasets, whose rows are of several tables.
       */
      rows: rowListQuery.nullable(),
    }),
    errors: ['QUERY_INVALID', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/query/rows': defineRoute({
    summary: 'Read the rows behind one figure of a query, page by page',
    permission: 'query.run',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'query.rows', when: 'always' },
    input: { body: rowsQuery.extend({ viewAs: viewAs.optional() }) },
    output: rowsResult,
    errors: ['QUERY_INVALID', 'BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
