import { sql } from 'kysely';
import type { TimeGrain } from '@rise/contract';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import { periodsBetween, STEP_UNIT } from '../../plan/calendar.ts';
import type { AggregatePlan } from '../../plan/plan.ts';
import { groupingSetsSql } from '../grouping/grouping-sets.ts';
import { groupColumns, hasLevels } from '../grouping/levels.ts';
import { baseAggregatesOf, isCounted, partsSql } from '../grouping/parts.ts';
import type { Rows } from '../grouping/parts.ts';

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

/** All groups, and the range of periods to fill: null where it is that of the groups. */
interface Filled {
  plan: AggregatePlan;
  rows: Rows;
  first: string | null;
  last: string | null;
  dialect: Dialect;
}

/** Table "parts" with a row for each period of the filtered range: see `filledTables`. */
export function filledParts(plan: AggregatePlan, dialect: Dialect): Sql[] {
  const { first, last } = plan.fill!;
  const { tables, select } = filledTables({ plan, rows: 'filter', first, last, dialect });
  return [...tables, sql`"parts" AS (\n  ${select}\n)`];
}

/** The groups of other periods, with those that have no rows between the first and the last of them. */
export function filledAround(plan: AggregatePlan, dialect: Dialect): Sql {
  // Other figures than counts have no value without rows.
  if (!baseAggregatesOf(plan.facts).some(isCounted)) return foundSql(plan, 'around', dialect);
  const { tables, select } = filledTables({ plan, rows: 'around', first: null, last: null, dialect });
  return sql`WITH ${sql.join(tables)}\n  ${select}`;
}

function foundSql(plan: AggregatePlan, rows: Rows, dialect: Dialect): Sql {
  const all = plan.fields.map((_, place) => place);
  return hasLevels(plan)
    ? groupingSetsSql(plan, [all], rows, dialect)
    : partsSql(plan.facts, plan.fields, rows, dialect);
}

/**
 * A row for each period, for every combination of the other dimensions that occurs: a count is 0 where there are no
 * rows, everything else null. Calculations are looked up for the added rows as for the others.
 */
function filledTables({ plan, rows, first, last, dialect }: Filled): { tables: Sql[]; select: Sql } {
  const { column } = plan.fill!;
  const grain = plan.fill!.grain as FilledGrain;
  const time = plan.fields[column]!.name;
  const columns = groupColumns(plan);
  const others = columns.filter((name) => name !== time);
  const table = (name: string) => (rows === 'filter' ? name : `${name} ${rows}`);
  const found = (name: string) => sql.id(table('found'), name);
  const dayOr = (day: string | null, otherwise: Sql) => (day === null ? otherwise : dialect.cast(sql`${day}`, 'date'));
  const known = first !== null && last !== null;
  const length = known ? Math.ceil(Math.sqrt(periodsBetween(first, last, grain).length)) : SIDES[grain];
  const steps = Math.max(1, length);
  const side = dialect.numbers(steps);
  const period = dialect.addTime(
    sql.id(table('bounds'), 'first'),
    sql`("many"."n" * ${sql.raw(String(steps))} + "few"."n")`,
    STEP_UNIT[grain],
  );
  const keys = columns.map((name) =>
    name === time
      ? sql`${sql.id(table('periods'), 'period')} AS ${sql.id(name)}`
      : sql`${sql.id(table('combinations'), name)} AS ${sql.id(name)}`,
  );
  const aggregates = baseAggregatesOf(plan.facts);
  const values = aggregates.map((aggregate) => {
    const value = found(aggregate.name);
    return sql`${isCounted(aggregate) ? sql`COALESCE(${value}, 0)` : value} AS ${sql.id(aggregate.name)}`;
  });
  const same = [
    sql`${found(time)} = ${sql.id(table('periods'), 'period')}`,
    ...others.map((name) => sql`${found(name)} IS NOT DISTINCT FROM ${sql.id(table('combinations'), name)}`),
  ];
  const all = [...columns, ...aggregates.map(({ name }) => name)].map((name) => sql`${found(name)} AS ${sql.id(name)}`);
  const from = sql.id(table('found'));
  const combinations = sql`${sql.id(table('combinations'))} AS (
  SELECT DISTINCT ${sql.join(others.map((name) => sql`${found(name)} AS ${sql.id(name)}`))}
  FROM ${from} WHERE ${found(time)} IS NOT NULL
)`;
  const tables = [
    sql`${from} AS (
  ${foundSql(plan, rows, dialect)}
)`,
    sql`${sql.id(table('bounds'))} AS (
  SELECT ${dayOr(first, sql`MIN(${found(time)})`)} AS "first", ${dayOr(last, sql`MAX(${found(time)})`)} AS "last"${known ? sql.raw('') : sql`\n  FROM ${from}`}
)`,
    sql`${sql.id(table('periods'))} AS (
  SELECT ${period} AS "period"
  FROM ${sql.id(table('bounds'))} CROSS JOIN ${side} AS "many" CROSS JOIN ${side} AS "few"
  WHERE ${period} <= ${sql.id(table('bounds'), 'last')}
)`,
    ...(others.length > 0 ? [combinations] : []),
  ];
  return {
    tables,
    select: sql`SELECT
    ${sql.join([...keys, ...values], comma)}
  FROM ${sql.id(table('periods'))}${others.length > 0 ? sql` CROSS JOIN ${sql.id(table('combinations'))}` : sql.raw('')}
  LEFT JOIN ${from} ON ${sql.join(same, and)}
  UNION ALL
  SELECT
    ${sql.join(all, comma)}
  FROM ${from} WHERE ${found(time)} IS NULL`,
  };
}
