import { z } from 'zod';
import { localizedText } from './text.ts';

const titled = z.object({ name: z.string(), title: localizedText });

/** One measure with what it is made of, down to columns of tables. */
export interface Lineage {
  measure: string;
  title: z.infer<typeof localizedText>;
  kind: string;
  /** What it is to the measure above it; null at the top. */
  as: 'numerator' | 'denominator' | 'term' | 'part' | null;
  /** What it is multiplied with there. */
  factor: number;
  /** In the model's language; null for what is made of other measures only. */
  expression: string | null;
  /** Only rows for which this is true are taken. */
  where: string | null;
  /** For balances: the date they stand on, and what stands for several days. */
  over: { time: string; take: string } | null;
  /** The dataset whose rows it is computed of; null for what is made of several measures. */
  dataset: string | null;
  /** Of a masked column this reader finds nothing, so it gives nothing to the figure. */
  columns: { table: string; column: string; account: string; name: string | null; masked: boolean }[];
  parts: Lineage[];
}
export const lineage: z.ZodType<Lineage> = z.object({
  measure: z.string(),
  title: localizedText,
  kind: z.string(),
  as: z.enum(['numerator', 'denominator', 'term', 'part']).nullable(),
  factor: z.number(),
  expression: z.string().nullable(),
  where: z.string().nullable(),
  over: z.object({ time: z.string(), take: z.string() }).nullable(),
  dataset: z.string().nullable(),
  columns: z.array(
    z.object({
      table: z.string(),
      column: z.string(),
      account: z.string(),
      name: z.string().nullable(),
      masked: z.boolean(),
    }),
  ),
  get parts() {
    return z.array(lineage);
  },
});

/** Where a figure comes from, and what stood between it and the rows for this reader. */
export const provenance = z.object({
  lineage,
  /**
   * The tables that were read, each fact with what is joined to it. Where a rollup of the fact answered in their place,
   * its name, and how many rows it has.
   */
  tables: z.array(
    z.object({
      dataset: z.string(),
      table: z.string(),
      joins: z.array(z.string()),
      rollup: z.object({ name: z.string(), rows: z.int() }).nullable(),
    }),
  ),
  /** Row rules that limited the rows, and masks that emptied columns which the query names: what they are called, not what they say. */
  rules: z.array(titled),
  masks: z.array(titled),
  /** The tenant's parameters in the measure, with the values they had. */
  settings: z.array(titled.extend({ value: z.union([z.string(), z.number(), z.boolean()]) })),
  /** Where a calculation was asked for: what it does with the measure. */
  calculation: titled.extend({ kind: z.string(), text: localizedText }).nullable(),
});
export type Provenance = z.infer<typeof provenance>;
