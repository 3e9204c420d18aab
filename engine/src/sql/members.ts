import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { BenchmarkPlan, DistributionPlan, PlanMeasure } from '../plan/plan.ts';
import { measureSql } from './measure.ts';
import { boundValue } from './predicate.ts';
import { partsSql } from './parts.ts';

type MemberPlan = BenchmarkPlan | DistributionPlan;
const comma = sql.raw(',\n    ');

function valuesSql(measures: readonly PlanMeasure[], from: string, dialect: Dialect): Sql {
  const values = measures.map(
    (measure) => sql`${dialect.toDouble(measureSql(measure, from, dialect))} AS ${sql.id(measure.name)}`,
  );
  return sql`SELECT
    ${sql.join([sql`${sql.id(from, 'member')} AS "member"`, ...values], comma)}
  FROM ${sql.id(from)}
  WHERE ${sql.id(from, 'member')} IS NOT NULL`;
}

/**
 * The common tables of every comparison: "peers", one row of values for each member that passes the filter, and
 * "subject", the member's own row. The subject's rows are those that pass the filter; where none does, all it has.
 */
export function memberTablesSql(plan: MemberPlan, measures: readonly PlanMeasure[], dialect: Dialect): Sql {
  const peers = sql`"peer_parts" AS (
  ${partsSql(plan.facts, [plan.by], 'filter', dialect, () => 'member')}
), "peers" AS (
  ${valuesSql(measures, 'peer_parts', dialect)}
)`;
  if (plan.member === null) return peers;
  const key = plan.by.bands ? sql`${plan.member}` : boundValue(plan.member, plan.by.type, dialect);
  return sql`${peers}, "own_parts" AS (
  ${partsSql(plan.facts, [plan.by], 'member', dialect, () => 'member')}
), "own" AS (
  ${valuesSql(measures, 'own_parts', dialect)}
), "subject" AS (
  SELECT * FROM "peers" WHERE "member" = ${key}
  UNION ALL
  SELECT * FROM "own" WHERE NOT EXISTS (SELECT 1 FROM "peers" WHERE "member" = ${key})
)`;
}
