import { z } from 'zod';
import { synonyms } from '../values/synonyms.ts';
import { localizedText } from '../values/text.ts';
import { timeGrain } from '../values/time-grain.ts';
import { columnRef, expression, name } from './names.ts';

export const dimension = z.strictObject({
  name,
  /** The shared definition that it is written from. */
  use: name.optional(),
  title: localizedText,
  description: localizedText.optional(),
  /**
   * A `decimal` is exact, such as an interest rate, and a text on the wire. A `timestamp` is stored in UTC and presented
   * in the tenant's time zone.
   */
  type: z.enum(['string', 'integer', 'decimal', 'date', 'timestamp', 'boolean']),
  /** The source of its values: either a column or an expression; see also `per` and `since`. */
  column: columnRef.optional(),
  expression: expression.optional(),
  /** The mapping that labels its values, which are source codes then: see `codeMapping`. */
  mapping: name.optional(),
  /**
   * One value for each key, such as a member's first booking or number of loans: computed from all of the dataset's rows
   * with that key that the reader may see, whatever the query's filter. `key` names dimensions. `any`: whether some row
   * satisfies `where`; `count` counts rows, and the others take the column or expression.
   */
  per: z
    .strictObject({
      key: z.union([name, z.array(name).min(1).max(5)]),
      take: z.enum(['min', 'max', 'sum', 'count', 'count_distinct', 'any']),
      where: expression.optional(),
    })
    .optional(),
  /** The number of periods from one date dimension to another; 0 in the same period. Instead of a column or expression. */
  since: z.strictObject({ from: name, to: name, grain: timeGrain.exclude(['hour']) }).optional(),
  synonyms,
  /** Labels of codes, in display order, and other names by which questions mean them. */
  values: z
    .array(
      z.strictObject({
        value: z.union([z.string(), z.number()]),
        title: localizedText,
        synonyms: synonyms.removeDefault().optional(),
      }),
    )
    .optional(),
  /** Buckets of a numeric column: each covers values from `from` (inclusive) up to the next one's. The dimension's value is the bucket's `value`. */
  bands: z.array(z.strictObject({ value: z.string(), from: z.number().nullable(), title: localizedText })).optional(),
});
export type Dimension = z.infer<typeof dimension>;
