import { z } from 'zod';

/** Name of a dataset, dimension or measure in a model, or of a column in a result. */
export const fieldName = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, 'Use lower-case letters, digits and _');
