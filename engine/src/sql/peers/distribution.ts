import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { DistributionPlan } from '../../plan/plan.ts';
import { boxesSql } from './boxes.ts';
import { memberTablesSql } from './members.ts';
import type { Statement } from '../../dialects/statement.ts';

/**
 * Buckets [lower, upper) of equal width between the 1st and 99th percentile; the first and last are open-ended. If the
 * percentiles are equal, buckets between minimum and maximum, both inclusive; if those are equal too, one bucket at
 * that value.
 */
export function distributionSql(plan: DistributionPlan, dialect: Dialect): Statement {
  if (plan.groups) return boxesSql(plan, plan.groups, dialect);
  const peer = sql.id('peers', plan.measure.name);
  const [p1, p99] = dialect.quantiles(peer, [0.01, 0.99]) as [Sql, Sql];
  const count = sql.raw(String(plan.buckets));
  const last = sql.raw(String(plan.buckets - 1));
  const own = plan.member !== null ? sql.id('subject', plan.measure.name) : sql.raw('NULL');
  const inside = (value: typeof own) =>
    sql`(("buckets"."first" OR ${value} >= "buckets"."lower") AND ("buckets"."last" OR ${value} < "buckets"."upper"))`;
  const holds = sql`COALESCE(CASE WHEN "buckets"."single" THEN ${own} = "buckets"."lower" ELSE ${own} IS NOT NULL AND ${inside(own)} END, FALSE)`;
  const subject = plan.member !== null ? sql`\nLEFT JOIN "subject" ON TRUE` : sql.raw('');
  return dialect.compile(sql`WITH ${memberTablesSql(plan, [plan.measure], dialect)}, "spread" AS (
  SELECT
    ${p1} AS "p1",
    ${p99} AS "p99",
    MIN(${peer}) AS "least",
    MAX(${peer}) AS "greatest"
  FROM "peers"
), "span" AS (
  SELECT
    "p1" < "p99" AS "open",
    CASE WHEN "p1" < "p99" THEN "p1" ELSE "least" END AS "from",
    CASE WHEN "p1" < "p99" THEN "p99" ELSE "greatest" END AS "to"
  FROM "spread"
  WHERE "least" IS NOT NULL
), "buckets" AS (
  SELECT
    "n" AS "bucket",
    "open",
    "from" + ("to" - "from") * "n" / ${count} AS "lower",
    "from" + ("to" - "from") * ("n" + 1) / ${count} AS "upper",
    "from" = "to" AS "single",
    "n" = 0 AS "first",
    "from" = "to" OR "n" = ${last} AS "last"
  FROM "span" CROSS JOIN ${dialect.numbers(plan.buckets)} AS "numbers"
  WHERE "from" < "to" OR "n" = 0
)
SELECT
    CASE WHEN "buckets"."first" AND "buckets"."open" THEN NULL ELSE "buckets"."lower" END AS "lower",
    CASE WHEN "buckets"."last" AND "buckets"."open" THEN NULL ELSE "buckets"."upper" END AS "upper",
    COUNT(CASE WHEN ${peer} IS NOT NULL AND ${inside(peer)} THEN 1 END) AS "members",
    COALESCE(MAX(CASE WHEN ${holds} THEN 1 END) = 1, FALSE) AS "holds_member"
FROM "buckets"${subject}
CROSS JOIN "peers"
GROUP BY "buckets"."bucket", "buckets"."open", "buckets"."first", "buckets"."last", "buckets"."lower", "buckets"."upper"
ORDER BY "buckets"."bucket"`);
}
