import { z } from 'zod';
import { customMeasures } from './query/custom-measures.ts';
import { filter } from './query/filter.ts';
import { having } from './query/having.ts';
import { fieldName } from './values/field-name.ts';
import { timeGrain } from './values/time-grain.ts';

/** What queries have and the query of a derived dataset has not: it is about all groups, each with its own figures. */
const OF_RESULTS = new Set(['order', 'limit', 'offset', 'totals', 'top', 'subtotals', 'pivot', 'calculations']);

/**
 * The query whose groups are the rows of a derived dataset: one row for each combination of its dimensions. Columns are
 * named as in results: a dimension, `<field>_<grain>` for a date with a grain, a measure.
 */
export const datasetQuery = z.strictObject(
  {
    /** A dataset or combined dataset of the model; a derived one, too. */
    dataset: fieldName,
    dimensions: z
      .array(z.union([fieldName, z.strictObject({ field: fieldName, grain: timeGrain })]))
      .min(1)
      .max(20),
    measures: z.array(fieldName).max(50).default([]),
    customMeasures,
    filter: filter.optional(),
    /** Only groups whose measures pass are rows. */
    having: having.optional(),
  },
  {
    error: (issue) => {
      const keys = issue.code === 'unrecognized_keys' ? issue.keys.filter((key) => OF_RESULTS.has(key)) : [];
      return keys.length === 0
        ? undefined
        : `The rows of a dataset are all groups of its query, so there is no '${keys.join("', '")}' here. Leave it out: queries of the dataset can have it.`;
    },
  },
);
export type DatasetQuery = z.infer<typeof datasetQuery>;
