import { z } from 'zod';
import { datasetQuery } from './dataset-query.ts';
import { localizedText } from './values/text.ts';

const titled = z.object({ name: z.string(), title: localizedText });

/** A warehouse column that a value is computed from. */
export const sourceColumn = z.object({
  table: z.string(),
  /** The name of the join that it is read through, where that is not the table's. */
  join: z.string().nullable(),
  column: z.string(),
  account: z.string(),
  name: z.string().nullable(),
  masked: z.boolean(),
});

/** One measure with its parts, down to table columns. */
export interface Lineage {
  measure: string;
  title: z.infer<typeof localizedText>;
  kind: string;
  /**
   * Its role in the parent measure; null at the top. A `source` is the measure of a query whose value in each row of a
   * derived dataset is aggregated.
   */
  as: 'numerator' | 'denominator' | 'term' | 'part' | 'source' | null;
  /** Its factor in the parent measure. */
  factor: number;
  /** In the model's expression language; null for measures made of other measures only. */
  expression: string | null;
  /** Only rows that satisfy this condition count. */
  where: string | null;
  /** For semi-additive measures: the snapshot date and the aggregation over time. */
  over: { time: string; take: string } | null;
  /** For average balances: the other date of the average, and the dimensions that identify what has a balance. */
  average: { with: string; per: string[] } | null;
  /** The joined table each row of which counts once, however many rows of the dataset share it; null for none. */
  oncePer: string | null;
  /** The dataset whose rows it is computed from; null where it combines several measures. */
  dataset: string | null;
  /** A masked column is empty for this reader, so it contributes nothing to the figure. */
  columns: z.infer<typeof sourceColumn>[];
  parts: Lineage[];
}
export const lineage: z.ZodType<Lineage> = z.object({
  measure: z.string(),
  title: localizedText,
  kind: z.string(),
  as: z.enum(['numerator', 'denominator', 'term', 'part', 'source']).nullable(),
  factor: z.number(),
  expression: z.string().nullable(),
  where: z.string().nullable(),
  over: z.object({ time: z.string(), take: z.string() }).nullable(),
  average: z.object({ with: z.string(), per: z.array(z.string()) }).nullable(),
  oncePer: z.string().nullable(),
  dataset: z.string().nullable(),
  columns: z.array(sourceColumn),
  get parts() {
    return z.array(lineage);
  },
});

/** Where a figure comes from, and which rights restricted its rows for this reader. */
export const provenance = z.object({
  lineage,
  /**
   * The tables read: each fact with the tables joined to it. Where a rollup was used instead, its name and number of rows.
   * A derived dataset has its own name as the table, and is followed by the tables that its query reads.
   */
  tables: z.array(
    z.object({
      dataset: z.string(),
      table: z.string(),
      joins: z.array(z.string()),
      /**
       * Joins with a name or a condition of their own, the condition in the model's expression language, and those that
       * match one of several rows of a key: which one, in words.
       */
      roles: z.array(
        z.object({
          name: z.string(),
          table: z.string(),
          where: z.string().nullable(),
          valid: localizedText.nullable(),
        }),
      ),
      rollup: z.object({ name: z.string(), rows: z.int() }).nullable(),
    }),
  ),
  /** The queries whose groups are the rows of derived datasets, from the queried one to the tables. */
  queries: z.array(z.object({ dataset: z.string(), query: datasetQuery })),
  /** Names of the row rules that filtered rows and of the masks on columns the query uses; never their conditions. */
  rules: z.array(titled),
  masks: z.array(titled),
  /** The tenant's parameters used in the measure, with their values. */
  settings: z.array(titled.extend({ value: z.union([z.string(), z.number(), z.boolean()]) })),
  /** What the requested calculation does with the measure; null without one. */
  calculation: titled.extend({ kind: z.string(), text: localizedText }).nullable(),
  /** Which groups the query keeps by their measures, in words; null if it keeps all. */
  groups: localizedText.nullable(),
});
export type Provenance = z.infer<typeof provenance>;
