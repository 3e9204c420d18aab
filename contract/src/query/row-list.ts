import { z } from 'zod';
import { filter } from './filter.ts';
import { fieldName } from '../values/field-name.ts';
import { MAX_ROWS, MAX_STREAM_ROWS } from '../values/row-limits.ts';
import { timeGrain } from '../values/time-grain.ts';

/**
 * A column of a list of rows: a dimension; a date with a grain, returned as the column `<field>_<grain>`; or a measure,
 * whose column has what a row contributes to it, null where it contributes nothing. A row has no value of ratios,
 * formulas over measures and distinct counts.
 */
export const listedColumn = z.union([fieldName, z.strictObject({ field: fieldName, grain: timeGrain })]);
export type ListedColumn = z.infer<typeof listedColumn>;

/**
 * The rows of one dataset, one by one. Conditions of the filter and `order` take dimensions and the measures that a row
 * has a value of, whether or not they are columns. Rows without a value come last in both directions; rows that are
 * equal so far are ordered by all columns, so that pages neither repeat nor leave out a row.
 */
export const rowListQuery = z.strictObject({
  kind: z.literal('rows'),
  dataset: fieldName,
  columns: z.array(listedColumn).min(1).max(100),
  filter: filter.optional(),
  order: z
    .array(z.strictObject({ field: fieldName, direction: z.enum(['asc', 'desc']).default('asc') }))
    .max(10)
    .default([]),
  /** Rows that are equal in all columns once. They are ordered by columns only. */
  distinct: z.boolean().default(false),
  limit: z.int().min(1).max(MAX_ROWS).default(1000),
  offset: z.int().min(0).max(10_000_000).default(0),
  /** Adds the number of rows on all pages as `count`. */
  count: z.boolean().default(false),
});
export type RowListQuery = z.infer<typeof rowListQuery>;

/** A list of rows longer than a page, without their number. Without an order, rows come in none. */
export const rowListStreamQuery = rowListQuery.extend({
  limit: z.int().min(1).max(MAX_STREAM_ROWS).default(MAX_STREAM_ROWS),
});
