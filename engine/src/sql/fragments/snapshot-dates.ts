import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import { tablesOf, tablesOfAggregate } from '../../plan/references.ts';
import type { PlanFact, SnapshotDates } from '../../plan/plan.ts';
import type { BaseAggregate } from '../../plan/measures.ts';
import type { PlanField } from '../../plan/predicates.ts';
import { expressionSql } from './expression.ts';
import { keySql } from './field.ts';
import { predicateSql } from './predicate.ts';
import { fromSql } from './source.ts';

function datesOf(fact: PlanFact, aggregates: readonly BaseAggregate[]): SnapshotDates[] {
  const tables = new Set([...aggregates.flatMap(tablesOfAggregate), ...[fact.filter, fact.around].flatMap(tablesOf)]);
  return fact.snapshotDates.filter(({ name, calendar }) => calendar || tables.has(name));
}

/** Whether these aggregates have other snapshot dates in another grouping set. */
export const datesDependOnGroups = (fact: PlanFact, aggregates: readonly BaseAggregate[]): boolean =>
  datesOf(fact, aggregates).some(({ within, calendar }) => within.length > 0 || calendar !== undefined);

/** The tables of snapshot dates that a fact's rows are joined to for these aggregates, grouped by these fields. */
export function snapshotDatesJoins(
  fact: PlanFact,
  aggregates: readonly BaseAggregate[],
  grouped: ReadonlySet<string>,
  rows: 'filter' | 'around',
  dialect: Dialect,
): Sql[] {
  return datesOf(fact, aggregates).map((dates) => snapshotDatesJoin(dates, fact, grouped, rows, dialect));
}

/**
 * Joins each row to the dates of its period: the first, the last, and the number with data, over all rows that pass the
 * tenant, the rules and the conditions on the date alone. Matches one row per row, since the dates are grouped by
 * period.
 */
function snapshotDatesJoin(
  dates: SnapshotDates,
  fact: PlanFact,
  grouped: ReadonlySet<string>,
  rows: 'filter' | 'around',
  dialect: Dialect,
): Sql {
  if (dates.calendar)
    return sql`\n  CROSS JOIN ${datesTable(dates, dates.calendar, grouped, rows, dialect)} AS ${sql.id(dates.name)}`;
  const within = dates.within.flatMap(({ field: name, total }) => {
    const field = fact.fields.find((field) => field.name === name)!;
    return grouped.has(name) ? [{ name, total, key: keySql(field, dialect) }] : [];
  });
  const day = expressionSql(dates.day, dialect);
  const keys = within.map(({ name, key }) => sql`${key} AS ${sql.id(name)}`);
  const days = [sql`MIN(${day}) AS "first"`, sql`MAX(${day}) AS "last"`, sql`COUNT(DISTINCT ${day}) AS "days"`];
  const groups = within.map((_, index) => sql.raw(String(index + 1)));
  if (dates.end) days.push(sql`${endSql(dates.end, day, grouped, within.length, dialect)} AS "end"`);
  const on = within.map(({ name, total, key }) =>
    total ? sql`${sql.id(dates.name, name)} = ${key}` : sql`${sql.id(dates.name, name)} IS NOT DISTINCT FROM ${key}`,
  );
  const table = sql`(SELECT ${sql.join([...keys, ...days])}
  ${fromSql(dates.source, [dates[rows]], dialect)}${groups.length === 0 ? sql.raw('') : sql`\n  GROUP BY ${sql.join(groups)}`}
  ) AS ${sql.id(dates.name)}`;
  // Without periods there is exactly one row.
  if (on.length === 0) return sql`\n  CROSS JOIN ${table}`;
  return sql`\n  LEFT JOIN ${table} ON ${sql.join(on, sql.raw(' AND '))}`;
}

/**
 * The last day of a group's period. Data or a filter that ends within it ends it; rows of no period end with the filter,
 * and what is grouped by other labels of days, or not filtered, with its last day.
 */
function endSql(
  { of, until, filtered }: NonNullable<SnapshotDates['end']>,
  day: Sql,
  grouped: ReadonlySet<string>,
  labels: number,
  dialect: Dialect,
): Sql {
  const last = sql`MAX(${day})`;
  const ends = of
    .filter(({ field }) => grouped.has(field))
    .map((period) => sql`MAX(${expressionSql(period.last, dialect)})`);
  if (ends.length === 0 && (labels > 0 || !filtered)) return last;
  const known = sql`${dialect.call('greatest', [dialect.cast(sql`${until}`, 'date'), last])}`;
  return ends.length === 0 ? known : dialect.call('least', [...ends, known]);
}

/** Every day from the first to the last one with data. */
function calendarDays({ day, source }: SnapshotDates, dialect: Dialect): Sql {
  const bound = expressionSql(day, dialect);
  return dialect.days(
    sql`(SELECT MIN(${bound}) AS "first", MAX(${bound}) AS "last" ${fromSql(source, [], dialect)}) AS "bounds"`,
  );
}

/**
 * Every period of the calendar, from the first to the last day with data: its first and last day, and their number, of
 * those that satisfy the conditions. Periods that are not grouped by are null.
 */
export function datesTable(
  dates: SnapshotDates,
  periods: readonly PlanField[],
  grouped: ReadonlySet<string>,
  rows: 'filter' | 'around',
  dialect: Dialect,
): Sql {
  const keys = periods.map((field) => {
    const none = dialect.cast(sql.raw('NULL'), field.bands ? 'integer' : field.type);
    return sql`${grouped.has(field.name) ? keySql(field, dialect) : none} AS ${sql.id(field.name)}`;
  });
  const days = [sql`MIN("day") AS "first"`, sql`MAX("day") AS "last"`, sql`COUNT(*) AS "days"`];
  const condition = dates[rows];
  const groups = periods.flatMap(({ name: field }, place) => (grouped.has(field) ? [sql.raw(String(place + 1))] : []));
  return sql`(SELECT ${sql.join([...keys, ...days])}
  FROM (${calendarDays(dates, dialect)}) AS "calendar"${condition ? sql`\n  WHERE ${predicateSql(condition, dialect)}` : sql.raw('')}${groups.length === 0 ? sql.raw('') : sql`\n  GROUP BY ${sql.join(groups)}`}
  )`;
}

/** Each day of the calendar with the next first or last day of a period in `table`, itself included. */
export function endOfDays(dates: SnapshotDates, table: Sql, dialect: Dialect): Sql {
  const ends = ['first', 'last'].map((name) => sql`SELECT ${sql.id(name)} AS "day" FROM ${table}`);
  return sql`SELECT "calendar"."day", MIN("ends"."day") OVER (ORDER BY "calendar"."day" ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS "end"
  FROM (${calendarDays(dates, dialect)}) AS "calendar"
  LEFT JOIN (${sql.join(ends, sql.raw(' UNION '))}) AS "ends" ON "ends"."day" = "calendar"."day"`;
}
