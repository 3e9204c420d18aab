import { z } from 'zod';
import { ofMembers } from './of-members.ts';
import { fieldName } from '../values/field-name.ts';
import { withinLimits } from './query-limits.ts';

/**
 * A condition on a measure's value in a group. Values are numbers, or decimals as text to stay exact ('0.07'); a measure
 * in percent compares with the fraction, a day or time with one such as '2025-12-31' or '2025-12-31T17:30:00'. A group where the measure is null passes no comparison, `notIn` included.
 */
export const measureCondition = z.strictObject({
  /** A measure of the dataset; the query need not show it. */
  measure: fieldName,
  op: z.enum(['in', 'notIn', 'gt', 'gte', 'lt', 'lte', 'isNull', 'isNotNull']),
  values: z
    .array(z.union([z.number(), z.string().max(60)]))
    .max(1000)
    .default([]),
});
export type MeasureCondition = z.infer<typeof measureCondition>;

/** A tree of conditions on measures. `not` passes the groups that do not pass what it contains. */
export type Having = MeasureCondition | { all: Having[] } | { any: Having[] } | { not: Having };
const all = z.strictObject({ all: z.array(z.lazy(() => tree)).max(50) });
const any = z.strictObject({ any: z.array(z.lazy(() => tree)).max(50) });
const not = z.strictObject({ not: z.lazy(() => tree) });
const tree: z.ZodType<Having, unknown> = z.lazy(() =>
  ofMembers(z.union([measureCondition, all, any, not]), [
    ['all', all],
    ['any', any],
    ['not', not],
    ['op', measureCondition],
  ]),
);
export const having = withinLimits(tree);

/** Measures that a condition names. */
export function measuresOfHaving(of: Having | undefined): string[] {
  if (!of) return [];
  if ('all' in of) return of.all.flatMap(measuresOfHaving);
  if ('any' in of) return of.any.flatMap(measuresOfHaving);
  return 'not' in of ? measuresOfHaving(of.not) : [of.measure];
}
