import { z } from 'zod';
import { fieldName } from './field-name.ts';

/**
 * Keeps the members of one dimension with the best values of a measure; all others become one, told by their level
 * `other`. Its figures are computed of its rows, so ratios and medians are right there too. With `within` each
 * combination of those dimensions has members of its own. Equal values are told apart by the members' own order.
 * Totals and subtotals are over everything, whatever is kept.
 */
export const top = z.strictObject({
  /** A column of the query's dimensions, a date's with its grain. */
  dimension: fieldName,
  measure: fieldName,
  n: z.int().min(1).max(1000),
  best: z.enum(['greatest', 'least']).default('greatest'),
  /** False leaves the row of the others out, and changes nothing else. */
  other: z.boolean().default(true),
  within: z.array(fieldName).max(20).default([]),
});
export type Top = z.infer<typeof top>;

/**
 * Rows over several members besides the rows themselves. Each list names the dimensions that such rows keep, the rest
 * being totalled: `[['region'], []]` adds a row for each region and one over everything. `rollup` is that for all
 * beginnings of the list of dimensions.
 */
export const subtotals = z.union([z.literal('rollup'), z.array(z.array(fieldName).max(20)).min(1).max(12)]);
export type Subtotals = z.infer<typeof subtotals>;

/**
 * Puts the members of some dimensions beside each other as columns, each with the query's measures and calculations.
 * `limit` of the query counts rows, this one's the members; both tell what they cut off. With `totals` the rows have
 * further columns over all members, cut or not; the query's own `totals` are the row under the columns.
 */
export const pivot = z.strictObject({
  columns: z.array(fieldName).min(1).max(5),
  limit: z.int().min(1).max(200).default(50),
  totals: z.boolean().default(false),
});
export type Pivot = z.infer<typeof pivot>;

/** What a value of a dimension stands for: itself (null being a member like any other), those outside the top, or all. */
export const level = z.enum(['member', 'other', 'all']);
export type Level = z.infer<typeof level>;
