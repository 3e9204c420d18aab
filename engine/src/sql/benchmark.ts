import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { BenchmarkPlan, PlanMeasure } from '../plan/plan.ts';
import { memberTablesSql } from './members.ts';
import type { Statement } from './statement.ts';

const comma = sql.raw(',\n    ');
/** Not a name a model can use: a space is in it. */
const named = (measure: PlanMeasure, statistic: string) => sql.id('statistics', `${measure.name} ${statistic}`);

/** The statistics of one measure over "peers" beside "subject". Peers without a value are left out everywhere. */
function statisticsSql(measure: PlanMeasure, dialect: Dialect): Sql[] {
  const own = sql.id('subject', measure.name);
  const peer = sql.id('peers', measure.name);
  const others = (condition: Sql) =>
    sql`COUNT(CASE WHEN "peers"."member" IS DISTINCT FROM "subject"."member" AND ${condition} THEN 1 END)`;
  const statistics: [string, Sql][] = [
    ['value', sql`MAX(${own})`],
    ['peers', sql`COUNT(${peer})`],
    ['p25', dialect.quantile(peer, 0.25)],
    ['median', dialect.quantile(peer, 0.5)],
    ['p75', dialect.quantile(peer, 0.75)],
    ['lower', others(sql`${peer} < ${own}`)],
    ['equal', others(sql`${peer} = ${own}`)],
    ['greater', others(sql`${peer} > ${own}`)],
  ];
  return statistics.map(([name, value]) => sql`${value} AS ${sql.id(`${measure.name} ${name}`)}`);
}

/**
 * Percentile: the share of the other peers whose value is lower, ties counted half; null without other peers.
 * Rank: 1 + the other peers whose value is greater; from the least, 1 + those whose value is lower.
 */
function lineSql(measure: PlanMeasure, position: number, dialect: Dialect): Sql {
  const [lower, equal, greater] = ['lower', 'equal', 'greater'].map((name) => named(measure, name)) as [Sql, Sql, Sql];
  return sql`SELECT
    ${sql.raw(String(position))} AS "position",
    ${dialect.cast(sql`${measure.name}`, 'string')} AS "measure",
    ${named(measure, 'value')} AS "value",
    ${named(measure, 'peers')} AS "peers",
    ${named(measure, 'p25')} AS "p25",
    ${named(measure, 'median')} AS "median",
    ${named(measure, 'p75')} AS "p75",
    ${dialect.toDouble(sql`${lower} * 100 + ${equal} * 50`)} / NULLIF(${lower} + ${equal} + ${greater}, 0) AS "percentile",
    CASE WHEN ${named(measure, 'value')} IS NOT NULL THEN 1 + ${greater} END AS "rank",
    CASE WHEN ${named(measure, 'value')} IS NOT NULL THEN 1 + ${lower} END AS "rank_from_least"
  FROM "statistics"`;
}

/** One line for each measure, in the order asked for; the peers are read once for all. */
export function benchmarkSql(plan: BenchmarkPlan, dialect: Dialect): Statement {
  return statementSql(plan, dialect, sql.raw(''));
}

/** The same lines, each after its place. */
export function benchmarkLinesSql(plan: BenchmarkPlan, dialect: Dialect): Statement {
  return statementSql(plan, dialect, sql.raw('"position", '));
}

function statementSql(plan: BenchmarkPlan, dialect: Dialect, first: Sql): Statement {
  const statistics = plan.measures.flatMap((measure) => statisticsSql(measure, dialect));
  const lines = plan.measures.map((measure, index) => lineSql(measure, index, dialect));
  return dialect.compile(sql`WITH ${memberTablesSql(plan, plan.measures, dialect)}, "statistics" AS (
  SELECT
    ${sql.join(statistics, comma)}
  FROM (SELECT 1) AS "one"
  LEFT JOIN "subject" ON TRUE
  LEFT JOIN "peers" ON TRUE
), "lines" AS (
  ${sql.join(lines, sql.raw('\n  UNION ALL\n  '))}
)
SELECT ${first}"measure", "value", "peers", "p25", "median", "p75", "percentile", "rank", "rank_from_least"
FROM "lines"
ORDER BY "position"`);
}
