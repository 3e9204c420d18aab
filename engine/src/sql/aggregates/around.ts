import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import { cutTable, lookupTables } from './calculation.ts';

/** The plan with the other periods as one of its cuts has them. */
const withCut = (plan: AggregatePlan, cut: number): AggregatePlan => ({
  ...plan,
  facts: plan.facts.map((fact) => {
    const { around, dates } = fact.cuts![cut]!;
    const snapshotDates = fact.snapshotDates.map((item, place) => ({ ...item, around: dates[place]! }));
    return { ...fact, around, snapshotDates };
  }),
});

/** Table "around" with the groups of all periods, the same with cuts, and the look-up tables of calculations. */
export function aroundTables(plan: AggregatePlan, dialect: Dialect, select: (plan: AggregatePlan) => Sql): Sql[] {
  if (!plan.around) return [];
  const cuts = plan.facts[0]?.cuts ?? [];
  const table = (name: string, of: AggregatePlan) => sql`${sql.id(name)} AS (
  ${select(of)}
)`;
  return [
    table('around', plan),
    ...cuts.map((_, cut) => table(cutTable(cut), withCut(plan, cut))),
    ...lookupTables(plan, dialect),
  ];
}
