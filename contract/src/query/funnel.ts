import { z } from 'zod';
import { filter } from './filter.ts';
import { fieldName } from '../values/field-name.ts';
import { timeGrain } from '../values/time-grain.ts';

/** A step: the rows that satisfy its filter; without one, all rows. */
export const funnelStep = z.strictObject({
  /** Shown in the result; each step has its own. */
  name: z.string().trim().min(1).max(100),
  filter: filter.optional(),
});

/** The longest time from the first step to any other one, inclusive. Hours need a `time` with a time of day. */
export const funnelWindow = z.union([
  z.strictObject({ days: z.int().min(1).max(3660) }),
  z.strictObject({ hours: z.int().min(1).max(87_840) }),
]);
export type FunnelWindow = z.infer<typeof funnelWindow>;

/**
 * How many keys (members, accounts) go through steps in their order, each step later than the one before. Other rows may
 * lie between them. A key counts once, with the attempt that leads furthest and, of several such, the first one; an
 * attempt starts at any row of the first step, and each further step is the next row of that step.
 * Columns: the member of `by`, step (its name), reached (number of keys), share_of_first and share_of_previous
 * (fractions; null where no key could), and median_days since the previous step. Without `by`, one row for each step.
 */
export const funnelQuery = z.strictObject({
  kind: z.literal('funnel'),
  dataset: fieldName,
  /** The dimension whose members go through the steps; omitted: the key of the dataset's entity. Rows without one are left out. */
  key: fieldName.optional(),
  /** The date or time of a row. */
  time: fieldName,
  steps: z.array(funnelStep).min(2).max(10),
  within: funnelWindow.optional(),
  /** Whether a step can have the time of the one before, as on the same day. A row that satisfies both is both. */
  sameTime: z.boolean().default(false),
  /** Breaks the funnel down by a dimension of the first step's row; of rows at the same time by the least value. */
  by: z.union([fieldName, z.strictObject({ field: fieldName, grain: timeGrain })]).optional(),
  /**
   * Conditions on `time` alone choose when the first step happened, so that later steps can lie after them; all other
   * conditions choose the rows of every step.
   */
  filter: filter.optional(),
  /** Members of `by`, in their order. */
  limit: z.int().min(1).max(1000).default(100),
});
export type FunnelQuery = z.infer<typeof funnelQuery>;
