import { sql } from 'kysely';
import type { Sql } from '../../dialects/dialect.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import type { PlanField } from '../../plan/predicates.ts';

/**
 * 0 for a member, 1 for members outside the top, 2 for all. Contains a space, so it cannot clash with a name in a
 * model.
 */
export const levelKey = (field: string) => `${field} level`;
/** Which fields a row totals, one bit each. */
export const KIND = 'kind of row';

/** The kind of the rows grouped by these fields. */
export function kindOf(plan: AggregatePlan, set: readonly number[]): number {
  return plan.fields.reduce((bits, _, place) => bits * 2 + (set.includes(place) ? 0 : 1), 0);
}

/** Whether some rows stand for more than one member. */
export const hasLevels = ({ top, sets }: AggregatePlan): boolean => top !== null || sets !== null;

/** Columns of "parts" that identify a row. */
export function groupColumns(plan: AggregatePlan): string[] {
  const names = plan.fields.map(({ name }) => name);
  return hasLevels(plan) ? [...names, ...names.map(levelKey), KIND] : names;
}

/** Replaces null in equality joins; a second comparison tells the two apart. */
const STAND_IN = {
  string: "''",
  integer: '0',
  decimal: '0',
  date: "DATE '2000-01-01'",
  timestamp: "TIMESTAMP '2000-01-01 00:00:00'",
  boolean: 'FALSE',
} as const;

/** Equal or both null, using equalities only: every engine can then use a hash join. */
export function sameKey(field: PlanField, one: Sql, other: Sql): Sql {
  const instead = sql.raw(field.bands ? '0' : STAND_IN[field.type]);
  return sql`COALESCE(${one}, ${instead}) = COALESCE(${other}, ${instead}) AND (${one} IS NULL) = (${other} IS NULL)`;
}
