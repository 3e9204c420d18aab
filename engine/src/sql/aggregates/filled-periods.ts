import { sql } from 'kysely';
import type { TimeGrain } from '@rise/contract';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import { periodsBetween, STEP_UNIT } from '../../plan/calendar.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import { hasLevels } from '../grouping/levels.ts';
import { baseAggregatesOf, isCounted, partsSql } from '../grouping/parts.ts';

const comma = sql.raw(',\n    ');
const and = sql.raw(' AND ');

type FilledGrain = Exclude<TimeGrain, 'hour'>;

/** The square of each is the number of periods in about three centuries, as far as gaps are filled in an open range. */
const SIDES: Record<FilledGrain, number> = {
  day: 332,
  week: 126,
  month: 60,
  quarter: 35,
  year: 18,
  fiscal_quarter: 35,
  fiscal_year: 18,
};

/** Whether gaps are filled by the statement. Rows with levels are filled afterward, in the order of their groups. */
export const isFilledInSql = (plan: AggregatePlan): boolean => plan.fill !== null && !hasLevels(plan) && !plan.pivot;

/**
 * Table "parts" with a row for each period, for every combination of the other dimensions that occurs: a count is 0
 * where there are no rows, everything else null. Calculations are looked up for the added rows as for the others.
 */
export function filledParts(plan: AggregatePlan, dialect: Dialect): Sql[] {
  const { column, first, last } = plan.fill!;
  const grain = plan.fill!.grain as FilledGrain;
  const time = plan.fields[column]!.name;
  const others = plan.fields.map(({ name }) => name).filter((name) => name !== time);
  const found = (name: string) => sql.id('found', name);
  const dayOr = (day: string | null, otherwise: Sql) => (day === null ? otherwise : dialect.cast(sql`${day}`, 'date'));
  const known = first !== null && last !== null;
  const length = known ? Math.ceil(Math.sqrt(periodsBetween(first, last, grain).length)) : SIDES[grain];
  const steps = Math.max(1, length);
  const side = dialect.numbers(steps);
  const period = dialect.addTime(
    sql.id('bounds', 'first'),
    sql`("many"."n" * ${sql.raw(String(steps))} + "few"."n")`,
    STEP_UNIT[grain],
  );
  const keys = plan.fields.map(({ name }) =>
    name === time
      ? sql`${sql.id('periods', 'period')} AS ${sql.id(name)}`
      : sql`${sql.id('combinations', name)} AS ${sql.id(name)}`,
  );
  const aggregates = baseAggregatesOf(plan.facts);
  const values = aggregates.map((aggregate) => {
    const value = found(aggregate.name);
    return sql`${isCounted(aggregate) ? sql`COALESCE(${value}, 0)` : value} AS ${sql.id(aggregate.name)}`;
  });
  const same = [
    sql`${found(time)} = ${sql.id('periods', 'period')}`,
    ...others.map((name) => sql`${found(name)} IS NOT DISTINCT FROM ${sql.id('combinations', name)}`),
  ];
  const all = [...plan.fields, ...aggregates].map(({ name }) => sql`${found(name)} AS ${sql.id(name)}`);
  const combinations = sql`"combinations" AS (
  SELECT DISTINCT ${sql.join(others.map((name) => sql`${found(name)} AS ${sql.id(name)}`))}
  FROM "found" WHERE ${found(time)} IS NOT NULL
)`;
  return [
    sql`"found" AS (
  ${partsSql(plan.facts, plan.fields, 'filter', dialect)}
)`,
    sql`"bounds" AS (
  SELECT ${dayOr(first, sql`MIN(${found(time)})`)} AS "first", ${dayOr(last, sql`MAX(${found(time)})`)} AS "last"${known ? sql.raw('') : sql`\n  FROM "found"`}
)`,
    sql`"periods" AS (
  SELECT ${period} AS "period"
  FROM "bounds" CROSS JOIN ${side} AS "many" CROSS JOIN ${side} AS "few"
  WHERE ${period} <= ${sql.id('bounds', 'last')}
)`,
    ...(others.length > 0 ? [combinations] : []),
    sql`"parts" AS (
  SELECT
    ${sql.join([...keys, ...values], comma)}
  FROM "periods"${others.length > 0 ? sql.raw(' CROSS JOIN "combinations"') : sql.raw('')}
  LEFT JOIN "found" ON ${sql.join(same, and)}
  UNION ALL
  SELECT
    ${sql.join(all, comma)}
  FROM "found" WHERE ${found(time)} IS NULL
)`,
  ];
}
