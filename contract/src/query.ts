import { z } from 'zod';
import { defineRoute } from './define-route.ts';
import { fieldName } from './field-name.ts';
import { level, pivot, subtotals, top } from './grouping.ts';
import { errorBody } from './errors.ts';
import { provenance } from './lineage.ts';
import { localizedText } from './text.ts';
import { timeGrain } from './time-grain.ts';
import { measureFormat } from './model.ts';

export const scalar = z.union([z.string().max(500), z.number(), z.boolean()]);

/** What one condition asks of one field: a dimension in `filter`. Several values of `in` mean any of them. */
export const condition = z.strictObject({
  field: fieldName,
  op: z.enum(['in', 'notIn', 'contains', 'startsWith', 'gt', 'gte', 'lt', 'lte', 'isNull', 'isNotNull']),
  values: z.array(scalar).max(1000).default([]),
});
export type Condition = z.infer<typeof condition>;

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Write a day as YYYY-MM-DD');

/**
 * A range of days that moves with the data: counted from the day the data is true of, or with `from: 'today'` from the
 * day it is where the tenant is. `last: 3, unit: 'month'` are the three whole months before the one that day lies in;
 * `including` adds that one, to date. `current: 'year'` is the year to date.
 */
export const period = z.union([
  z.strictObject({
    last: z.int().min(1).max(1000),
    unit: timeGrain.exclude(['hour']),
    including: z.boolean().default(false),
    from: z.enum(['data', 'today']).default('data'),
  }),
  z.strictObject({ current: timeGrain.exclude(['hour']), from: z.enum(['data', 'today']).default('data') }),
  /** Both days included; a missing one leaves the range open. */
  z.strictObject({ since: day.optional(), until: day.optional() }),
]);
export type Period = z.infer<typeof period>;

/** What a date or time has to lie in. */
export const during = z.strictObject({ field: fieldName, during: period });
export type During = z.infer<typeof during>;

/** A tree of conditions. Missing means everything. */
export type Filter = Condition | During | { all: Filter[] } | { any: Filter[] } | { not: Filter };
export const filter: z.ZodType<Filter, unknown> = z.lazy(() =>
  z.union([
    condition,
    during,
    z.strictObject({ all: z.array(filter).max(50) }),
    z.strictObject({ any: z.array(filter).max(50) }),
    z.strictObject({ not: filter }),
  ]),
);

/**
 * A dimension to group by: its name, or a date cut to periods, answered as the column `<field>_<grain>` with the first
 * day of each. `fill` adds the periods between the first and the last that have no rows.
 */
export const dimensionRequest = z.union([
  fieldName,
  z.strictObject({ field: fieldName, grain: timeGrain, fill: z.boolean().default(false) }),
]);
export type DimensionRequest = z.infer<typeof dimensionRequest>;

/** The name of the column that a dimension is answered as. */
export function columnOf(request: DimensionRequest): string {
  return typeof request === 'string' ? request : `${request.field}_${request.grain}`;
}

const calculated = { name: fieldName, measure: fieldName };

/**
 * A column computed of the rows of the answer and, where earlier periods are needed, of rows before them. `within`
 * names dimensions of the query; the measure need not be among the query's own.
 */
export const calculation = z.discriminatedUnion('kind', [
  /** The measure's part of its sum over all rows that agree in `within`. Needs a measure that adds up. */
  z.strictObject({ ...calculated, kind: z.literal('share'), within: z.array(fieldName).max(20).default([]) }),
  /** The place among all rows that agree in `within`, 1 being the best; equal values share a place. */
  z.strictObject({
    ...calculated,
    kind: z.literal('rank'),
    within: z.array(fieldName).max(20).default([]),
    best: z.enum(['greatest', 'least']).default('greatest'),
  }),
  /** The measure in another period than the row's, or the change since. Needs a dimension with a grain. */
  z.strictObject({
    ...calculated,
    kind: z.literal('compare'),
    with: z.enum(['previous_period', 'same_period_last_year', 'prior_year_end']),
    show: z.enum(['value', 'change', 'percent_change']).default('value'),
  }),
  /**
   * The measure over all periods from the beginning of a longer one, or over the last so many, to the row's own; a ratio
   * from its parts. Needs a dimension with a grain.
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

/** The greatest number of rows one query may answer; a longer answer is cut there and says `truncated`. */
export const MAX_ROWS = 10_000;

/** Measures grouped by dimensions. `totals` asks for one more row over everything, recomputed from the parts. */
export const aggregateQuery = z.strictObject({
  kind: z.literal('aggregate').default('aggregate'),
  dataset: fieldName,
  dimensions: z.array(dimensionRequest).max(20).default([]),
  measures: z.array(fieldName).max(50).default([]),
  calculations: z.array(calculation).max(20).default([]),
  filter: filter.optional(),
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

/** The greatest number of rows that one stream hands over. */
export const MAX_STREAM_ROWS = 2_000_000;

/** Measures grouped by dimensions, for an answer longer than a page: no totals, subtotals, pivot or filled gaps. */
export const streamQuery = aggregateQuery.extend({
  limit: z.int().min(1).max(MAX_STREAM_ROWS).default(MAX_STREAM_ROWS),
});

/**
 * One member beside its peers: for each measure the member's own value and, over all members that pass the
 * filter, how many there are, quartiles, median, and the member's rank and percentile.
 * Columns: measure, value, peers, p25, median, p75, percentile (0–100), rank (1 = greatest value),
 * rank_from_least (1 = least value).
 */
export const benchmarkQuery = z.strictObject({
  kind: z.literal('benchmark'),
  dataset: fieldName,
  by: fieldName,
  member: scalar,
  measures: z.array(fieldName).min(1).max(50),
  filter: filter.optional(),
});

/**
 * How the members that pass the filter spread over one measure: equal-width buckets between the 1st and 99th
 * percentile, the first and last taking the tails.
 * Columns: lower, upper (null at an open end), members, holds_member.
 */
export const distributionQuery = z.strictObject({
  kind: z.literal('distribution'),
  dataset: fieldName,
  by: fieldName,
  member: scalar.optional(),
  measure: fieldName,
  buckets: z.int().min(2).max(100).default(30),
  filter: filter.optional(),
});

export const semanticQuery = z.union([benchmarkQuery, distributionQuery, aggregateQuery]);
export type AggregateQuery = z.infer<typeof aggregateQuery>;
export type BenchmarkQuery = z.infer<typeof benchmarkQuery>;
export type DistributionQuery = z.infer<typeof distributionQuery>;
export type SemanticQuery = z.infer<typeof semanticQuery>;

/** A value on the wire. Exact decimals travel as strings ('2433113000000'), dates as 'YYYY-MM-DD', times as 'YYYY-MM-DDTHH:MM:SS' in the tenant's time zone. */
export const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Cell = z.infer<typeof cell>;

export const resultColumn = z.object({
  name: z.string(),
  title: localizedText,
  /**
   * A `level` says of the dimension `of` what its value in the same row stands for: 'member', 'other' or 'all'. Only
   * dimensions that a query cuts to a top or totals have one. A `source` is a column of the warehouse as it stands there.
   */
  role: z.enum(['dimension', 'level', 'measure', 'statistic', 'source']),
  of: z.string().optional(),
  /** `decimal` is exact and travels as a string; `number` is a double. */
  type: z.enum(['string', 'integer', 'decimal', 'number', 'date', 'timestamp', 'boolean']),
  format: measureFormat.optional(),
  /** With a grain: which periods the values are, and the first of those that the data does not cover to their end. */
  period: z.object({ grain: timeGrain, incompleteFrom: z.string().nullable() }).optional(),
  /** In a pivot: the members that this column is about, and the measure or calculation in it. */
  pivot: z
    .object({
      field: z.string(),
      members: z.array(z.object({ of: z.string(), value: cell, level, title: localizedText.nullable() })),
    })
    .optional(),
});
export type ResultColumn = z.infer<typeof resultColumn>;

export const queryMeta = z.object({
  /** Number of the warehouse version that answered. */
  dataVersion: z.int(),
  /** The day the figures are true of, 'YYYY-MM-DD'. */
  asOf: z.string().nullable(),
  rowCount: z.int(),
  /** True when there were more rows than `limit`, or more columns than a pivot's, and the rest is missing here. */
  truncated: z.boolean(),
  cache: z.enum(['hit', 'miss', 'shared']),
  /** Share of the rows behind the figures whose source codes nobody has mapped, by field; empty when all are. */
  unmapped: z.array(
    z.object({
      /** The dimension that the query groups or filters by, or the measure that is computed of the codes. */
      dimension: z.string(),
      share: z.number(),
      /** The share of the figure itself, over all rows of the query, for measures that add up where it lies between 0 and 1. */
      figures: z.array(z.object({ measure: z.string(), share: z.number() })),
    }),
  ),
  elapsedMs: z.number(),
});
export type QueryMeta = z.infer<typeof queryMeta>;

export const queryResult = z.object({
  columns: z.array(resultColumn),
  /** One array a row, in the order of `columns`. */
  rows: z.array(z.array(cell)),
  /** With `totals`: the row over everything, in the order of `columns`, null under each dimension. */
  totals: z.array(cell).nullable().optional(),
  /** With `pivot`: whether there were more members than columns, and whether there were more rows than `limit`. */
  pivot: z.object({ columnsTruncated: z.boolean(), rowsTruncated: z.boolean() }).optional(),
  meta: queryMeta,
});
export type QueryResult = z.infer<typeof queryResult>;

/** How a stream is written: NDJSON, a CSV for people or programs, or Arrow's IPC streaming format. */
export const streamFormat = z.enum(['ndjson', 'csv', 'arrow']);

/** How a CSV is written: as spreadsheets of a language read it, `;` and decimal commas in Turkish. */
export const csvOptions = z.strictObject({
  language: z.enum(['en', 'tr']).default('en'),
  /** What stands in the first line: the columns' titles in that language, or their names. */
  head: z.enum(['titles', 'names']).default('titles'),
  /** Begin with a byte order mark, by which spreadsheets know UTF-8. */
  bom: z.boolean().default(false),
});

export const streamRequest = z.strictObject({
  query: streamQuery,
  format: streamFormat,
  csv: csvOptions.default(csvOptions.parse({})),
});
export type StreamRequest = z.infer<typeof streamRequest>;

/** A record of a stream in NDJSON: the head, then rows, then `end`. Without one of the last two the stream broke off. */
export const streamRecord = z.union([
  z.object({
    type: z.literal('head'),
    columns: z.array(resultColumn),
    ...queryMeta.pick({ dataVersion: true, asOf: true, unmapped: true }).shape,
  }),
  z.array(cell),
  z.object({ type: z.literal('end'), ...queryMeta.pick({ rowCount: true, truncated: true }).shape }),
  /** It failed on the way: what came before is not all there is. */
  z.object({ type: z.literal('failed'), ...errorBody.shape }),
]);
export type StreamRecord = z.infer<typeof streamRecord>;

/** One source account behind a figure, as the regulator names it. */
export const sourceAccount = z.object({
  account: z.string(),
  table: z.string(),
  name: z.string().nullable(),
  description: z.string().nullable(),
});

/**
 * Everything that "About this number" shows of one measure or calculation of one query. In `sql` row rules stand by their
 * names: what they say is not everybody's to know.
 */
export const explanation = provenance.extend({
  measure: z.string(),
  title: localizedText,
  definition: localizedText,
  /** Where the figure departs from the usual definition, for example a missing prior year-end. */
  caveat: localizedText.nullable(),
  /** The arithmetic in account codes, for example '041B ÷ 025B'. */
  formula: z.string(),
  format: measureFormat,
  owner: z.string(),
  source: z.string(),
  accounts: z.array(sourceAccount),
  dataset: z.object({ name: z.string(), title: localizedText }),
  dataVersion: z.int(),
  asOf: z.string().nullable(),
  loadedAt: z.string(),
  filter: filter.nullable(),
  sql: z.string(),
  parameters: z.array(cell),
});
export type Explanation = z.infer<typeof explanation>;

/**
 * Through whose eyes an administrator looks: somebody of the tenant, or a reader made up for the purpose. What they
 * themselves may not see stays hidden from them.
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

/** Who is looked through does not change what is asked: it stands beside the query. */
const askedAs = { viewAs: viewAs.optional() };

export const queryRoutes = {
  'POST /api/v1/query': defineRoute({
    summary: 'Answer a semantic query from the tenant’s warehouse',
    permission: 'query.run',
    tenant: 'tenant',
    audit: { action: 'query.run', when: 'denied' },
    input: {
      body: z.union([
        benchmarkQuery.extend(askedAs),
        distributionQuery.extend(askedAs),
        aggregateQuery.extend(askedAs),
      ]),
    },
    output: queryResult,
    errors: ['QUERY_INVALID', 'BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/query/stream': defineRoute({
    summary: 'Hand over the rows of a long answer one after the other, as NDJSON, CSV or Arrow',
    permission: 'query.run',
    tenant: 'tenant',
    audit: { action: 'query.stream', when: 'always' },
    input: { body: streamRequest.extend(askedAs) },
    output: streamRecord,
    stream: 'rows',
    errors: ['QUERY_INVALID', 'BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/query/explanation': defineRoute({
    summary: 'Say where one measure or calculation of a query comes from',
    permission: 'query.run',
    tenant: 'tenant',
    audit: { action: 'query.explain', when: 'denied' },
    input: { body: z.strictObject({ query: semanticQuery, measure: fieldName, ...askedAs }) },
    output: explanation,
    errors: ['QUERY_INVALID', 'BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
