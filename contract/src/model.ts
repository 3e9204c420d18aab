import { z } from 'zod';
import { datasetQuery } from './dataset-query.ts';
import { dimension } from './model/dimension.ts';
import { datasetJoin } from './model/joins.ts';
import { modelTest, MOST_TESTS } from './model/model-test.ts';
import { columnRef, expression, identifier, name } from './model/names.ts';
import { sharedDefinitions } from './model/shared-definitions.ts';
import { measureFormat } from './values/measure-format.ts';
import { synonyms } from './values/synonyms.ts';
import { amountCurrency, exchangeRates, money } from './model/currencies.ts';
import { currencyCode } from './values/currency-code.ts';
import { localizedText } from './values/text.ts';
import { timeGrain } from './values/time-grain.ts';

/** Which direction is favorable: decides the color of a change and which end of a ranking is best. */
export const direction = z.enum(['higher', 'lower', 'neutral']);

const measureCommon = {
  name,
  title: localizedText,
  /** A shorter title for cards and column headers. */
  label: localizedText.optional(),
  definition: localizedText,
  caveat: localizedText.optional(),
  format: measureFormat,
  better: direction.default('neutral'),
  owner: z.string().optional(),
  /** The publication the definition follows, for example 'NCUA Financial Performance Report'. */
  source: z.string().optional(),
  synonyms,
  /** Classification of the value, best first: the first whose `from` (a fraction for percent) is reached applies. */
  bands: z
    .array(
      z.strictObject({
        name,
        title: localizedText,
        from: z.number().nullable(),
        tone: z.enum(['positive', 'info', 'warning', 'negative']),
      }),
    )
    .optional(),
  /**
   * Whom the bands classify: members with one of these values of a dimension. Others have a value, but no class, and
   * `otherwise` says why.
   */
  classifies: z
    .strictObject({
      dimension: name,
      values: z
        .array(z.union([z.string(), z.number(), z.boolean()]))
        .min(1)
        .max(200),
      otherwise: localizedText,
    })
    .optional(),
};

/** A weighted sum of other measures: 550 − 551 is [{measure: charge_offs, factor: 1}, {measure: recoveries, factor: −1}]. */
export const terms = z.array(z.strictObject({ measure: name, factor: z.number().default(1) })).min(1);

/** Only rows that satisfy this condition count toward the measure. */
const only = { where: expression.optional() };

/**
 * Weight of each value, such as an amount: the smallest value at which the weights up to it exceed the share of all, or
 * the middle of it and the next smaller one where those reach the share exactly. Rows whose weight is null, 0 or negative
 * do not count.
 */
const weighted = { weight: expression.optional() };

/**
 * Semi-additive measure, such as a balance: additive over everything but time. `time` is the snapshot date dimension,
 * `take` the aggregation over several snapshots: the last or first with data, their average, minimum or maximum.
 */
const over = z
  .strictObject({
    time: name,
    take: z.enum(['last', 'first', 'average', 'min', 'max']),
    /**
     * The dimensions that identify what has a value, such as an account: each has its last known value, as of each
     * period end, whether or not it has a row on that day.
     */
    per: z.union([name, z.array(name).min(1).max(5)]).optional(),
    /** With `per`: the column of the dataset's table that orders rows of the same day; the last of them counts. */
    order: identifier.optional(),
    /** With `per`: for how long after its day a value is known; without it, until the next one. */
    carry: z.strictObject({ days: z.int().min(0).max(36_500) }).optional(),
  })
  .refine(({ per, order, carry }) => per !== undefined || (order === undefined && carry === undefined), {
    message: "'order' and 'carry' belong to last known values. Add 'per'.",
  });
const standing = { over: over.optional() };

const combine = z.strictObject({ ...measureCommon, kind: z.literal('combine'), terms });
/**
 * Numerator ÷ denominator, each aggregated first, at every level: totals of ratios are computed from their parts, which
 * are sums and counts, distinct ones too.
 */
const ratio = z.strictObject({
  ...measureCommon,
  kind: z.literal('ratio'),
  numerator: terms,
  denominator: terms,
  /** Annualizes a year-to-date numerator: × 12 ÷ months of the reported period. */
  annualise: z.boolean().default(false),
});
/**
 * Average of a balance, a sum on the last date, and that of the same key at the prior year-end, in each row: 31 December
 * of the calendar year before, whatever the tenant's fiscal year. A row whose key has no balance then counts with its
 * own. Adds up like the balance.
 */
const averageBalance = z.strictObject({
  ...measureCommon,
  kind: z.literal('average_balance'),
  measure: name,
  with: z.literal('prior_year_end'),
  /** The dimensions that identify what has a balance, such as an institution: one row for each date. */
  per: z.union([name, z.array(name).min(1).max(5)]),
});
/** Derived from other measures by name, at every level from their values there: `income - expense`. */
const derived = z.strictObject({ ...measureCommon, kind: z.literal('derived'), expression });

export const measure = z.discriminatedUnion('kind', [
  /**
   * Sums a column or an expression. `columns` may list fallbacks: the first non-null one counts, for example where an
   * account has a successor.
   */
  z.strictObject({
    ...measureCommon,
    ...only,
    ...standing,
    ...money,
    kind: z.literal('sum'),
    columns: z.array(columnRef).min(1).optional(),
    expression: expression.optional(),
  }),
  /** Counts the dataset's rows. */
  z.strictObject({ ...measureCommon, ...only, ...standing, kind: z.literal('count') }),
  /** Counts distinct values. */
  z.strictObject({ ...measureCommon, ...only, ...standing, kind: z.literal('count_distinct'), expression }),
  /** Sum ÷ number of values, at every level: never an average of averages. */
  z.strictObject({ ...measureCommon, ...only, ...money, kind: z.literal('average'), expression }),
  z.strictObject({ ...measureCommon, ...only, ...money, kind: z.literal('min'), expression }),
  z.strictObject({ ...measureCommon, ...only, ...money, kind: z.literal('max'), expression }),
  z.strictObject({ ...measureCommon, ...only, ...money, ...weighted, kind: z.literal('median'), expression }),
  /** `share` as a fraction: 0.9 is the 90th percentile. Interpolated, unless values have weights. */
  z.strictObject({
    ...measureCommon,
    ...only,
    ...money,
    ...weighted,
    kind: z.literal('percentile'),
    expression,
    share: z.number().min(0).max(1),
  }),
  /** Variance of the rows' values, and its root: of a sample (÷ n − 1), or of a population (÷ n). */
  z.strictObject({
    ...measureCommon,
    ...only,
    ...money,
    kind: z.literal('variance'),
    expression,
    population: z.boolean().default(false),
  }),
  z.strictObject({
    ...measureCommon,
    ...only,
    ...money,
    kind: z.literal('stddev'),
    expression,
    population: z.boolean().default(false),
  }),
  averageBalance,
  combine,
  ratio,
  derived,
]);
export type Measure = z.infer<typeof measure>;

/** Maximum number of values of a list. */
const MOST_LISTED = 500;

/** The value of a parameter. Decimal fractions are strings, to stay exact; percent is a fraction: '0.05' is 5 %. */
export const parameterValue = z.union([
  z.string().max(500),
  z.number(),
  z.boolean(),
  z.array(z.string().max(500)).max(MOST_LISTED),
]);
export type ParameterValue = z.infer<typeof parameterValue>;

/** A value each tenant can set, used in expressions and filters as `:name`; a list as `IN (:name)`. */
export const modelParameter = z.strictObject({
  name,
  title: localizedText,
  description: localizedText.optional(),
  type: z.enum(['string', 'integer', 'number', 'percent', 'date', 'boolean', 'list']),
  /** Used where the tenant has set no value. */
  default: parameterValue,
  /** What is counted: days. Only presentation. */
  unit: localizedText.optional(),
  /** The smallest and the largest value allowed, of numbers, percentages and dates. */
  minimum: z.union([z.string(), z.number()]).optional(),
  maximum: z.union([z.string(), z.number()]).optional(),
  /** The texts allowed, of texts and lists. */
  options: z
    .array(z.strictObject({ value: z.string().max(500), title: localizedText.optional() }))
    .min(1)
    .max(MOST_LISTED)
    .optional(),
});
export type ModelParameter = z.infer<typeof modelParameter>;

/** The value of a mapped dimension for rows whose code is unmapped. */
export const UNMAPPED = 'unmapped';

/**
 * A kind of source codes that each tenant maps for itself: see mappings.ts. Used as `mapping` of a dimension, and in
 * expressions as `MAPPED(code, 'name')` or, for an attribute, `MAPPED(code, 'name', 'risk')`.
 */
export const codeMapping = z.strictObject({
  name,
  title: localizedText,
  description: localizedText.optional(),
  /** Allowed targets, in display order. Without them tenants enter any text. */
  targets: z
    .array(z.strictObject({ value: z.string().trim().min(1).max(200), title: localizedText }))
    .min(1)
    .max(500)
    .optional(),
  /** Further attributes of each code, as texts. */
  attributes: z
    .array(z.strictObject({ name, title: localizedText }))
    .max(20)
    .default([]),
});
export type CodeMapping = z.infer<typeof codeMapping>;

/** Readers a rule applies to: any of the roles or groups. Omitted: all readers. */
const readers = z.strictObject({
  roles: z.array(z.string().min(1)).default([]),
  groups: z.array(z.string().min(1)).default([]),
});

/**
 * Row rule: the reader sees only rows that satisfy the condition. All rules that apply to the reader are combined with
 * AND, on every path to the rows. Attributes of the reader are parameters with the prefix `user_`: `:user_email`,
 * `branch IN (:user_branch)`. A reader without the attribute sees no rows.
 */
export const rowRule = z.strictObject({
  name,
  title: localizedText,
  appliesTo: readers.optional(),
  exceptFor: readers.optional(),
  where: expression,
});
export type ModelRowRule = z.infer<typeof rowRule>;

/** Column mask: columns that are empty for a reader in every dimension, measure and filter that uses them. */
export const columnMask = z.strictObject({
  name,
  title: localizedText,
  appliesTo: readers.optional(),
  exceptFor: readers.optional(),
  columns: z.array(columnRef).min(1),
});
export type ColumnMask = z.infer<typeof columnMask>;

/** Dimensions from the broadest to the narrowest, each member belonging to one of the previous level: region, state, county. */
export const hierarchy = z.strictObject({ name, title: localizedText, levels: z.array(name).min(2).max(10) });

/**
 * Pre-aggregated rows of a dataset: one per combination of its dimensions, with the parts of its measures. Built with the
 * data; used for a query only where it yields the same figures.
 */
export const rollup = z.strictObject({
  name,
  description: localizedText.optional(),
  owner: z.string().optional(),
  /** A dimension, or a date with a grain, from which coarser grains are derived. */
  dimensions: z
    .array(z.union([name, z.strictObject({ field: name, grain: timeGrain })]))
    .min(1)
    .max(20),
  measures: z.array(name).min(1).max(200),
});
export type Rollup = z.infer<typeof rollup>;

/** A joined table that data may lack, or a column that a table may lack. */
export const optionalColumn = z.strictObject({
  table: identifier,
  column: identifier.optional(),
  type: z.enum(['string', 'integer', 'decimal', 'date', 'timestamp', 'boolean']).optional(),
});
export type OptionalColumn = z.infer<typeof optionalColumn>;

const datasetMembers = z.strictObject({
  name,
  title: localizedText,
  description: localizedText,
  owner: z.string(),
  synonyms,
  /** The fact table. For a derived dataset, the name of its rows, which is its own. */
  table: identifier.optional(),
  /** Instead of a table: its rows are the groups of a query over another dataset of the model. */
  query: datasetQuery.optional(),
  /** In order: a join can be `to` an earlier one. */
  joins: z.array(datasetJoin).default([]),
  /** The column with a row's as-of date; omitted where the table has none. */
  asOf: columnRef.optional(),
  /**
   * What figures are about, such as a credit union or an account: the dimension that identifies it and the one with its
   * display name. Comparisons take the key as `by`, and show the name of the last as-of date.
   */
  entity: z.strictObject({ key: name, name }).optional(),
  /**
   * The date dimension of a periodic snapshot: each date has all rows, such as a report of every institution for each
   * quarter. Measures over rows take the last date of a period, unless they say otherwise by `over`.
   */
  snapshots: name.optional(),
  /**
   * Tables and columns that came or went: where the tenant's data lacks one, it is empty instead of an error. `type` is
   * the type of a column's values, where expressions depend on it.
   */
  optional: z.array(optionalColumn).default([]),
  /** The currency of measures with the unit `currency` that name none. */
  currency: amountCurrency.optional(),
  dimensions: z.array(dimension),
  /** Dates need none: their grains form a hierarchy. */
  hierarchies: z.array(hierarchy).default([]),
  measures: z.array(measure),
  rules: z.array(rowRule).default([]),
  masks: z.array(columnMask).default([]),
  rollups: z.array(rollup).max(20).default([]),
});

/** A dataset over a fact table, or derived from another dataset by a query. */
export const dataset = datasetMembers
  .superRefine(({ name: own, table, query }, context) => {
    const fail = (message: string) => context.addIssue({ code: 'custom', path: ['table'], message });
    if (!query && table === undefined)
      fail("'table' is missing: write the name of the fact table, or a 'query' over another dataset.");
    // A model that was read has both: rows of a query are named like their dataset.
    if (query && table !== undefined && table !== own) fail("A dataset has a 'table' or a 'query'. Leave one out.");
  })
  .transform((members) => ({ ...members, table: members.table ?? members.name }));
export type Dataset = z.infer<typeof dataset>;

/**
 * Several datasets combined through their shared (conformed) dimensions. Each fact is aggregated separately, with its own
 * joins, rules and masks, and then joined on the dimensions (drill-across). Its measures are the facts' measures, prefixed
 * as `<fact>_<name>` where names collide, plus its own derived ones.
 */
export const combinedDataset = z.strictObject({
  name,
  title: localizedText,
  description: localizedText,
  owner: z.string(),
  synonyms,
  facts: z.array(name).min(2).max(20),
  /** A dimension that every fact has, or a name with the corresponding dimension of each fact. Titles come from the first fact. */
  shared: z
    .array(z.union([name, z.strictObject({ name, title: localizedText.optional(), of: z.record(name, name) })]))
    .min(1),
  /** Hierarchies of shared dimensions. */
  hierarchies: z.array(hierarchy).default([]),
  measures: z.array(z.discriminatedUnion('kind', [combine, ratio, derived])).default([]),
});
export type CombinedDataset = z.infer<typeof combinedDataset>;

/** A semantic model: datasets, dimensions and measures over the tables of a warehouse. */
export const model = z.strictObject({
  name: z.string(),
  title: localizedText,
  description: localizedText,
  /**
   * Table with the names of source accounts: columns account, name, description. `prefix` is what columns of accounts
   * begin with before the code, in any case: with 'ACCT_', column Acct_997 is account 997.
   */
  accounts: z
    .strictObject({
      table: identifier,
      account: identifier,
      title: identifier,
      description: identifier,
      prefix: identifier.optional(),
    })
    .optional(),
  /** The currency of measures with the unit `currency` for which neither they nor their dataset name one. */
  currency: currencyCode.optional(),
  exchangeRates: exchangeRates.optional(),
  parameters: z.array(modelParameter).default([]),
  mappings: z.array(codeMapping).default([]),
  shared: sharedDefinitions,
  datasets: z.array(dataset).min(1),
  combined: z.array(combinedDataset).default([]),
  tests: z.array(modelTest).max(MOST_TESTS).default([]),
});
export type Model = z.infer<typeof model>;

/** The account code of a column: its name without the prefix that the model declares for account columns. */
export function accountCode(column: string, { accounts }: Pick<Model, 'accounts'>): string {
  const prefix = accounts?.prefix ?? '';
  return column.toLowerCase().startsWith(prefix.toLowerCase()) ? column.slice(prefix.length) : column;
}
