import { z } from 'zod';
import { filter } from './filter.ts';
import { funnelWindow } from './funnel.ts';
import { having } from './having.ts';
import { provenance, sourceColumn } from '../lineage.ts';
import { localizedText } from '../values/text.ts';
import { figureFormat } from '../values/measure-format.ts';
import { cell, deliveredRange, averaged } from './result.ts';

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

/** Where a funnel comes from: its dimensions, in the order key, time, by; the rows of each step; and all rows. */
export const funnelExplanation = rowListExplanation.omit({ columns: true }).extend({
  fields: z.array(
    z.object({
      as: z.enum(['key', 'time', 'by']),
      name: z.string(),
      title: localizedText,
      definition: localizedText.nullable(),
      /** In the model's expression language. */
      expression: z.string(),
      /** A masked column is empty for this reader. */
      columns: z.array(sourceColumn),
    }),
  ),
  steps: z.array(
    z.object({
      name: z.string(),
      /** Null for all rows. */
      filter: filter.nullable(),
      columns: z.array(sourceColumn),
    }),
  ),
  within: funnelWindow.nullable(),
  sameTime: z.boolean(),
});
export type FunnelExplanation = z.infer<typeof funnelExplanation>;
