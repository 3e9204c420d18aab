import { z } from 'zod';

/** A name in a model: dataset, dimension or measure; in an answer also that of a column. */
export const fieldName = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, 'Use lower-case letters, digits and _');
