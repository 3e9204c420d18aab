import { z } from 'zod';
import { fieldName } from '../values/field-name.ts';
import { ofMembers } from './of-members.ts';
import { timeGrain } from '../values/time-grain.ts';
import { withinLimits } from './query-limits.ts';

export const scalar = z.union([z.string().max(500), z.number(), z.boolean()]);

/** A condition on one dimension. Several values of `in` mean any of them. */
export const condition = z.strictObject({
  field: fieldName,
  op: z.enum(['in', 'notIn', 'contains', 'startsWith', 'endsWith', 'gt', 'gte', 'lt', 'lte', 'isNull', 'isNotNull']),
  values: z.array(scalar).max(1000).default([]),
});
export type Condition = z.infer<typeof condition>;

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Use the date format YYYY-MM-DD');

/**
 * A relative date range: counted from the data's as-of date, or with `from: 'today'` from the current date in the
 * tenant's time zone. `last: 3, unit: 'month'` means the last three complete months: data as of the last day of a month
 * covers it, while today's month is not over yet. With `including` they are the three months before that date's month,
 * and that month to date. `current: 'year'` is the year to date.
 */
export const period = z.union([
  z.strictObject({
    last: z.int().min(1).max(1000),
    unit: timeGrain.exclude(['hour']),
    including: z.boolean().default(false),
    from: z.enum(['data', 'today']).default('data'),
  }),
  z.strictObject({ current: timeGrain.exclude(['hour']), from: z.enum(['data', 'today']).default('data') }),
  /** Both dates are inclusive; a missing one leaves the range open. */
  z.strictObject({ since: day.optional(), until: day.optional() }),
]);
export type Period = z.infer<typeof period>;

/**
 * A comparison of two dimensions of the same type in each row, neither of them with bands. A row where one of them is
 * missing passes no comparison.
 */
export const fieldComparison = z.strictObject({
  field: fieldName,
  op: z.enum(['eq', 'ne', 'gt', 'gte', 'lt', 'lte']),
  otherField: fieldName,
});
export type FieldComparison = z.infer<typeof fieldComparison>;

/** An absolute or relative date range. */
export const during = z.strictObject({ field: fieldName, during: period });
export type During = z.infer<typeof during>;

/** A tree of conditions. Omitted: no restriction. */
export type Filter = Condition | FieldComparison | During | { all: Filter[] } | { any: Filter[] } | { not: Filter };
const all = z.strictObject({ all: z.array(z.lazy(() => tree)).max(50) });
const any = z.strictObject({ any: z.array(z.lazy(() => tree)).max(50) });
const not = z.strictObject({ not: z.lazy(() => tree) });
const tree: z.ZodType<Filter, unknown> = z.lazy(() =>
  ofMembers(z.union([condition, fieldComparison, during, all, any, not]), [
    ['all', all],
    ['any', any],
    ['not', not],
    ['during', during],
    ['otherField', fieldComparison],
    ['op', condition],
  ]),
);
export const filter = withinLimits(tree);
