import { z } from 'zod';

const count = z.int().nonnegative();

/** A value as text, at most `PROFILE_TEXT` characters of it, with its rows. */
const valueCount = z.object({ value: z.string(), rows: count });

/** Numbers. Bounds are doubles. */
const numberProfile = z.object({
  mean: z.number().nullable(),
  zeros: count,
  negatives: count,
  /** NaN and infinities, which nothing else here counts. */
  notFinite: count,
  /** Null without values. `exact` is false where they are approximated, as of very long columns. */
  quantiles: z
    .object({
      exact: z.boolean(),
      p1: z.number(),
      p5: z.number(),
      p25: z.number(),
      p50: z.number(),
      p75: z.number(),
      p95: z.number(),
      p99: z.number(),
    })
    .nullable(),
  /** Twenty equal bins from p1 to p99, the last with its end; and the rows below and above. */
  bins: z.array(z.object({ from: z.number(), to: z.number(), rows: count })),
  below: count,
  above: count,
});

const dateProfile = z.object({
  grain: z.enum(['month', 'year']),
  /** Periods with rows, by their first day, in order. */
  periods: z.array(z.object({ from: z.string(), rows: count })),
  /** Months without rows between the first and the last one: first day of the first and of the last of each gap. */
  gaps: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Days before 1900 or after 2100. */
  impossible: count,
});

const textProfile = z.object({
  /** Without a character; of spaces only; with spaces around others. */
  empty: count,
  blank: count,
  padded: count,
  /** Characters. Null without values. */
  shortest: z.int().nullable(),
  longest: z.int().nullable(),
  /** Shapes of values: 9 for a digit, A for an upper-case letter, a for a lower-case one. */
  patterns: z.array(valueCount),
  /** False: of a sample. */
  patternsExact: z.boolean(),
  /** Spellings that differ only in case or spaces around them, most rows first; null where that is not known. */
  variants: z.object({ groups: count, examples: z.array(z.array(z.string())) }).nullable(),
});

/** What the values of a column are like. */
export const columnProfile = z.object({
  column: z.string(),
  kind: z.enum(['number', 'date', 'text', 'boolean', 'other']),
  /** Rows it was computed from; of a sample, those of the sample. */
  rows: count,
  /** Whether these are all rows. */
  complete: z.boolean(),
  nulls: count,
  distinct: z.object({ values: count, exact: z.boolean() }),
  min: z.string().nullable(),
  max: z.string().nullable(),
  /** Most frequent values, at most ten; null where nearly all values differ and they were not counted. */
  top: z.array(valueCount).nullable(),
  number: numberProfile.nullable(),
  date: dateProfile.nullable(),
  text: textProfile.nullable(),
});
export type ColumnProfile = z.infer<typeof columnProfile>;
