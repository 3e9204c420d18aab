import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { SnapshotDates, PlanFact } from '../../plan/plan.ts';
import { expressionSql } from './expression.ts';
import { keySql } from './field.ts';
import { fromSql } from './source.ts';

/**
 * Joins each row to the dates of its period: the first, the last, and the number with data, over all rows that pass the
 * tenant, the rules and the conditions on the date alone. Matches one row per row, since the dates are grouped by
 * period.
 */
export function snapshotDatesJoin(
  dates: SnapshotDates,
  fact: PlanFact,
  grouped: ReadonlySet<string>,
  rows: 'filter' | 'around',
  dialect: Dialect,
): Sql {
  const within = dates.within.flatMap(({ field: name, total }) => {
    const field = fact.fields.find((field) => field.name === name)!;
    return grouped.has(name) ? [{ name, total, key: keySql(field, dialect) }] : [];
  });
  const day = expressionSql(dates.day, dialect);
  const keys = within.map(({ name, key }) => sql`${key} AS ${sql.id(name)}`);
  const days = [sql`MIN(${day}) AS "first"`, sql`MAX(${day}) AS "last"`, sql`COUNT(DISTINCT ${day}) AS "days"`];
  const groups = within.map((_, index) => sql.raw(String(index + 1)));
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
