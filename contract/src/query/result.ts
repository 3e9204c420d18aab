import { z } from 'zod';
import { level } from './grouping.ts';
import { localizedText } from '../values/text.ts';
import { timeGrain } from '../values/time-grain.ts';
import { figureFormat } from '../values/measure-format.ts';

/** A value on the wire. Exact decimals are strings ('2433113000000'), and so are integers beyond ±(2^53 − 1); dates 'YYYY-MM-DD', times 'YYYY-MM-DDTHH:MM:SS' in the tenant's time zone. */
export const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Cell = z.infer<typeof cell>;

export const resultColumn = z.object({
  name: z.string(),
  title: localizedText,
  /**
   * A `level` column states what the value of the dimension `of` represents in the same row: 'member', 'other' or 'all'.
   * Only dimensions with a top N or totals have one. A `source` is an unmodified column of the warehouse, or of a derived dataset's rows.
   */
  role: z.enum(['dimension', 'level', 'measure', 'statistic', 'source']),
  of: z.string().optional(),
  /** For a `source` that is a column of a derived dataset's rows: the members of the dataset behind that it stands for. */
  behind: z.object({ dataset: z.string(), field: z.string(), grain: timeGrain.nullable() }).optional(),
  /** `decimal` is exact and sent as a string; `number` is a double. */
  type: z.enum(['string', 'integer', 'decimal', 'number', 'date', 'timestamp', 'boolean']),
  format: figureFormat.optional(),
  /** With a grain: the grain, and the first period that the data, or the query's filter, does not cover to its end. */
  period: z.object({ grain: timeGrain, incompleteFrom: z.string().nullable() }).optional(),
  /** In a pivot: the members of this column, and its measure or calculation. */
  pivot: z
    .object({
      field: z.string(),
      members: z.array(z.object({ of: z.string(), value: cell, level, title: localizedText.nullable() })),
    })
    .optional(),
});
export type ResultColumn = z.infer<typeof resultColumn>;

/**
 * A figure without a value because it cannot be computed: `not_finite` where it is not a number or infinite in some
 * rows, `overflow` where the warehouse cannot compute with numbers as large, in any row. In a list of rows, `rows` has the
 * indexes of those where it is so, if only these have no value. Amounts of money have none in
 * a group where the rows are in several `currencies` and are not converted (`mixed_currencies`), or where one has no
 * rate for its currency and day (`missing_rate`, with the first such currency and day). A currency that a row does not
 * state is null.
 */
export const uncomputed = z.object({
  column: z.string(),
  reason: z.enum(['not_finite', 'overflow', 'mixed_currencies', 'missing_rate']),
  rows: z.array(z.int()).optional(),
  currencies: z.array(z.string().nullable()).optional(),
  day: z.string().nullable().optional(),
});
export type Uncomputed = z.infer<typeof uncomputed>;

/** First and last snapshot date for which something was delivered; null: never, and for `until` also: still is. */
export const deliveredRange = z.object({ from: z.string().nullable(), until: z.string().nullable() });
export type DeliveredRange = z.infer<typeof deliveredRange>;

/**
 * What a column of a result lacks because the data for the query's snapshot dates was delivered without it, with the
 * range for which it was delivered.
 */
export const unavailable = deliveredRange.extend({
  /** The result's column, or the dimension that the query filters by. */
  column: z.string(),
  /** The measure over rows that has no value: the column's own or a part of it; null for a dimension. */
  measure: z.string().nullable(),
  /** The warehouse columns that were not delivered. */
  columns: z.array(z.object({ table: z.string(), column: z.string(), account: z.string() })),
  /** The snapshot dates of the query without it; empty where the data has no snapshot dates and lacks it altogether. */
  dates: z.array(z.string()),
  /** Whether the figure has a value on these dates, without this part. */
  partial: z.boolean(),
});
export type Unavailable = z.infer<typeof unavailable>;

const balances = z.object({
  /** Number of rows with a balance. */
  rows: z.int(),
  /** How many of them have none at the prior year-end: theirs is the balance of the date alone, instead of the average. */
  withoutPrior: z.int(),
});

/**
 * How the average balances of a column were computed, on each date that its figures are of. The rows are those of the
 * query; in a comparison of members, where `column` is the measure, those of the peers. A column that looks up other
 * periods lists all that it may look up. A measure that chooses the groups is listed like a column.
 */
export const averaged = z.object({
  column: z.string(),
  dates: z.array(
    balances.extend({
      date: z.string(),
      /** The other date of the average, 'YYYY-12-31'. */
      priorYearEnd: z.string(),
      /** In a comparison: the same of the member's own rows. Null without any. */
      member: balances.nullable(),
    }),
  ),
});
export type Averaged = z.infer<typeof averaged>;

export const queryMeta = z.object({
  /** Number of the warehouse version that was queried. */
  dataVersion: z.int(),
  /** The as-of date, 'YYYY-MM-DD'. */
  asOf: z.string().nullable(),
  rowCount: z.int(),
  /** True when rows beyond `limit`, or columns beyond the pivot's limit, are missing. */
  truncated: z.boolean(),
  cache: z.enum(['hit', 'miss', 'shared']),
  /** Columns with figures that cannot be computed and are null. The others are not affected. */
  uncomputed: z.array(uncomputed),
  /** What the figures lack because it was not delivered then. Figures without any of their parts are null. */
  unavailable: z.array(unavailable),
  /** Columns with average balances, and where the balance of one date was used instead; empty for other columns. */
  averages: z.array(averaged),
  /** Share of the rows behind the figures whose source codes are unmapped, by field; empty when all are mapped. */
  unmapped: z.array(
    z.object({
      /** The dimension that the query groups or filters by, or the measure computed from the codes. */
      dimension: z.string(),
      share: z.number(),
      /** Share of the figure itself over all rows of the query, for additive measures where it is between 0 and 1. */
      figures: z.array(z.object({ measure: z.string(), share: z.number() })),
    }),
  ),
  /** The days that each `during` of the query meant, both inclusive; null where a range is open. */
  periods: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  elapsedMs: z.number(),
});
export type QueryMeta = z.infer<typeof queryMeta>;

export const queryResult = z.object({
  columns: z.array(resultColumn),
  /** One array per row, in the order of `columns`. */
  rows: z.array(z.array(cell)),
  /** With `totals`: the grand total, in the order of `columns`, null for each dimension. */
  totals: z.array(cell).nullable().optional(),
  /** With `count`: the number of rows on all pages. */
  count: z.int().optional(),
  /** With `pivot`: whether members or rows were truncated. */
  pivot: z.object({ columnsTruncated: z.boolean(), rowsTruncated: z.boolean() }).optional(),
  meta: queryMeta,
});
export type QueryResult = z.infer<typeof queryResult>;
