import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { Statement } from '../../dialects/statement.ts';
import type { DistributionPlan } from '../../plan/plan.ts';
import { shownSql } from '../fragments/field.ts';
import { GROUP_KEY, memberTablesSql } from './members.ts';

const columns = (table: string, names: readonly string[]): Sql =>
  sql.join(
    names.map((name) => sql`${sql.id(table, name)} AS ${sql.id(name)}`),
    sql.raw(',\n    '),
  );

/**
 * The figures of a box plot for each group of members: quartiles, and the least and greatest value within 1.5 times their
 * distance from them (Tukey). Members without a value or a group are ignored. The groups with the most members come
 * first, those of buckets in their order.
 */
export function boxesSql(
  plan: DistributionPlan,
  { field, top }: NonNullable<DistributionPlan['groups']>,
  dialect: Dialect,
): Statement {
  const key = (table: string) => sql.id(table, GROUP_KEY);
  const value = sql.id('peers', plan.measure.name);
  const [p25, p50, p75] = dialect.quantiles(value, [0.25, 0.5, 0.75]) as [Sql, Sql, Sql];
  const reach = sql`1.5 * ("quartiles"."p75" - "quartiles"."p25")`;
  const inside = sql`${value} >= "quartiles"."p25" - ${reach} AND ${value} <= "quartiles"."p75" + ${reach}`;
  const only = (condition: Sql, of: Sql) => sql`CASE WHEN ${condition} THEN ${of} END`;
  const own = ['members', 'p25', 'median', 'p75', 'min', 'max'];
  const shown = field.type === 'boolean' ? dialect.cast(sql`${key('ranked')} = 1`, 'boolean') : shownSql(field, key('ranked'), dialect); // prettier-ignore
  const order = field.bands ? sql`${key('ranked')} ASC` : sql`"ranked"."place" ASC`;
  return dialect.compile(sql`WITH ${memberTablesSql(plan, [plan.measure], dialect)}, "quartiles" AS (
  SELECT
    ${key('peers')} AS ${sql.id(GROUP_KEY)},
    COUNT(${value}) AS "members",
    ${p25} AS "p25",
    ${p50} AS "median",
    ${p75} AS "p75",
    MIN(${value}) AS "min",
    MAX(${value}) AS "max"
  FROM "peers"
  WHERE ${key('peers')} IS NOT NULL AND ${value} IS NOT NULL
  GROUP BY ${key('peers')}
), "whiskers" AS (
  SELECT
    ${key('peers')} AS ${sql.id(GROUP_KEY)},
    MIN(${only(inside, value)}) AS "low",
    MAX(${only(inside, value)}) AS "high",
    COUNT(${only(inside, value)}) AS "within"
  FROM "peers"
  JOIN "quartiles" ON ${key('quartiles')} = ${key('peers')}
  WHERE ${value} IS NOT NULL
  GROUP BY ${key('peers')}
), "ranked" AS (
  SELECT
    ${key('quartiles')} AS ${sql.id(GROUP_KEY)},
    ${columns('quartiles', own)},
    ${columns('whiskers', ['low', 'high', 'within'])},
    ROW_NUMBER() OVER (ORDER BY "quartiles"."members" DESC, ${key('quartiles')} ASC) AS "place",
    COUNT(*) OVER () AS "groups"
  FROM "quartiles"
  JOIN "whiskers" ON ${key('whiskers')} = ${key('quartiles')}
)
SELECT
    ${shown} AS ${sql.id(field.name)},
    ${columns('ranked', ['members', 'low', 'p25', 'median', 'p75', 'high', 'min', 'max'])},
    "ranked"."members" - "ranked"."within" AS "outliers",
    "ranked"."groups" AS "groups"
FROM "ranked"
WHERE "ranked"."place" <= ${sql.raw(String(top))}
ORDER BY ${order}`);
}
