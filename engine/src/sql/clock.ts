import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { PlanClock, PlanFact } from '../plan/plan.ts';
import { expressionSql } from './expression.ts';
import { keySql } from './field.ts';
import { fromSql } from './source.ts';

/**
 * Joins a row to the days of its periods: the first, the last, and how many have data, found in all rows that pass
 * tenant, rules and conditions on the date alone. One row for a row, since periods are what the days are grouped by.
 */
export function clockJoin(
  clock: PlanClock,
  fact: PlanFact,
  grouped: ReadonlySet<string>,
  rows: 'filter' | 'around' | 'member',
  dialect: Dialect,
): Sql {
  const within = clock.within.flatMap(({ field: name, total }) => {
    const field = fact.fields.find((each) => each.name === name)!;
    return grouped.has(name) ? [{ name, total, key: keySql(field, dialect) }] : [];
  });
  const day = expressionSql(clock.day, dialect);
  const keys = within.map(({ name, key }) => sql`${key} AS ${sql.id(name)}`);
  const days = [sql`MIN(${day}) AS "first"`, sql`MAX(${day}) AS "last"`, sql`COUNT(DISTINCT ${day}) AS "days"`];
  const groups = within.map((_, index) => sql.raw(String(index + 1)));
  const on = within.map(({ name, total, key }) =>
    total ? sql`${sql.id(clock.name, name)} = ${key}` : sql`${sql.id(clock.name, name)} IS NOT DISTINCT FROM ${key}`,
  );
  const filter = rows === 'member' ? null : clock[rows];
  const table = sql`(SELECT ${sql.join([...keys, ...days])}
  ${fromSql(clock.source, [filter], dialect)}${groups.length === 0 ? sql.raw('') : sql`\n  GROUP BY ${sql.join(groups)}`}
  ) AS ${sql.id(clock.name)}`;
  // Over everything there is exactly one row of days.
  if (on.length === 0) return sql`\n  CROSS JOIN ${table}`;
  return sql`\n  LEFT JOIN ${table} ON ${sql.join(on, sql.raw(' AND '))}`;
}
