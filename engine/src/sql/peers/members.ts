import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { BenchmarkPlan, DistributionPlan, PlanMeasure } from '../../plan/plan.ts';
import { measureSql } from '../fragments/measure.ts';
import { boundValue } from '../fragments/predicate.ts';
import { partsSql } from '../grouping/parts.ts';

type MemberPlan = BenchmarkPlan | DistributionPlan;
const comma = sql.raw(',\n    ');
/** Contain spaces, so they cannot clash with names in a model. */
const AMONG = 'among peers';
const PARTS = 'member parts';

function valuesSql(measures: readonly PlanMeasure[], dialect: Dialect): Sql {
  const values = measures.map(
    (measure) => sql`${dialect.toDouble(measureSql(measure, PARTS, dialect))} AS ${sql.id(measure.name)}`,
  );
  return sql`SELECT
    ${sql.join([sql.id(AMONG), sql`${sql.id(PARTS, 'member')} AS "member"`, ...values], comma)}
  FROM ${sql.id(PARTS)}
  WHERE ${sql.id(PARTS, 'member')} IS NOT NULL`;
}

/** Sums per member: rows that pass the filter, marked 1, and all rows of the subject, marked 0. */
function memberPartsSql({ facts, by, member }: MemberPlan, dialect: Dialect): Sql {
  const parts = (rows: 'filter' | 'member') => partsSql(facts, [by], rows, dialect, () => 'member');
  const peers = sql`SELECT 1 AS ${sql.id(AMONG)}, "peer rows".* FROM (
  ${parts('filter')}
  ) AS "peer rows"`;
  // Without a filter, the subject's rows are among the peers already.
  if (member === null || facts.every(({ filter, snapshotDates }) => filter === null && snapshotDates.length === 0))
    return peers;
  return sql`${peers}
  UNION ALL
  SELECT 0 AS ${sql.id(AMONG)}, "own rows".* FROM (
  ${parts('member')}
  ) AS "own rows"`;
}

/**
 * Common tables of every comparison: "peers", one row per member that passes the filter, and "subject", the member
 * itself. The subject's rows are those that pass the filter, or all its rows if none does.
 */
export function memberTablesSql(plan: MemberPlan, measures: readonly PlanMeasure[], dialect: Dialect): Sql {
  const members = sql`${sql.id(PARTS)} AS (
  ${memberPartsSql(plan, dialect)}
), "members" AS (
  ${valuesSql(measures, dialect)}
), "peers" AS (
  SELECT * FROM "members" WHERE ${sql.id(AMONG)} = 1
)`;
  if (plan.member === null) return members;
  const key = plan.by.bands ? sql`${plan.member}` : boundValue(plan.member, plan.by.type, dialect);
  return sql`${members}, "subject" AS (
  SELECT * FROM "members" WHERE "member" = ${key} ORDER BY ${sql.id(AMONG)} DESC LIMIT 1
)`;
}
