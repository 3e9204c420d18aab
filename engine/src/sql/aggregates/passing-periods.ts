import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import { measureSql } from '../fragments/measure.ts';
import { groupingSetsSql } from '../grouping/grouping-sets.ts';
import { groupColumns, KIND, levelKey } from '../grouping/levels.ts';
import { OWN_PERIOD, ownPeriodIn } from '../grouping/passing-groups.ts';
import { isLookedUp, lookupTable, ofAll } from './lookups.ts';
import type { LookedUp } from './lookups.ts';
import { isOfOnePeriod } from './periods.ts';
import { setsToRead } from './sorted-levels.ts';

const comma = sql.raw(', ');

/**
 * The plan with the periods that a calculation looks up for each group that passes, by that group's own period and, but
 * for accumulations, by theirs.
 */
function withOwnPeriods(plan: AggregatePlan, calculation: LookedUp): AggregatePlan {
  const { time } = plan.around!;
  const isCompared = calculation.kind === 'compare';
  const lookedUp = { time, first: isCompared ? calculation.period : calculation.from, toOwn: !isCompared };
  const fields = plan.fields.filter(({ name }) => name !== time || calculation.kind !== 'accumulate');
  return {
    ...plan,
    fields: [...fields, OWN_PERIOD],
    facts: plan.facts.map((fact) => ({ ...fact, fields: [...fact.fields, ownPeriodIn(time)], lookedUp })),
  };
}

/** The grouping sets of such a plan, for rows of those to read. */
function setsOf(plan: AggregatePlan, periods: AggregatePlan): number[][] {
  const { time } = plan.around!;
  const sets = setsToRead(plan).map((set) => new Set(set.map((place) => plan.fields[place]!.name)));
  const compared = sets.filter((names) => isOfOnePeriod(plan) || names.has(time));
  const all = compared.map((names) =>
    periods.fields.flatMap(({ name }, place) =>
      names.has(name) || name === time || name === OWN_PERIOD.name ? [place] : [],
    ),
  );
  return [...new Map(all.map((set) => [set.join(), set])).values()];
}

/** The average of a measure over the periods of one table. */
function averageSql(plan: AggregatePlan, { measure }: LookedUp, around: Sql, dialect: Dialect): Sql {
  const { time } = plan.around!;
  const keys = groupColumns(plan).filter((name) => ![time, levelKey(time), KIND].includes(name));
  const average = sql`AVG(${dialect.toDouble(measureSql(measure, 'around', dialect))})`;
  const value = ofAll(average, measure, (count) => sql`SUM(${count})`, 'around');
  const columns = keys.map((name) => sql`${sql.id('around', name)} AS ${sql.id(name)}`);
  return sql`SELECT ${sql.join([...columns, sql`${value} AS "average"`], comma)}
  FROM (${around}) AS "around"
  GROUP BY ${sql.join(
    keys.map((_, place) => sql.raw(String(place + 1))),
    comma,
  )}`;
}

/**
 * For each calculation that looks up other periods, what it is there of the groups that pass in their own period, whether
 * or not they pass there: a total is then compared with that of the same groups.
 */
export function passingPeriodsTables(
  plan: AggregatePlan,
  withCut: (plan: AggregatePlan, cut: number) => AggregatePlan,
  dialect: Dialect,
): Sql[] {
  return plan.calculations.flatMap((calculation, index) => {
    if (!isLookedUp(calculation)) return [];
    const cut = calculation.kind === 'compare' ? calculation.cut : null;
    const periods = withOwnPeriods(cut === null ? plan : withCut(plan, cut), calculation);
    const around = groupingSetsSql(periods, setsOf(plan, periods), 'around', dialect);
    const table = calculation.kind === 'moving_average' ? averageSql(periods, calculation, around, dialect) : around;
    return [sql`${sql.id(lookupTable(index))} AS (\n  ${table}\n)`];
  });
}
