import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import type { PlanExpression } from '../../plan/predicates.ts';
import { expressionSql } from '../fragments/expression.ts';
import { groupColumns, hasLevels, KIND, levelKey } from '../grouping/levels.ts';

/** Whether rows that total the periods are of one period, so that they have other periods, too. */
export const isOfOnePeriod = ({ around, fields, sets }: AggregatePlan): boolean =>
  around !== null &&
  around.only !== null &&
  sets !== null &&
  sets.some((set) => !set.some((place) => fields[place]!.name === around.time));

/** Whether other periods are those of the groups that pass, since rows cover several groups. */
export const looksUpPassing = (plan: AggregatePlan): boolean =>
  plan.having !== null && plan.around !== null && hasLevels(plan);

/** The period of a row of "parts"; null for a row over several. */
export const ownPeriod = (plan: AggregatePlan, dialect: Dialect): Sql =>
  isOfOnePeriod(plan)
    ? sql`COALESCE(${sql.id('parts', plan.around!.time)}, ${dialect.cast(sql`${plan.around!.only}`, 'date')})`
    : sql.id('parts', plan.around!.time);

/** The grouping sets that other periods are read in, for rows of these sets: with the period where rows are of one. */
export function setsAround(plan: AggregatePlan, sets: readonly (readonly number[])[]): number[][] {
  const time = plan.fields.findIndex(({ name }) => name === plan.around!.time);
  const withTime = (set: readonly number[]) =>
    set.includes(time) ? [...set] : [...set, time].toSorted((a, b) => a - b);
  const all = isOfOnePeriod(plan) ? sets.map(withTime) : sets.map((set) => [...set]);
  return [...new Map(all.map((set) => [set.join(), set])).values()];
}

/** The period that a calculation refers to, for a row of "parts". */
export const periodSql = (plan: AggregatePlan, expression: PlanExpression, dialect: Dialect): Sql =>
  expressionSql(expression, dialect, () => ownPeriod(plan, dialect));

/** These columns have the same values in rows of both tables, or are null in both. */
export const sameColumns = (names: readonly string[], one: string, other: string): Sql[] =>
  names.map((name) => sql`${sql.id(one, name)} IS NOT DISTINCT FROM ${sql.id(other, name)}`);

/** Whether a row of other periods is of the same group as one of "parts", apart from the period. */
export function sameGroup(plan: AggregatePlan, other: string): Sql[] {
  const { time } = plan.around!;
  // The levels of the other fields tell apart what the kind does.
  const apart = isOfOnePeriod(plan) || looksUpPassing(plan) ? [time, levelKey(time), KIND] : [time];
  const names = groupColumns(plan).filter((name) => !apart.includes(name));
  return sameColumns(names, other, 'parts');
}
