import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { rollup } from './model.ts';

/** A rollup that could have served recent queries. */
export const suggestedRollup = z.object({
  dataset: z.string(),
  rollup,
  /** Number of queries it could have served, and their total time. */
  answers: z.int(),
  elapsedMs: z.number(),
  /** Rows it would have in the current version, and the source rows it aggregates. */
  rows: z.int(),
  of: z.int(),
  /** Estimated time saved, assuming that time is proportional to rows. */
  savedMs: z.number(),
});

const suggestedRollups = z.object({
  /** Number of recorded queries analyzed. */
  queries: z.int(),
  /** Largest saving first; each counts only queries that none of the previous ones would serve. */
  rollups: z.array(suggestedRollup),
  /** The same as YAML for the model; empty where there is nothing to suggest. */
  document: z.string(),
});
export type SuggestedRollups = z.infer<typeof suggestedRollups>;

export const rollupRoutes = {
  'GET /api/v1/model/suggested-rollups': defineRoute({
    summary: 'Suggest rollups that would have served recent queries',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model.suggest-rollups', when: 'denied' },
    input: {},
    output: suggestedRollups,
    errors: ['BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
};
