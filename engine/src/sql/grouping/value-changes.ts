import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import { call, columnNamed } from '../../expression/build.ts';
import { moved } from '../../plan/calendar.ts';
import { KNOWN_FROM, KNOWN_UNTIL } from '../../plan/known-values.ts';
import type { PlanFact } from '../../plan/plan.ts';
import type { BaseAggregate } from '../../plan/measures.ts';
import type { PlanExpression, PlanPredicate } from '../../plan/predicates.ts';
import { expressionSql } from '../fragments/expression.ts';
import { datesTable, endOfDays } from '../fragments/snapshot-dates.ts';
import { fromSql, inputOf } from '../fragments/source.ts';
import { addedFigures } from './added-figures.ts';
import type { AddedFigure } from './added-figures.ts';

/** What the rows of a fact are grouped by: expressions of the keys, in order, with their column names. */
export interface GroupedFact {
  fact: PlanFact;
  keys: readonly { name: string; value: Sql }[];
  rows: 'filter' | 'around';
  dialect: Dialect;
}

interface Read {
  fact: PlanFact;
  figures: readonly AddedFigure[];
  /** The filter of the rows. */
  rest: PlanPredicate | null;
  /** Keys that are no periods. */
  members: GroupedFact['keys'];
  dialect: Dialect;
}

// With spaces, so they cannot clash with tables of a model.
const DATES = 'as-of dates';
const DAYS = 'days of dates';
const CHANGES = 'changes of values';
const comma = sql.raw(',\n    ');
const day = columnNamed(CHANGES, 'day');
const rowsOf = sql.id('rows');
const sumOf = (name: string) => sql.id(`sum of ${name}`);
const countOf = (name: string) => sql.id(`count of ${name}`);
const earlyOf = (name: string) => sql.id(`early in ${name}`);
const placesTo = (count: number) => sql.join(Array.from({ length: count }, (_, place) => sql.raw(String(place + 1))));
const daysBetween = (from: PlanExpression, to: PlanExpression) =>
  call('date_diff', { kind: 'text', value: 'day', at: 0 }, from, to);

/**
 * Figures of stored known values, added up instead of looked up for each period: a value is an increase on the day from
 * which it is known, and a decrease on the day of the next one. What is known on a day is the sum of all changes until
 * then. Reads the rows twice, however many periods there are. Null where figures do not add up like that, or where there
 * would be more changes than groups.
 */
export function valueChangesSql(grouped: GroupedFact, aggregates: readonly BaseAggregate[]): Sql | null {
  const { fact, keys, rows, dialect } = grouped;
  const [dates] = fact.snapshotDates;
  const added = aggregates.length === 0 ? null : addedFigures(fact, aggregates, rows);
  if (!added || !dates?.calendar) return null;
  const isPeriod = new Set(dates.calendar.map(({ name }) => name));
  const members = keys.filter(({ name }) => !isPeriod.has(name));
  if (members.length > 0 && members.length === keys.length) return null;
  const read = { ...added, fact, members, dialect };
  const periods = datesTable(dates, dates.calendar, new Set(keys.map(({ name }) => name)), rows, dialect);
  const tables = [
    sql`${sql.id(DATES)} AS MATERIALIZED ${periods}`,
    ...(members.length > 0 ? [sql`${sql.id(DAYS)} AS MATERIALIZED (${endOfDays(dates, sql.id(DATES), dialect)})`] : []),
    sql`${sql.id(CHANGES)} AS (
  ${changesSql(read, KNOWN_FROM)}
  UNION ALL
  ${changesSql(read, KNOWN_UNTIL)}
  )`,
  ];
  const columns = [
    ...keys.map(({ name, value }) => (isPeriod.has(name) ? value : sql.id(CHANGES, name))),
    ...added.figures.map((figure) => figureSql(figure, { dates: dates.name, read })),
  ];
  const names = [...keys, ...added.figures].map(({ name }) => name);
  const grouping = sql`
  GROUP BY ${placesTo(keys.length)}
  HAVING ${withinSql(rowsOf, dates.name)} > 0`;
  return sql`WITH ${sql.join(tables)}
  SELECT
    ${sql.join(
      columns.map((column, place) => sql`${column} AS ${sql.id(names[place]!)}`),
      comma,
    )}
  FROM ${sql.id(DATES)} AS ${sql.id(dates.name)}
  JOIN ${sql.id(CHANGES)} ON ${sql.id(CHANGES, 'day')} <= ${sql.id(dates.name, 'last')}${keys.length === 0 ? sql.raw('') : grouping}`;
}

/**
 * The increases or decreases, grouped by day. Those of members are grouped by the next day that any figure is of, so that
 * there are not many more of them than groups in the result.
 */
function changesSql({ fact, figures, rest, members, dialect }: Read, column: string): Sql {
  const { source } = fact;
  const changed = columnNamed(source.table, column);
  const end = members.length > 0 ? columnNamed(DAYS, 'end') : null;
  const sign = sql.raw(column === KNOWN_FROM ? '' : '-');
  const early = end && daysBetween(changed, end);
  const columns = [
    ...members.map(({ name, value }) => sql`${value} AS ${sql.id(name)}`),
    sql`${expressionSql(end ?? changed, dialect)} AS "day"`,
    ...figures.flatMap((figure) =>
      inputsOf(figure, early, dialect).map(({ name, value }) => sql`${sign}${value} AS ${name}`),
    ),
    sql`${sign}COUNT(*) AS ${rowsOf}`,
  ];
  const isOver: PlanPredicate = { kind: 'holds', condition: { kind: 'missing', of: changed, negated: true, at: 0 } };
  const join = sql`\n  JOIN ${sql.id(DAYS)} ON ${sql.id(DAYS, 'day')} = ${expressionSql(changed, dialect)}`;
  return sql`SELECT
    ${sql.join(columns, comma)}
  ${fromSql(source, [rest, column === KNOWN_FROM ? null : isOver], dialect, end ? [join] : [])}
  GROUP BY ${placesTo(members.length + 1)}`;
}

/** What the rows of a day add to a figure; `early` is the number of days by which they are before the day of a group. */
function inputsOf({ name, take, input }: AddedFigure, early: PlanExpression | null, dialect: Dialect) {
  if (!input) return [];
  const value = inputOf(input, dialect);
  const count = { name: countOf(name), value: sql`COUNT(${value})` };
  if (input.kind !== 'sum') return [count];
  const sum = { name: sumOf(name), value: sql`SUM(${value})` };
  if (take !== 'days' || !early) return [count, sum];
  const before = dialect.multiply(value, expressionSql(early, dialect));
  return [count, sum, { name: earlyOf(name), value: sql`SUM(${before})` }];
}

/** The number of what is known on some day of a period: decreases on its first day or before were not. */
function withinSql(count: Sql, dates: string): Sql {
  const began = sql`${sql.id(CHANGES, 'day')} <= ${sql.id(dates, 'first')}`;
  return sql`COALESCE(SUM(CASE WHEN ${count} > 0 OR ${began} THEN ${count} END), 0)`;
}

/** A figure of a period, of the changes until its last day. */
function figureSql({ name, take, input }: AddedFigure, { dates, read }: { dates: string; read: Read }): Sql {
  const { dialect, members } = read;
  if (!input) return sql`MAX(${sql.id(dates, 'days')})`;
  const first = columnNamed(dates, 'first');
  if (take === 'days') {
    const held = daysBetween(call('greatest', day, first), moved(columnNamed(dates, 'last'), 1, 'day'));
    const whole = dialect.multiply(sumOf(name), expressionSql(held, dialect));
    const early = sql` + CASE WHEN ${sql.id(CHANGES, 'day')} > ${sql.id(dates, 'first')} THEN ${earlyOf(name)} ELSE 0 END`;
    const total = sql`SUM(${whole}${members.length > 0 ? early : sql.raw('')})`;
    return sql`CASE WHEN ${withinSql(countOf(name), dates)} > 0 THEN ${total} END`;
  }
  const until = (value: Sql) =>
    take === 'last'
      ? sql`SUM(${value})`
      : sql`SUM(CASE WHEN ${sql.id(CHANGES, 'day')} <= ${sql.id(dates, 'first')} THEN ${value} END)`;
  const count = sql`COALESCE(${until(countOf(name))}, 0)`;
  if (input.kind !== 'sum') return dialect.cast(count, 'integer');
  return sql`CASE WHEN ${count} > 0 THEN ${until(sumOf(name))} END`;
}
