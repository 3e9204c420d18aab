import { sql } from 'kysely';
import type { Sql } from './dialect.ts';

const AS_IS = new Set([
  'upper',
  'lower',
  'trim',
  'length',
  'replace',
  'abs',
  'coalesce',
  'nullif',
  'greatest',
  'least',
]);
const DAY_PARTS = new Set(['year', 'quarter', 'month', 'day']);
const text = (value: Sql): Sql => sql`CAST(${value} AS VARCHAR)`;

/** Functions in the words that DuckDB and PostgreSQL share; an engine that differs writes its own before it comes here. */
export function standardCall(name: string, values: Sql[]): Sql {
  const [first, second, third] = values as [Sql, Sql, Sql];
  if (AS_IS.has(name)) return sql`${sql.raw(name.toUpperCase())}(${sql.join(values)})`;
  if (DAY_PARTS.has(name)) return sql`CAST(EXTRACT(${sql.raw(name)} FROM CAST(${first} AS DATE)) AS BIGINT)`;
  switch (name) {
    case 'substring':
      return values.length === 2 ? sql`SUBSTRING(${first}, ${second})` : sql`SUBSTRING(${first}, ${second}, ${third})`;
    case 'concat':
      return sql`(${sql.join(
        values.map((value) => sql`COALESCE(${text(value)}, '')`),
        sql.raw(' || '),
      )})`;
    case 'contains':
      return sql`(POSITION(${second} IN ${first}) > 0)`;
    case 'starts_with':
      return sql`STARTS_WITH(${first}, ${second})`;
    case 'sign':
    case 'floor':
    case 'ceil':
      return sql`CAST(${sql.raw(name.toUpperCase())}(${first}) AS BIGINT)`;
    case 'round':
    case 'trunc':
      return sql`${sql.raw(name.toUpperCase())}(${first}${values.length === 2 ? sql`, ${second}` : sql.raw(', 0')})`;
    default:
      throw new TypeError(`No SQL for the function ${name}`);
  }
}
