import { sql } from 'kysely';
import type { ResultColumn } from '@rise/contract';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { BenchmarkPlan } from '../../plan/plan.ts';
import type { SharedDistribution } from '../../plan/distribution-in.ts';
import type { PlanPredicate } from '../../plan/predicates.ts';
import { bucketRowsSql } from './distribution.ts';
import { ALL_ROWS, memberTablesSql, someMembersSql } from './members.ts';
import type { Statement } from '../../dialects/statement.ts';

/** One row per measure, in the requested order; the peers are read once for all measures. */
export function benchmarkSql(plan: BenchmarkPlan, dialect: Dialect): Statement {
  const { tables, columns } = linesSql(plan, dialect);
  return dialect.compile(sql`WITH ${tables}
SELECT
    ${columns}
FROM "lines"
ORDER BY "position"`);
}

/**
 * The same rows, each prefixed with its index, and after them those of a distribution over the same members, with the
 * number of measures as their index, if there is one: see `distributionColumns`.
 */
export function benchmarkLinesSql(
  plan: BenchmarkPlan,
  dialect: Dialect,
  distribution: SharedDistribution | null,
): Statement {
  const { tables, columns } = linesSql(plan, dialect, distribution?.only);
  if (!distribution)
    return dialect.compile(sql`WITH ${tables}
SELECT
    "position", ${columns}
FROM "lines"
ORDER BY "position"`);
  const some = distribution.only && someMembersSql();
  const rows = bucketRowsSql(distribution.plan, some?.names ?? ALL_ROWS, dialect);
  const { lower, upper, members, holdsMember } = rows.columns;
  const values: Record<string, Sql> = { value: lower, peers: members, p25: upper, among_peers: holdsMember };
  const none = (type: ResultColumn['type']) =>
    type === 'number' ? dialect.toDouble(sql.raw('NULL')) : dialect.cast(sql.raw('NULL'), type);
  const buckets = plan.columns.map(({ name, type }) => sql`${values[name] ?? none(type)} AS ${sql.id(name)}`);
  const shown = ['position', ...plan.columns.map(({ name }) => name)].map((name) => sql.id('all', name));
  return dialect.compile(sql`WITH ${tables}${some ? sql`, ${some.tables}` : sql.raw('')}, ${rows.tables}
SELECT ${sql.join(shown)}
FROM (
  SELECT
    "position", ${columns}, 0 AS "bucket"
  FROM "lines"
  UNION ALL
  SELECT
    ${sql.raw(String(plan.measures.length))} AS "position", ${sql.join(buckets, sql.raw(',\n    '))}, ${rows.bucket} AS "bucket"
  ${rows.from}
) AS "all"
ORDER BY ${sql.id('all', 'position')}, ${sql.id('all', 'bucket')}`);
}

/** The columns of a comparison that have those of a distribution in its rows, in their order. */
export const distributionColumns = ({ columns }: BenchmarkPlan): number[] =>
  ['value', 'p25', 'peers', 'among_peers'].map((own) => columns.findIndex(({ name }) => name === own));

/**
 * Peers without a value are ignored everywhere.
 * Percentile: the share of the other peers with a lower value, ties counted half; null without other peers.
 * Rank, of a peer only: 1 + the number of peers with a greater value; rank from the least, 1 + those with a lower one.
 *
 * Measures are unpivoted into rows before counting: one column per statistic and measure would take longer to plan than
 * to run.
 */
function linesSql(
  plan: BenchmarkPlan,
  dialect: Dialect,
  some: PlanPredicate | null = null,
): { tables: Sql; columns: Sql } {
  const { measures } = plan;
  const stacked = dialect.unpivot({
    carried: [
      sql`"peers"."member key" IS DISTINCT FROM "subject"."member key" AS "other"`,
      sql`"subject"."is peer" AS "is peer"`,
      ...(plan.memberName ? [sql`"subject"."member name" AS "member name"`] : []),
    ],
    lists: (['peers', 'subject'] as const).map((table) => ({
      name: table === 'peers' ? 'peer' : 'own',
      values: measures.map(({ name }) => sql.id(table, name)),
    })),
    from: sql`(SELECT 1) AS "one" LEFT JOIN "subject" ON TRUE LEFT JOIN "peers" ON TRUE`,
  });
  const others = (condition: Sql) => sql`COUNT(CASE WHEN "other" AND ${condition} THEN 1 END)`;
  const [p25, p50, p75] = dialect.quantiles(sql`"peer"`, [0.25, 0.5, 0.75]) as [Sql, Sql, Sql];
  const names = measures.map(
    ({ name }, place) => sql`WHEN ${sql.raw(String(place))} THEN ${dialect.cast(sql`${name}`, 'string')}`,
  );
  const tables = sql`${memberTablesSql(plan, measures, dialect, some)}, "stacked" AS (
  ${stacked}
), "lines" AS (
  SELECT
    "position",
    MAX("own") AS "value",${plan.memberName ? sql`\n    MAX("member name") AS "member_name",` : sql.raw('')}
    COALESCE(MAX("is peer"), 0) = 1 AS "among_peers",
    COUNT("peer") AS "peers",
    ${p25} AS "p25",
    ${p50} AS "median",
    ${p75} AS "p75",
    ${others(sql`"peer" < "own"`)} AS "lower",
    ${others(sql`"peer" = "own"`)} AS "equal",
    ${others(sql`"peer" > "own"`)} AS "greater"
  FROM "stacked"
  GROUP BY "position"
)`;
  const columns = sql`CASE "position" ${sql.join(names, sql.raw(' '))} END AS "measure",
    "value",
    "peers",
    "p25",
    "median",
    "p75",
    ${dialect.toDouble(sql`"lower" * 100 + "equal" * 50`)} / NULLIF("lower" + "equal" + "greater", 0) AS "percentile",
    CASE WHEN "among_peers" AND "value" IS NOT NULL THEN 1 + "greater" END AS "rank",
    CASE WHEN "among_peers" AND "value" IS NOT NULL THEN 1 + "lower" END AS "rank_from_least",
    "among_peers"${plan.memberName ? sql`,\n    "member_name"` : sql.raw('')}`;
  return { tables, columns };
}
