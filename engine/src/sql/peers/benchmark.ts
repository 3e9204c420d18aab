import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { BenchmarkPlan } from '../../plan/plan.ts';
import { memberTablesSql } from './members.ts';
import type { Statement } from '../../dialects/statement.ts';

/** One row per measure, in the requested order; the peers are read once for all measures. */
export function benchmarkSql(plan: BenchmarkPlan, dialect: Dialect): Statement {
  return statementSql(plan, dialect, sql.raw(''));
}

/** The same rows, each prefixed with its index. */
export function benchmarkLinesSql(plan: BenchmarkPlan, dialect: Dialect): Statement {
  return statementSql(plan, dialect, sql.raw('"position", '));
}

/**
 * Peers without a value are ignored everywhere.
 * Percentile: the share of the other peers with a lower value, ties counted half; null without other peers.
 * Rank, of a peer only: 1 + the number of peers with a greater value; rank from the least, 1 + those with a lower one.
 *
 * Measures are unpivoted into rows before counting: one column per statistic and measure would take longer to plan than
 * to run.
 */
function statementSql(plan: BenchmarkPlan, dialect: Dialect, first: Sql): Statement {
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
  return dialect.compile(sql`WITH ${memberTablesSql(plan, measures, dialect)}, "stacked" AS (
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
)
SELECT
    ${first}CASE "position" ${sql.join(names, sql.raw(' '))} END AS "measure",
    "value",
    "peers",
    "p25",
    "median",
    "p75",
    ${dialect.toDouble(sql`"lower" * 100 + "equal" * 50`)} / NULLIF("lower" + "equal" + "greater", 0) AS "percentile",
    CASE WHEN "among_peers" AND "value" IS NOT NULL THEN 1 + "greater" END AS "rank",
    CASE WHEN "among_peers" AND "value" IS NOT NULL THEN 1 + "lower" END AS "rank_from_least",
    "among_peers"${plan.memberName ? sql`,\n    "member_name"` : sql.raw('')}
FROM "lines"
ORDER BY "position"`);
}
