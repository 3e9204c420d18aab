import { z } from 'zod';
import { localizedText } from './text.ts';

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

export const measure = z.discriminatedUnion('kind', [
  /**
   * Adds up one column, or an expression. `columns` may name fallbacks: the first that is filled counts, as where an
   * account has a successor.
   */
  z.strictObject({
    ...measureCommon,
    ...only,
    kind: z.literal('sum'),
    columns: z.array(columnRef).min(1).optional(),
    expression: expression.optional(),
  }),
  /** Counts rows of the dataset. */
  z.strictObject({ ...measureCommon, ...only, kind: z.literal('count') }),
  /** Counts different values. */
  z.strictObject({ ...measureCommon, ...only, kind: z.literal('count_distinct'), expression }),
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
  z.strictObject({ ...measureCommon, kind: z.literal('combine'), terms }),
  /** Numerator ÷ denominator, each added up first, at every level: totals of ratios come from their parts. */
  z.strictObject({
    ...measureCommon,
    kind: z.literal('ratio'),
    numerator: terms,
    denominator: terms,
    /** The numerator is year-to-date income: × 12 ÷ months of the reported period. */
    annualise: z.boolean().default(false),
  }),
  /** Computed of other measures by their names, at every level from their own values there: `income - expense`. */
  z.strictObject({ ...measureCommon, kind: z.literal('derived'), expression }),
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

export const dataset = z.strictObject({
  name,
  title: localizedText,
  description: localizedText,
  owner: z.string(),
  /** The table whose rows are counted. */
  table: identifier,
  /** Joined tables, each at most one row for a row of `table`. */
  joins: z.array(z.strictObject({ table: identifier, on: z.array(identifier).min(1) })).default([]),
  /** The column that says which day a row is true of. */
  asOf: columnRef,
  dimensions: z.array(dimension),
  measures: z.array(measure),
  rules: z.array(rowRule).default([]),
  masks: z.array(columnMask).default([]),
});
export type Dataset = z.infer<typeof dataset>;

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
  datasets: z.array(dataset).min(1),
});
export type Model = z.infer<typeof model>;
