import { z } from 'zod';
import { dimension } from './dimension.ts';
import { datasetJoin } from './joins.ts';

/**
 * Joins and dimensions that several datasets use: by their name in a dataset's list, or as `use` with what differs
 * there. They are written into the datasets when the document is read.
 */
export const sharedDefinitions = z
  .strictObject({ joins: z.array(datasetJoin).default([]), dimensions: z.array(dimension).default([]) })
  .default({ joins: [], dimensions: [] });
