import { z } from 'zod';
import { customMeasures } from './custom-measures.ts';
import { filter, scalar } from './filter.ts';
import { fieldName } from '../values/field-name.ts';
import { funnelQuery } from './funnel.ts';
import { pivot, subtotals, top } from './grouping.ts';
import { having } from './having.ts';
import { rowListQuery, rowListStreamQuery } from './row-list.ts';
import type { ListedColumn } from './row-list.ts';
import { MAX_ROWS, MAX_STREAM_ROWS } from '../values/row-limits.ts';
import { timeGrain } from '../values/time-grain.ts';
import { currencyCode } from '../values/currency-code.ts';
import { ofKinds } from './of-kinds.ts';

/**
 * A dimension to group by: its name, or a date with a grain, returned as the column `<field>_<grain>` with the first day
 * of each period. `fill` adds periods without rows: from the start to the end of the filter's range of that date, or from
 * the first to the last with rows where it is open.
 */
export const dimensionRequest = z.union([
  fieldName,
  z.strictObject({ field: fieldName, grain: timeGrain, fill: z.boolean().default(false) }),
]);
export type DimensionRequest = z.infer<typeof dimensionRequest>;

/** The name of a dimension's column in the result. */
export function columnOf(request: DimensionRequest | ListedColumn): string {
  return typeof request === 'string' ? request : `${request.field}_${request.grain}`;
}

const calculated = { name: fieldName, measure: fieldName };

/**
 * A column computed from the result's rows and, where earlier periods are needed, from rows before them. `within`
 * lists dimensions of the query; the measure need not be one of the query's. In subtotals and the grand total it is
 * computed from the total's own values; it is null where it has no meaning there: see docs/model/calculations.md.
 */
export const calculation = z.discriminatedUnion('kind', [
  /** The measure's share of its sum over all rows that agree in `within`. Requires an additive measure. */
  z.strictObject({ ...calculated, kind: z.literal('share'), within: z.array(fieldName).max(20).default([]) }),
  /** The rank among all rows that agree in `within`, 1 is best; ties share a rank. */
  z.strictObject({
    ...calculated,
    kind: z.literal('rank'),
    within: z.array(fieldName).max(20).default([]),
    best: z.enum(['greatest', 'least']).default('greatest'),
  }),
  /**
   * The percentile rank among all rows that agree in `within`: the share of the other rows with a lower value, equal ones
   * counted half. Null where there are no others.
   */
  z.strictObject({ ...calculated, kind: z.literal('percentile'), within: z.array(fieldName).max(20).default([]) }),
  /**
   * The measure in another period than the row's, or the change since: `periods` is so many periods ago. Requires a
   * dimension with a grain. `likeForLike`: where the data or the filter ends within the row's period, the other period
   * ends on the same day: a quarter to 15 February is compared with that of the year before to 15 February.
   */
  z.strictObject({
    ...calculated,
    kind: z.literal('compare'),
    with: z.union([
      z.enum(['previous_period', 'same_period_last_year', 'prior_year_end']),
      z.strictObject({ periods: z.int().min(1).max(1000) }),
    ]),
    show: z.enum(['value', 'change', 'percent_change']).default('value'),
    likeForLike: z.boolean().default(false),
  }),
  /**
   * The measure as a share of its value where the dimension `since`, which counts periods since a first one, is 0, in
   * rows that otherwise agree: the retention of a cohort.
   */
  z.strictObject({ ...calculated, kind: z.literal('retention'), since: fieldName }),
  /**
   * The average of the measure's values in the last periods, the row's own being the last. Periods without rows or value
   * are left out; with `fill`, counts are 0 there. Requires a dimension with a grain.
   */
  z.strictObject({ ...calculated, kind: z.literal('moving_average'), last: z.int().min(2).max(1000) }),
  /**
   * The measure accumulated from the start of a longer period, or over a rolling window, up to the row's period; ratios
   * from their parts, distinct values once. Requires a dimension with a grain.
   */
  z.strictObject({
    ...calculated,
    kind: z.literal('accumulate'),
    over: z.union([
      z.enum(['month', 'quarter', 'year', 'fiscal_quarter', 'fiscal_year']),
      z.strictObject({ last: z.int().min(2).max(1000) }),
    ]),
  }),
]);
export type Calculation = z.infer<typeof calculation>;

/** What measures that convert are converted to. Omitted: the tenant's reporting currency. */
const targetCurrency = currencyCode.optional();

/** Measures grouped by dimensions. `totals` adds a grand total, recomputed from the parts. */
export const aggregateQuery = z.strictObject({
  kind: z.literal('aggregate').default('aggregate'),
  dataset: fieldName,
  dimensions: z.array(dimensionRequest).max(20).default([]),
  measures: z.array(fieldName).max(50).default([]),
  customMeasures,
  currency: targetCurrency,
  calculations: z.array(calculation).max(20).default([]),
  filter: filter.optional(),
  /**
   * Keeps the groups of all dimensions whose measures pass. Totals, subtotals, the top N and its `other` row cover the
   * rows of these groups only; shares and ranks compare these groups; other periods are looked up whether they pass or
   * not.
   */
  having: having.optional(),
  order: z
    .array(z.strictObject({ field: fieldName, direction: z.enum(['asc', 'desc']).default('asc') }))
    .max(10)
    .default([]),
  limit: z.int().min(1).max(MAX_ROWS).default(1000),
  offset: z.int().min(0).max(10_000_000).default(0),
  totals: z.boolean().default(false),
  top: top.optional(),
  subtotals: subtotals.optional(),
  pivot: pivot.optional(),
});

/** What is streamed: lists of rows, funnels, or measures grouped by dimensions without totals, subtotals, pivot or filled gaps. */
export const streamQuery = ofKinds([
  rowListStreamQuery,
  funnelQuery,
  aggregateQuery.extend({ limit: z.int().min(1).max(MAX_STREAM_ROWS).default(MAX_STREAM_ROWS) }),
]);

/**
 * One member compared with its peers: for each measure the member's value and, over its peers, their number,
 * quartiles, median, and the member's rank and percentile. `filter` chooses the rows that count, for the member and its
 * peers alike: a period, say. `peers` chooses whom it is compared with: the members with a row that passes both; all
 * without it. A member without rows has no value.
 * `by` is the dimension whose members are compared; without it, the key of the dataset's entity.
 * Columns: measure, value, peers, p25, median, p75, percentile (0–100), rank (1 = greatest value) and rank_from_least
 * (1 = least value), both null for a member that is not among the peers, and among_peers; of an entity also member_name,
 * its display name.
 */
export const benchmarkQuery = z.strictObject({
  kind: z.literal('benchmark'),
  dataset: fieldName,
  by: fieldName.optional(),
  member: scalar,
  measures: z.array(fieldName).min(1).max(50),
  customMeasures,
  currency: targetCurrency,
  filter: filter.optional(),
  peers: filter.optional(),
});

/**
 * The distribution of one measure over the peers, chosen as in a benchmark: equal-width buckets between the 1st and 99th
 * percentile, the first and last including the tails.
 * Columns: lower, upper (null at an open end), members, holds_member.
 *
 * With `groupBy` the figures of a box plot for each member of another dimension, of the `top` groups with the most members:
 * that dimension, members, low and high (the least and greatest value within 1.5 times the distance of the quartiles
 * from these), p25, median, p75, min, max, outliers (members beyond low and high), groups (how many there are in all).
 */
export const distributionQuery = z.strictObject({
  kind: z.literal('distribution'),
  dataset: fieldName,
  by: fieldName.optional(),
  member: scalar.optional(),
  measure: fieldName,
  customMeasures,
  currency: targetCurrency,
  buckets: z.int().min(2).max(100).default(30),
  groupBy: fieldName.optional(),
  top: z.int().min(1).max(50).default(12),
  filter: filter.optional(),
  peers: filter.optional(),
});

export const semanticQuery = ofKinds([rowListQuery, funnelQuery, benchmarkQuery, distributionQuery, aggregateQuery]);
export type AggregateQuery = z.infer<typeof aggregateQuery>;
export type BenchmarkQuery = z.infer<typeof benchmarkQuery>;
export type DistributionQuery = z.infer<typeof distributionQuery>;
export type SemanticQuery = z.infer<typeof semanticQuery>;
/** A query that computes measures of groups of rows. */
export type MeasuresQuery = Exclude<SemanticQuery, { kind: 'rows' | 'funnel' }>;
