import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { BenchmarkPlan, DistributionPlan } from '../../plan/plan.ts';
import type { PlanMeasure } from '../../plan/measures.ts';
import { measureSql } from '../fragments/measure.ts';
import { boundValue } from '../fragments/value-test.ts';
import { partsSql } from '../grouping/parts.ts';

type MemberPlan = BenchmarkPlan | DistributionPlan;
const comma = sql.raw(',\n    ');
/** Contains a space, so it cannot clash with names in a model. */
const PARTS = 'member parts';
/** Of what the members are grouped by. */
export const GROUP_KEY = 'group key';

/**
 * Common tables of every comparison: "peers", one row per peer, and "subject", the member itself, whether or not it is
 * among them. Both are read in one pass; a member without rows that pass the filter is in neither.
 */
export function memberTablesSql(plan: MemberPlan, measures: readonly PlanMeasure[], dialect: Dialect): Sql {
  const { facts, by, member } = plan;
  const marks = facts.flatMap(({ aggregates }) => aggregates.filter(({ kind }) => kind === 'any'));
  const marked = marks.map(({ name }) => sql`${sql.id(PARTS, name)} = 1`);
  const isPeer =
    marks.length === 0 ? sql.raw('1') : sql`CASE WHEN ${sql.join(marked, sql.raw(' OR '))} THEN 1 ELSE 0 END`;
  const values = measures.map(
    (measure) => sql`${dialect.toDouble(measureSql(measure, PARTS, dialect))} AS ${sql.id(measure.name)}`,
  );
  const named = plan.kind === 'benchmark' ? memberNameSql(plan, dialect) : [];
  const group = plan.kind === 'distribution' ? (plan.groups?.field ?? null) : null;
  const fields = group ? [by, group] : [by];
  const columns = [
    sql`${isPeer} AS "is peer"`,
    sql`${sql.id(PARTS, 'member key')} AS "member key"`,
    ...(group ? [sql`${sql.id(PARTS, GROUP_KEY)} AS ${sql.id(GROUP_KEY)}`] : []),
    ...named,
    ...values,
  ];
  const members = sql`${sql.id(PARTS)} AS (
  ${partsSql(facts, fields, 'filter', dialect, ({ name }) => (name === by.name ? 'member key' : GROUP_KEY))}
), "members" AS (
  SELECT
    ${sql.join(columns, comma)}
  FROM ${sql.id(PARTS)}
  WHERE ${sql.id(PARTS, 'member key')} IS NOT NULL
), "peers" AS (
  SELECT * FROM "members" WHERE "is peer" = 1
)`;
  if (member === null) return members;
  const key = by.bands ? sql`${member}` : boundValue(member, by.type, dialect);
  return sql`${members}, "subject" AS (
  SELECT * FROM "members" WHERE "member key" = ${key}
)`;
}

/** The display name of each member, if members have one. */
function memberNameSql({ memberName }: BenchmarkPlan, dialect: Dialect): Sql[] {
  if (!memberName) return [];
  const text = sql.id(PARTS, memberName.aggregate);
  const name = memberName.from === 1 ? text : dialect.call('substring', [text, sql.raw(String(memberName.from))]);
  return [sql`${name} AS "member name"`];
}
