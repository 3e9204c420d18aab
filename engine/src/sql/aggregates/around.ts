import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import { valuesSql } from '../grouping/grouping-sets.ts';
import { hasLevels } from '../grouping/levels.ts';
import { cutTable, distinctTable, lookupTables } from './lookups.ts';
import { passingPeriodsTables } from './passing-periods.ts';
import { looksUpPassing, setsAround } from './periods.ts';
import { setsToRead } from './sorted-levels.ts';

/** The plan with the other periods as one of its cuts has them. */
const withCut = (plan: AggregatePlan, cut: number): AggregatePlan => ({
  ...plan,
  facts: plan.facts.map((fact) => {
    const { around, dates } = fact.cuts![cut]!;
    const snapshotDates = fact.snapshotDates.map((item, place) => ({ ...item, ...dates[place]! }));
    return { ...fact, around, snapshotDates };
  }),
});

/** For each distinct count that is accumulated, the values in the groups of all periods. */
function distinctTables(plan: AggregatePlan, dialect: Dialect): Sql[] {
  const names = plan.calculations.flatMap((item) => (item.kind === 'accumulate' ? item.distinct : []));
  const sets = hasLevels(plan) ? setsAround(plan, setsToRead(plan)) : [plan.fields.map((_, place) => place)];
  return [...new Set(names)].map((name) => {
    const fact = plan.facts.find(({ aggregates }) => aggregates.some((item) => item.name === name))!;
    const aggregate = fact.aggregates.find((item) => item.name === name)!;
    return sql`${sql.id(distinctTable(name))} AS (
  ${valuesSql(plan, sets, { fact, aggregate }, 'around', dialect)}
)`;
  });
}

/** Table "around" with the groups of all periods, the same with cuts, and the look-up tables of calculations. */
export function aroundTables(plan: AggregatePlan, dialect: Dialect, select: (plan: AggregatePlan) => Sql): Sql[] {
  if (!plan.around) return [];
  if (looksUpPassing(plan)) return passingPeriodsTables(plan, withCut, dialect);
  const cuts = plan.facts[0]?.cuts ?? [];
  const table = (name: string, of: AggregatePlan) => sql`${sql.id(name)} AS (
  ${select(of)}
)`;
  return [
    table('around', plan),
    ...distinctTables(plan, dialect),
    ...cuts.map((_, cut) => table(cutTable(cut), withCut(plan, cut))),
    ...lookupTables(plan, dialect),
  ];
}
