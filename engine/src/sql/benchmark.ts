import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { BenchmarkPlan, PlanMeasure } from '../plan/plan.ts';
import { memberTablesSql } from './members.ts';
import type { Statement } from './statement.ts';

/**
 * Percentile: the share of the other peers whose value is lower, ties counted half; null without other peers.
 * Rank: 1 + the other peers whose value is greater. Peers without a value are left out everywhere.
 */
function lineSql(measure: PlanMeasure, position: number, dialect: Dialect): Sql {
  const own = sql.id('subject', measure.name);
  const peer = sql.id('peers', measure.name);
  const others = (condition: Sql) =>
    sql`COUNT(CASE WHEN "peers"."member" IS DISTINCT FROM "subject"."member" AND ${condition} THEN 1 END)`;
  const lower = others(sql`${peer} < ${own}`);
  const equal = others(sql`${peer} = ${own}`);
  const greater = others(sql`${peer} > ${own}`);
  return sql`SELECT
    ${sql.raw(String(position))} AS "position",
    ${dialect.cast(sql`${measure.name}`, 'string')} AS "measure",
    MAX(${own}) AS "value",
    COUNT(${peer}) AS "peers",
    ${dialect.quantile(peer, 0.25)} AS "p25",
    ${dialect.quantile(peer, 0.5)} AS "median",
    ${dialect.quantile(peer, 0.75)} AS "p75",
    ${dialect.toDouble(sql`${lower} * 100 + ${equal} * 50`)} / NULLIF(${lower} + ${equal} + ${greater}, 0) AS "percentile",
    CASE WHEN MAX(${own}) IS NOT NULL THEN 1 + ${greater} END AS "rank"
  FROM (SELECT 1) AS "one"
  LEFT JOIN "subject" ON TRUE
  LEFT JOIN "peers" ON TRUE`;
}

/** One line for each measure, in the order asked for. */
export function benchmarkSql(plan: BenchmarkPlan, dialect: Dialect): Statement {
  const lines = plan.measures.map((measure, index) => lineSql(measure, index, dialect));
  return dialect.compile(sql`WITH ${memberTablesSql(plan, plan.measures, dialect)}, "lines" AS (
  ${sql.join(lines, sql.raw('\n  UNION ALL\n  '))}
)
SELECT "measure", "value", "peers", "p25", "median", "p75", "percentile", "rank"
FROM "lines"
ORDER BY "position"`);
}
