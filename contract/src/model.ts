import { z } from 'zod';
import { localizedText } from './text.ts';
import { timeGrain } from './time-grain.ts';

const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, 'Use lower-case letters, digits and _');
const identifier = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,62}$/, 'Name a table or column of the warehouse');

/** How a figure is written. Percent values travel as fractions (0.0912) and are shown × 100. */
export const measureFormat = z.strictObject({
  unit: z.enum(['currency', 'percent', 'count', 'number']),
  /** Digits after the point when shown in full; percent counts them after × 100. */
  decimals: z.int().min(0).max(6).default(0),
  /** Cut instead of rounded, as NCUA's FPR does with the net worth ratio: 6.999 % is 6.99 %, never 7.00 %. */
  truncate: z.boolean().default(false),
});
export type MeasureFormat = z.infer<typeof measureFormat>;

/** A column of a source table. */
export const columnRef = z.strictObject({ table: identifier, column: identifier });

/**
 * A value computed of columns in the model's small SQL-like language, for example
 * `CASE WHEN balance.days_late >= 60 THEN balance.amount END`. A column of a joined table is named with its table.
 */
export const expression = z.string().trim().min(1).max(4000);

export const dimension = z.strictObject({
  name,
  title: localizedText,
  description: localizedText.optional(),
  /** A `timestamp` is stored in UTC and told in the tenant's time zone. */
  type: z.enum(['string', 'integer', 'date', 'timestamp', 'boolean']),
  /** Either the column or the expression that its values come from. */
  column: columnRef.optional(),
  expression: expression.optional(),
  /** The mapping that says what its values, which are source codes then, mean: see `codeMapping`. */
  mapping: name.optional(),
  synonyms: z.array(z.string()).default([]),
  /** Labels of codes, in the order in which they are offered. */
  values: z.array(z.strictObject({ value: z.union([z.string(), z.number()]), title: localizedText })).optional(),
  /** Cuts a numeric column into bands: each takes values from `from` (inclusive) to the next one's. Answers the band's `value`. */
  bands: z.array(z.strictObject({ value: z.string(), from: z.number().nullable(), title: localizedText })).optional(),
});
export type Dimension = z.infer<typeof dimension>;

/** Which way is good: decides the colour of a change, and which end of a ranking is the best. */
export const direction = z.enum(['higher', 'lower', 'neutral']);

const measureCommon = {
  name,
  title: localizedText,
  /** A shorter title for cards and column heads. */
  label: localizedText.optional(),
  definition: localizedText,
  caveat: localizedText.optional(),
  format: measureFormat,
  better: direction.default('neutral'),
  owner: z.string().optional(),
  /** The publication the definition follows, for example 'NCUA Financial Performance Report'. */
  source: z.string().optional(),
  synonyms: z.array(z.string()).default([]),
  /** Named ranges of the value with a meaning, best first: the first whose `from` (a fraction for percent) is reached applies. */
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
};

/** A weighted sum of other measures: 550 − 551 is [{measure: charge_offs, factor: 1}, {measure: recoveries, factor: −1}]. */
export const terms = z.array(z.strictObject({ measure: name, factor: z.number().default(1) })).min(1);

/** Only rows for which this condition is true are taken into a measure. */
const only = { where: expression.optional() };

/**
 * A figure that stands on a day, such as a balance: it adds up over everything but time. `time` is the date dimension,
 * `take` what stands for several days: the last or the first day there is data for, the average of all of them, or the
 * least or greatest day's figure.
 */
const standing = {
  over: z.strictObject({ time: name, take: z.enum(['last', 'first', 'average', 'min', 'max']) }).optional(),
};

const combine = z.strictObject({ ...measureCommon, kind: z.literal('combine'), terms });
/** Numerator ÷ denominator, each added up first, at every level: totals of ratios come from their parts. */
const ratio = z.strictObject({
  ...measureCommon,
  kind: z.literal('ratio'),
  numerator: terms,
  denominator: terms,
  /** The numerator is year-to-date income: × 12 ÷ months of the reported period. */
  annualise: z.boolean().default(false),
});
/** Computed of other measures by their names, at every level from their own values there: `income - expense`. */
const derived = z.strictObject({ ...measureCommon, kind: z.literal('derived'), expression });

export const measure = z.discriminatedUnion('kind', [
  /**
   * Adds up one column, or an expression. `columns` may name fallbacks: the first that is filled counts, as where an
   * account has a successor.
   */
  z.strictObject({
    ...measureCommon,
    ...only,
    ...standing,
    kind: z.literal('sum'),
    columns: z.array(columnRef).min(1).optional(),
    expression: expression.optional(),
  }),
  /** Counts rows of the dataset. */
  z.strictObject({ ...measureCommon, ...only, ...standing, kind: z.literal('count') }),
  /** Counts different values. */
  z.strictObject({ ...measureCommon, ...only, ...standing, kind: z.literal('count_distinct'), expression }),
  /** Adds up and divides by the number of values, at every level: an average of averages never arises. */
  z.strictObject({ ...measureCommon, ...only, kind: z.literal('average'), expression }),
  z.strictObject({ ...measureCommon, ...only, kind: z.literal('min'), expression }),
  z.strictObject({ ...measureCommon, ...only, kind: z.literal('max'), expression }),
  z.strictObject({ ...measureCommon, ...only, kind: z.literal('median'), expression }),
  /** The value below which this share of the values lies, interpolated: 0.9 is the 90th percentile. */
  z.strictObject({
    ...measureCommon,
    ...only,
    kind: z.literal('percentile'),
    expression,
    share: z.number().min(0).max(1),
  }),
  combine,
  ratio,
  derived,
]);
export type Measure = z.infer<typeof measure>;

/** A value that each tenant may set for itself, used in expressions and filters as `:name`. */
export const modelParameter = z.strictObject({
  name,
  title: localizedText,
  description: localizedText.optional(),
  type: z.enum(['string', 'integer', 'number', 'date', 'boolean']),
  /** What counts where the tenant has set nothing. A number with a fraction is written as text to stay exact. */
  default: z.union([z.string(), z.number(), z.boolean()]),
});
export type ModelParameter = z.infer<typeof modelParameter>;

/** What a dimension with a mapping has where nobody has given the row's code a meaning. */
export const UNMAPPED = 'unmapped';

/**
 * A kind of source codes whose meaning each tenant says for itself, in tables of its own: see mappings.ts. Used as
 * `mapping` of a dimension, and in expressions as `MAPPED(code, 'name')` or, for an attribute, `MAPPED(code, 'name', 'risk')`.
 */
export const codeMapping = z.strictObject({
  name,
  title: localizedText,
  description: localizedText.optional(),
  /** What codes can mean, in the order in which it is offered. Left out, a tenant writes what it likes. */
  targets: z
    .array(z.strictObject({ value: z.string().trim().min(1).max(200), title: localizedText }))
    .min(1)
    .max(500)
    .optional(),
  /** What else is said of each code, as texts. */
  attributes: z
    .array(z.strictObject({ name, title: localizedText }))
    .max(20)
    .default([]),
});
export type CodeMapping = z.infer<typeof codeMapping>;

/** Readers by what they are: one role or one group is enough. Left out, all of them. */
const readers = z.strictObject({
  roles: z.array(z.string().min(1)).default([]),
  groups: z.array(z.string().min(1)).default([]),
});

/**
 * Rows that a reader sees: those for which the condition is true. Every rule that applies to the reader holds, on every
 * path to the rows. The reader's own attributes are written as parameters that begin with `user_`: `:user_email`,
 * `branch IN (:user_branch)`. A reader without the attribute sees no row by it.
 */
export const rowRule = z.strictObject({
  name,
  title: localizedText,
  appliesTo: readers.optional(),
  exceptFor: readers.optional(),
  where: expression,
});
export type ModelRowRule = z.infer<typeof rowRule>;

/** Columns that a reader sees nothing of: whatever names them, a dimension, a measure or a filter, finds them empty. */
export const columnMask = z.strictObject({
  name,
  title: localizedText,
  appliesTo: readers.optional(),
  exceptFor: readers.optional(),
  columns: z.array(columnRef).min(1),
});
export type ColumnMask = z.infer<typeof columnMask>;

/** Dimensions from the widest to the narrowest, each of whose members lies in one of the one before: region, state, county. */
export const hierarchy = z.strictObject({ name, title: localizedText, levels: z.array(name).min(2).max(10) });

/**
 * Rows of a dataset added up beforehand: one for each combination of values of its dimensions, with the parts of its
 * measures. It is built with the data and answers a query where, and only where, it gives the same figures.
 */
export const rollup = z.strictObject({
  name,
  description: localizedText.optional(),
  owner: z.string().optional(),
  /** A name, or a date cut to periods, from which longer ones are made. */
  dimensions: z
    .array(z.union([name, z.strictObject({ field: name, grain: timeGrain })]))
    .min(1)
    .max(20),
  measures: z.array(name).min(1).max(200),
});
export type Rollup = z.infer<typeof rollup>;

export const dataset = z.strictObject({
  name,
  title: localizedText,
  description: localizedText,
  owner: z.string(),
  /** Other words that people look for it by. */
  synonyms: z.array(z.string()).default([]),
  /** The table whose rows are counted. */
  table: identifier,
  /**
   * Joined tables, each at most one row for a row of the table it is joined to: `table`, or with `to` one that is joined
   * before it. `on` names the columns that are equal; where their names differ, `column` of that table and `key` of this one.
   */
  joins: z
    .array(
      z.strictObject({
        table: identifier,
        to: identifier.optional(),
        on: z.array(z.union([identifier, z.strictObject({ column: identifier, key: identifier })])).min(1),
      }),
    )
    .default([]),
  /** The column that says which day a row is true of; left out where the table knows no day. */
  asOf: columnRef.optional(),
  dimensions: z.array(dimension),
  /** Dates need none: their periods are made of shorter ones. */
  hierarchies: z.array(hierarchy).default([]),
  measures: z.array(measure),
  rules: z.array(rowRule).default([]),
  masks: z.array(columnMask).default([]),
  rollups: z.array(rollup).max(20).default([]),
});
export type Dataset = z.infer<typeof dataset>;

/**
 * Several datasets as one, through the dimensions they share. Each fact is aggregated alone, with its own joins, rules
 * and masks; then rows of equal dimensions are brought together. Its measures are those of the facts, by their own names,
 * or where two have the same as `<fact>_<name>`; its own are made of them.
 */
export const combinedDataset = z.strictObject({
  name,
  title: localizedText,
  description: localizedText,
  owner: z.string(),
  /** Other words that people look for it by. */
  synonyms: z.array(z.string()).default([]),
  facts: z.array(name).min(2).max(20),
  /** A name that every fact has, or a name with the dimension of each fact that it stands for. Titles are the first fact's. */
  shared: z
    .array(z.union([name, z.strictObject({ name, title: localizedText.optional(), of: z.record(name, name) })]))
    .min(1),
  /** Of shared dimensions. */
  hierarchies: z.array(hierarchy).default([]),
  measures: z.array(z.discriminatedUnion('kind', [combine, ratio, derived])).default([]),
});
export type CombinedDataset = z.infer<typeof combinedDataset>;

/** A semantic model: what the figures of a warehouse mean. */
export const model = z.strictObject({
  name: z.string(),
  title: localizedText,
  description: localizedText,
  /** Table that names the source accounts: columns account, name, description. */
  accounts: z
    .strictObject({ table: identifier, account: identifier, title: identifier, description: identifier })
    .optional(),
  parameters: z.array(modelParameter).default([]),
  mappings: z.array(codeMapping).default([]),
  datasets: z.array(dataset).min(1),
  combined: z.array(combinedDataset).default([]),
});
export type Model = z.infer<typeof model>;
