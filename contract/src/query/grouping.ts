import { z } from 'zod';
import { fieldName } from '../values/field-name.ts';

/**
 * Top N: keeps the members of one dimension with the best values of a measure and combines all others into one row with
 * level `other`, computed from their rows, so ratios and medians are correct there too. With `within`, each combination
 * of those dimensions has its own top N. Ties are broken by the members' order. Totals and subtotals always cover all
 * members.
 */
export const top = z.strictObject({
  /** A dimension column of the query; a date's includes the grain. */
  dimension: fieldName,
  measure: fieldName,
  n: z.int().min(1).max(1000),
  best: z.enum(['greatest', 'least']).default('greatest'),
  /** False omits the `other` row and changes nothing else. */
  other: z.boolean().default(true),
  within: z.array(fieldName).max(20).default([]),
});
export type Top = z.infer<typeof top>;

/**
 * Grouping sets beyond the query's own. Each list names the dimensions to group by, the others being totaled:
 * `[['region'], []]` adds a row per region and a grand total. `rollup` means every prefix of the list of dimensions.
 */
export const subtotals = z.union([z.literal('rollup'), z.array(z.array(fieldName).max(20)).min(1).max(12)]);
export type Subtotals = z.infer<typeof subtotals>;

/**
 * Turns the members of some dimensions into columns, each with the query's measures and calculations. The query's `limit`
 * applies to rows, this one to members; the result reports either truncation. `totals` adds columns over all members,
 * including truncated ones; the query's own `totals` is the row below.
 */
export const pivot = z.strictObject({
  columns: z.array(fieldName).min(1).max(5),
  limit: z.int().min(1).max(200).default(50),
  totals: z.boolean().default(false),
});
export type Pivot = z.infer<typeof pivot>;

/** What a dimension value represents: a member (null is a member too), all members outside the top N, or all members. */
export const level = z.enum(['member', 'other', 'all']);
export type Level = z.infer<typeof level>;
