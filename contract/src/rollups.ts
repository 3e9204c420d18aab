import { z } from 'zod';
import { defineRoute } from './define-route.ts';
import { rollup } from './model.ts';

/** A rollup that would have answered questions which were asked lately. */
export const suggestedRollup = z.object({
  dataset: z.string(),
  rollup,
  /** How many of the questions it would have answered, and how long they took in all. */
  answers: z.int(),
  elapsedMs: z.number(),
  /** Rows that it would have in the current version, of so many that it adds up. */
  rows: z.int(),
  of: z.int(),
  /** How much shorter these questions would have been, were their time a matter of the rows alone. */
  savedMs: z.number(),
});

const suggestedRollups = z.object({
  /** How many questions were looked at: the last ones that are kept. */
  queries: z.int(),
  /** The one that saves most first; each counts the questions that those before it would not have answered. */
  rollups: z.array(suggestedRollup),
  /** The same as YAML, to be put into the model; empty where there is nothing to suggest. */
  document: z.string(),
});
export type SuggestedRollups = z.infer<typeof suggestedRollups>;

export const rollupRoutes = {
  'GET /api/v1/model/suggested-rollups': defineRoute({
    summary: 'Suggest rollups that would have answered what was asked lately',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model.suggest-rollups', when: 'denied' },
    input: {},
    output: suggestedRollups,
    errors: ['BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
};
