import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { BenchmarkPlan, DistributionPlan } from '../../plan/plan.ts';
import type { BaseAggregate, PlanMeasure } from '../../plan/measures.ts';
import { conjunctionOf } from '../../plan/predicates.ts';
import type { PlanPredicate } from '../../plan/predicates.ts';
import { measureSql } from '../fragments/measure.ts';
import { boundValue } from '../fragments/value-test.ts';
import { partsSql } from '../grouping/parts.ts';

type MemberPlan = BenchmarkPlan | DistributionPlan;
const comma = sql.raw(',\n    ');
/** Contains a space, so it cannot clash with names in a model. */
const PARTS = 'member parts';
/** Of what the members are grouped by. */
export const GROUP_KEY = 'group key';

/** Names of the tables with the peers and with the member. */
export interface MemberTables {
  peers: string;
  subject: string;
}
export const ALL_ROWS: MemberTables = { peers: 'peers', subject: 'subject' };
const SOME_ROWS: MemberTables = { peers: 'peers of some rows', subject: 'subject of some rows' };
/** What marks members that have some of the rows, and those that are peers by them. */
const HAS = 'has some rows';
const IS_PEER = 'is peer by some rows';

/** The marks of members by those of a plan's rows that satisfy a condition: they are of the first fact. */
function marksOfSome({ facts }: MemberPlan, only: PlanPredicate): BaseAggregate[] {
  const peers = facts[0]!.aggregates.flatMap((aggregate) => (aggregate.kind === 'any' ? [aggregate.of] : []));
  return [
    { name: HAS, kind: 'any', of: only },
    { name: IS_PEER, kind: 'any', of: conjunctionOf([...peers, only])! },
  ];
}

/** The members among some of the rows that `memberTablesSql` reads: see there. */
export function someMembersSql(): { tables: Sql; names: MemberTables } {
  const table = (name: string, of: string, mark: string) =>
    sql`${sql.id(name)} AS (\n  SELECT * FROM ${sql.id(of)} WHERE ${sql.id(mark)} = 1\n)`;
  const tables = [table(SOME_ROWS.peers, 'members', IS_PEER), table(SOME_ROWS.subject, 'subject', HAS)];
  return { tables: sql.join(tables), names: SOME_ROWS };
}

/**
 * Common tables of every comparison: "peers", one row per peer, and "subject", the member itself, whether or not it is
 * among them. Both are read in one pass; a member without rows that pass the filter is in neither. With the condition
 * `some`, they also say which of them have rows that satisfy it, for `someMembersSql`.
 */
export function memberTablesSql(
  plan: MemberPlan,
  measures: readonly PlanMeasure[],
  dialect: Dialect,
  some: PlanPredicate | null = null,
): Sql {
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
  const ofSome = some ? marksOfSome(plan, some) : [];
  const read = facts.map((fact, place) =>
    place === 0 ? { ...fact, aggregates: [...fact.aggregates, ...ofSome] } : fact,
  );
  const columns = [
    sql`${isPeer} AS "is peer"`,
    ...ofSome.map(({ name }) => sql`${sql.id(PARTS, name)} AS ${sql.id(name)}`),
    sql`${sql.id(PARTS, 'member key')} AS "member key"`,
    ...(group ? [sql`${sql.id(PARTS, GROUP_KEY)} AS ${sql.id(GROUP_KEY)}`] : []),
    ...named,
    ...values,
  ];
  const members = sql`${sql.id(PARTS)} AS (
  ${partsSql(read, fields, 'filter', dialect, ({ name }) => (name === by.name ? 'member key' : GROUP_KEY))}
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
