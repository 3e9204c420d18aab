import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { DistributionPlan } from '../../plan/plan.ts';
import { boxesSql } from './boxes.ts';
import { ALL_ROWS, memberTablesSql } from './members.ts';
import type { MemberTables } from './members.ts';
import type { Statement } from '../../dialects/statement.ts';

/** Limit between buckets, by the number of buckets below it. */
const limitOf = ({ buckets }: DistributionPlan, below: Sql): Sql =>
  sql`"from" + ("to" - "from") * ${below} / ${sql.raw(String(buckets))}`;

/** "buckets", one row for each. */
function bucketsSql(plan: DistributionPlan, { peers }: MemberTables, dialect: Dialect): Sql {
  const peer = sql.id(peers, plan.measure.name);
  const [p1, p99] = dialect.quantiles(peer, [0.01, 0.99]) as [Sql, Sql];
  return sql`"spread" AS (
  SELECT
    ${p1} AS "p1",
    ${p99} AS "p99",
    MIN(${peer}) AS "least",
    MAX(${peer}) AS "greatest"
  FROM ${sql.id(peers)}
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
    ${limitOf(plan, sql`"n"`)} AS "lower",
    ${limitOf(plan, sql`("n" + 1)`)} AS "upper",
    "from" = "to" AS "single",
    "n" = 0 AS "first",
    "from" = "to" OR "n" = ${sql.raw(String(plan.buckets - 1))} AS "last"
  FROM "span" CROSS JOIN ${dialect.numbers(plan.buckets)} AS "numbers"
  WHERE "from" < "to" OR "n" = 0
)`;
}

/**
 * "filled", one row for each bucket with peers: a peer's bucket is computed from its value, where rounding can miss it by
 * one, and corrected by the limits. To compare each peer with each bucket would take as long as everything else.
 */
function filledSql(plan: DistributionPlan, { peers }: MemberTables, dialect: Dialect): Sql {
  const peer = sql.id(peers, plan.measure.name);
  const last = sql.raw(String(plan.buckets - 1));
  const scaled = sql`("value" - "from") * ${sql.raw(String(plan.buckets))} / ("to" - "from")`;
  return sql`"placed" AS (
  SELECT
    "value",
    "from",
    "to",
    CASE
      WHEN "from" = "to" THEN 0
      WHEN ${scaled} < 0 THEN 0
      WHEN ${scaled} >= ${last} THEN ${last}
      ELSE ${dialect.call('floor', [scaled])}
    END AS "place"
  FROM (SELECT ${peer} AS "value" FROM ${sql.id(peers)} WHERE ${peer} IS NOT NULL) AS "values" CROSS JOIN "span"
), "filled" AS (
  SELECT
    CASE
      WHEN "from" = "to" THEN 0
      WHEN "place" > 0 AND "value" < ${limitOf(plan, sql`"place"`)} THEN "place" - 1
      WHEN "place" < ${last} AND "value" >= ${limitOf(plan, sql`("place" + 1)`)} THEN "place" + 1
      ELSE "place"
    END AS "bucket",
    COUNT(*) AS "members"
  FROM "placed"
  GROUP BY 1
)`;
}

/** The rows of a distribution, of the buckets in "buckets"; `bucket` is their order. */
export interface BucketRows {
  tables: Sql;
  columns: { lower: Sql; upper: Sql; members: Sql; holdsMember: Sql };
  bucket: Sql;
  from: Sql;
}

/**
 * Buckets [lower, upper) of equal width between the 1st and 99th percentile; the first and last are open-ended. If the
 * percentiles are equal, buckets between minimum and maximum, both inclusive; if those are equal too, one bucket at
 * that value.
 */
export function bucketRowsSql(plan: DistributionPlan, names: MemberTables, dialect: Dialect): BucketRows {
  const own = plan.member !== null ? sql.id(names.subject, plan.measure.name) : sql.raw('NULL');
  const inside = sql`("buckets"."first" OR ${own} >= "buckets"."lower") AND ("buckets"."last" OR ${own} < "buckets"."upper")`;
  const holds = sql`CASE WHEN "buckets"."single" THEN ${own} = "buckets"."lower" ELSE ${own} IS NOT NULL AND ${inside} END`;
  const subject = plan.member !== null ? sql`\nLEFT JOIN ${sql.id(names.subject)} ON TRUE` : sql.raw('');
  return {
    tables: sql`${bucketsSql(plan, names, dialect)}, ${filledSql(plan, names, dialect)}`,
    columns: {
      lower: sql`CASE WHEN "buckets"."first" AND "buckets"."open" THEN NULL ELSE "buckets"."lower" END`,
      upper: sql`CASE WHEN "buckets"."last" AND "buckets"."open" THEN NULL ELSE "buckets"."upper" END`,
      members: sql`COALESCE("filled"."members", 0)`,
      holdsMember: sql`COALESCE(${holds}, FALSE)`,
    },
    bucket: sql`"buckets"."bucket"`,
    from: sql`FROM "buckets"
LEFT JOIN "filled" ON "filled"."bucket" = "buckets"."bucket"${subject}`,
  };
}

export function distributionSql(plan: DistributionPlan, dialect: Dialect): Statement {
  if (plan.groups) return boxesSql(plan, plan.groups, dialect);
  const { tables, columns, bucket, from } = bucketRowsSql(plan, ALL_ROWS, dialect);
  return dialect.compile(sql`WITH ${memberTablesSql(plan, [plan.measure], dialect)}, ${tables}
SELECT
    ${columns.lower} AS "lower",
    ${columns.upper} AS "upper",
    ${columns.members} AS "members",
    ${columns.holdsMember} AS "holds_member"
${from}
ORDER BY ${bucket}`);
}
