import { sql } from 'kysely';
import type { Sql } from '../dialects/dialect.ts';
import type { AggregatePlan, PlanField } from '../plan/plan.ts';

/** 0 for a member, 1 for those outside the top, 2 for all. Not a name that a model can use, as a space is in it. */
export const levelKey = (field: string) => `${field} level`;
/** Which fields a row totals, a bit for each. */
export const KIND = 'kind of row';

/** The number by which rows that keep these fields are known. */
export function kindOf(plan: AggregatePlan, set: readonly number[]): number {
  return plan.fields.reduce((bits, _, place) => bits * 2 + (set.includes(place) ? 0 : 1), 0);
}

/** Whether there are rows that stand for more than one member. */
export const hasLevels = ({ top, sets }: AggregatePlan): boolean => top !== null || sets !== null;

/** The columns of "parts" that tell its rows apart. */
export function groupColumns(plan: AggregatePlan): string[] {
  const names = plan.fields.map(({ name }) => name);
  return hasLevels(plan) ? [...names, ...names.map(levelKey), KIND] : names;
}

/** A value that stands in for a missing one beside a comparison that says which is which. */
const STAND_IN = {
  string: "''",
  integer: '0',
  date: "DATE '2000-01-01'",
  timestamp: "TIMESTAMP '2000-01-01 00:00:00'",
  boolean: 'FALSE',
} as const;

/** Equal or both missing, in equalities only, which every engine can join by without comparing row by row. */
export function sameKey(field: PlanField, one: Sql, other: Sql): Sql {
  const instead = sql.raw(field.bands ? '0' : STAND_IN[field.type]);
  return sql`COALESCE(${one}, ${instead}) = COALESCE(${other}, ${instead}) AND (${one} IS NULL) = (${other} IS NULL)`;
}
