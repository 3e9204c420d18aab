import { z } from 'zod';
import { filter } from './filter.ts';
import { measureFormat } from '../values/measure-format.ts';
import { fieldName } from '../values/field-name.ts';
import { localizedText } from '../values/text.ts';

const common = {
  /** A name that neither the dataset nor the query uses. */
  name: fieldName,
  title: localizedText.optional(),
  definition: localizedText.optional(),
};

/**
 * A measure defined in the query. It is used like the dataset's measures, also in the definitions after it, under the
 * same rights, and has no owner: an explanation says so.
 */
export const customMeasure = z.discriminatedUnion('kind', [
  /** A measure over those of its rows that satisfy a filter; a ratio or formula with all of its parts filtered. */
  z.strictObject({
    ...common,
    kind: z.literal('filtered'),
    measure: fieldName,
    filter,
    format: measureFormat.optional(),
  }),
  /** Arithmetic over measures by name, in the model's expression language: `late / balance`. From their values at each level. */
  z.strictObject({
    ...common,
    kind: z.literal('formula'),
    expression: z.string().min(1).max(2000),
    format: measureFormat.default({ unit: 'number', decimals: 2, truncate: false }),
  }),
]);
export type CustomMeasure = z.infer<typeof customMeasure>;

/** Omitted: none. */
export const customMeasures = z.array(customMeasure).max(20).optional();
