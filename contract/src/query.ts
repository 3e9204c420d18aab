import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { customMeasures } from './custom-measures.ts';
import { filter, scalar } from './filter.ts';
import { fieldName } from './values/field-name.ts';
import { level, pivot, subtotals, top } from './grouping.ts';
import { having } from './having.ts';
import { errorBody } from './protocol/errors.ts';
import { provenance, sourceColumn } from './lineage.ts';
import { rowListQuery, rowListStreamQuery } from './row-list.ts';
import type { ListedColumn } from './row-list.ts';
import { MAX_ROWS, MAX_STREAM_ROWS } from './values/row-limits.ts';
import { localizedText } from './values/text.ts';
import { timeGrain } from './values/time-grain.ts';
import { figureFormat } from './values/measure-format.ts';
import { currencyCode } from './values/currency-code.ts';

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
 * computed from the total's own values; it is null where it has no meaning there: see docs/model.md.
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

/** Results longer than a page: lists of rows, or measures grouped by dimensions without totals, subtotals, pivot or filled gaps. */
export const streamQuery = z.union([
  rowListStreamQuery,
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
  filter: filter.optional(),
  peers: filter.optional(),
});

export const semanticQuery = z.union([rowListQuery, benchmarkQuery, distributionQuery, aggregateQuery]);
export type AggregateQuery = z.infer<typeof aggregateQuery>;
export type BenchmarkQuery = z.infer<typeof benchmarkQuery>;
export type DistributionQuery = z.infer<typeof distributionQuery>;
export type SemanticQuery = z.infer<typeof semanticQuery>;
/** A query that computes measures of groups of rows. */
export type MeasuresQuery = Exclude<SemanticQuery, { kind: 'rows' }>;

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
 * rows, `overflow` where the warehouse cannot compute with numbers as large, in any row. Amounts of money have none in
 * a group where the rows are in several `currencies` and are not converted (`mixed_currencies`), or where one has no
 * rate for its currency and day (`missing_rate`, with the first such currency and day). A currency that a row does not
 * state is null.
 */
export const uncomputed = z.object({
  column: z.string(),
  reason: z.enum(['not_finite', 'overflow', 'mixed_currencies', 'missing_rate']),
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

/** Format of a stream: NDJSON, CSV for people or programs, or Arrow's IPC streaming format. */
export const streamFormat = z.enum(['ndjson', 'csv', 'arrow']);

/** CSV conventions of a language's spreadsheets: `;` and decimal commas in Turkish. */
export const csvOptions = z.strictObject({
  language: z.enum(['en', 'tr']).default('en'),
  /** Header row: the columns' titles in that language, or their names. */
  head: z.enum(['titles', 'names']).default('titles'),
  /** Start with a byte order mark, so that spreadsheets detect UTF-8. */
  bom: z.boolean().default(false),
});

export const streamRequest = z.strictObject({
  query: streamQuery,
  /** Omitted: the media type that `Accept` names. */
  format: streamFormat.optional(),
  csv: csvOptions.default(csvOptions.parse({})),
});
export type StreamRequest = z.infer<typeof streamRequest>;

/** One NDJSON record of a stream: the head, then rows, then `end` or an error. Without one of the last two the stream was cut off. */
export const streamRecord = z.union([
  z.object({
    type: z.literal('head'),
    columns: z.array(resultColumn),
    ...queryMeta.pick({
      dataVersion: true,
      asOf: true,
      averages: true,
      unavailable: true,
      unmapped: true,
      periods: true,
    }).shape,
    /** Figures that are null because of their currencies; omitted where there are none. */
    uncomputed: z.array(uncomputed).optional(),
  }),
  z.array(cell),
  z.object({ type: z.literal('end'), ...queryMeta.pick({ rowCount: true, truncated: true }).shape }),
  /** The stream failed; the rows sent before are incomplete. */
  z.object({ type: z.literal('failed'), ...errorBody.shape }),
]);
export type StreamRecord = z.infer<typeof streamRecord>;

/** A source account behind a figure, with the regulator's name for it. */
export const sourceAccount = z.object({
  account: z.string(),
  table: z.string(),
  name: z.string().nullable(),
  description: z.string().nullable(),
  /** Since when and until when it is reported, where that is not for all snapshot dates of the data; otherwise null. */
  delivered: deliveredRange.nullable(),
});

/**
 * Words in formulas, written as `{months}`, for clients to replace in the reader's language. `months` is the number of
 * months of the reported period, `where` precedes a condition, `else` a column used where those before it are null,
 * `once` the joined table each row of which counts once, `known` the key whose last known values count, `population` says
 * that a variance is not of a sample, `weighted` precedes the weight of its values; the others precede a semi-additive measure and say which of several snapshots counts.
 * that a variance is not of a sample, `prior_year_end` precedes the balance of that date; the others precede a semi-additive measure and say which of several snapshots counts.
 */
export type FormulaWord =
  | 'months'
  | 'where'
  | 'else'
  | 'once'
  | 'known'
  | 'population'
  | 'weighted'
  | 'prior_year_end'
  | 'last'
  | 'first'
  | 'average'
  | 'min'
  | 'max';

/** What the amounts of a figure are in, and how they were converted; as found in the rows of the query. */
export const figureCurrency = z.object({
  /** ISO 4217; null where each row has its own, which are not converted. */
  code: z.string().nullable(),
  /** Null where amounts are not converted. */
  conversion: z
    .object({
      at: z.array(z.enum(['day', 'period_end'])),
      /** The table of exchange rates, its base currency, and for how many days a rate holds. */
      table: z.string(),
      base: z.string(),
      quote: z.enum(['currency_per_base', 'base_per_currency']),
      carryDays: z.int(),
    })
    .nullable(),
  /**
   * The currencies of the rows: how many rows, the day of the last rate used (null where none was), and the first day
   * without a rate (null where every row has one).
   */
  from: z.array(
    z.object({
      currency: z.string().nullable(),
      rows: z.int(),
      lastRate: z.string().nullable(),
      missingOn: z.string().nullable(),
    }),
  ),
});
export type FigureCurrency = z.infer<typeof figureCurrency>;

/**
 * Content of "About this number" for one measure or calculation of a query. In `sql`, row rules appear by name only:
 * their conditions may be confidential.
 */
export const explanation = provenance.extend({
  measure: z.string(),
  /** Whether the query defines the measure. Its formula has the filter as evaluated for the reader. */
  custom: z.boolean(),
  title: localizedText,
  definition: localizedText,
  /** Where the figure deviates from the usual definition, for example a missing prior year-end. */
  caveat: localizedText.nullable(),
  /** The formula in account codes, signs and `FormulaWord`s: '041B ÷ 025B', '661A × 12 ÷ {months} ÷ 010'. */
  formula: z.string(),
  format: figureFormat,
  /** How its average balances were computed; empty if it has none. See `queryMeta`. */
  averages: averaged.shape.dates,
  /** Null for what is not money, and for money whose currency the model does not name. */
  currency: figureCurrency.nullable(),
  owner: z.string(),
  source: z.string(),
  accounts: z.array(sourceAccount),
  dataset: z.object({ name: z.string(), title: localizedText }),
  dataVersion: z.int(),
  asOf: z.string().nullable(),
  loadedAt: z.string(),
  filter: filter.nullable(),
  /** The condition on measures. */
  having: having.nullable(),
  /** The choice of peers of a benchmark or distribution. */
  peers: filter.nullable(),
  sql: z.string(),
  parameters: z.array(cell),
});
export type Explanation = z.infer<typeof explanation>;

/** Where a list of rows comes from: each column, in order, and the rows. */
export const rowListExplanation = provenance.pick({ tables: true, rules: true, masks: true }).extend({
  columns: z.array(
    z.object({
      name: z.string(),
      title: localizedText,
      definition: localizedText.nullable(),
      /** In the model's expression language; null where a row has the value 1. */
      expression: z.string().nullable(),
      /** Only rows that satisfy this condition have a value. */
      where: z.string().nullable(),
      /** A masked column is empty for this reader. */
      columns: z.array(sourceColumn),
    }),
  ),
  dataset: z.object({ name: z.string(), title: localizedText }),
  owner: z.string(),
  dataVersion: z.int(),
  asOf: z.string().nullable(),
  loadedAt: z.string(),
  filter: filter.nullable(),
  sql: z.string(),
  parameters: z.array(cell),
});
export type RowListExplanation = z.infer<typeof rowListExplanation>;

/**
 * "View as": a user of the tenant, or a hypothetical reader. Administrators never see more than their own rights allow.
 */
export const viewAs = z.union([
  z.strictObject({ account: z.uuid() }),
  z.strictObject({
    roles: z.array(z.enum(['tenant.user', 'tenant.admin'])).default(['tenant.user']),
    groups: z.array(z.string().min(1).max(200)).max(100).default([]),
    attributes: z
      .record(
        z.string().regex(/^[a-z][a-z0-9_]{0,40}$/, 'Use lower-case letters, digits and _'),
        z.array(z.string().max(500)).max(500),
      )
      .default({}),
  }),
]);
export type ViewAs = z.infer<typeof viewAs>;

/** `viewAs` is separate from the query because it does not change the query. */
const viewAsField = { viewAs: viewAs.optional() };

export const queryRoutes = {
  'POST /api/v1/query': defineRoute({
    summary: 'Run a semantic query on the tenant’s warehouse',
    permission: 'query.run',
    tenant: 'tenant',
    audit: { action: 'query.run', when: 'denied' },
    input: {
      body: z.union([
        rowListQuery.extend(viewAsField),
        benchmarkQuery.extend(viewAsField),
        distributionQuery.extend(viewAsField),
        aggregateQuery.extend(viewAsField),
      ]),
    },
    output: queryResult,
    arrow: true,
    errors: ['QUERY_INVALID', 'BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/query/stream': defineRoute({
    summary: 'Stream the rows of a long result as NDJSON, CSV or Arrow',
    permission: 'query.run',
    tenant: 'tenant',
    audit: { action: 'query.stream', when: 'always' },
    input: { body: streamRequest.extend(viewAsField) },
    output: streamRecord,
    stream: 'rows',
    arrow: true,
    errors: ['QUERY_INVALID', 'BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/query/explanation': defineRoute({
    summary: 'Explain where one measure or calculation of a query comes from',
    permission: 'query.run',
    tenant: 'tenant',
    audit: { action: 'query.explain', when: 'denied' },
    input: { body: z.strictObject({ query: semanticQuery, measure: fieldName, ...viewAsField }) },
    output: explanation,
    errors: ['QUERY_INVALID', 'BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/query/list-explanation': defineRoute({
    summary: 'Explain where the columns and the rows of a list of rows come from',
    permission: 'query.run',
    tenant: 'tenant',
    audit: { action: 'query.explain', when: 'denied' },
    input: { body: z.strictObject({ query: rowListQuery, ...viewAsField }) },
    output: rowListExplanation,
    errors: ['QUERY_INVALID', 'BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
