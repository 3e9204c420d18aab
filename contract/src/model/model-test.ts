import { z } from 'zod';
import { filter } from '../query/filter.ts';
import { localizedText } from '../values/text.ts';
import { name } from './names.ts';

/** A figure: a number, or in quotes where it has more digits than a number keeps. */
const exactFigure = z.union([
  z.number().refine((value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER, {
    message: 'A number of more than 15 digits is not exact. Write it in quotes.',
  }),
  z.string().regex(/^-?\d{1,38}(\.\d{1,18})?$/, 'Write a number, such as 1234.56'),
]);

/** A figure that a measure has to have in the tenant's data, checked after each load and each change of the model. */
export const modelTest = z.strictObject({
  name,
  /** What it checks. Omitted: it is presented by its measure. */
  title: localizedText.optional(),
  /** A dataset or combined dataset of the model. */
  dataset: name,
  measure: name,
  /** Which rows count; all without it. */
  filter: filter.optional(),
  expect: exactFigure,
  /** By how much the figure may differ, in the measure's unit or as a percentage of what is expected. */
  tolerance: z.union([z.number().min(0), z.strictObject({ percent: z.number().positive().max(100) })]).default(0),
});
export type ModelTest = z.infer<typeof modelTest>;

/** Maximum number of tests of a model: each is a query after each load. */
export const MOST_TESTS = 200;
