import { sql } from 'kysely';
import type { Sql, Stack } from './dialect.ts';

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

/** Whole numbers as a list of rows. */
export function valuesTable(count: number): Sql {
  const rows = Array.from({ length: count }, (_, index) => sql.raw(`(${index})`));
  return sql`(SELECT "n" FROM (VALUES ${sql.join(rows)}) AS "listed"("n"))`;
}

/** One row for each place, of which a list's value is picked by its number. */
export function standardStack({ kept, lists, from }: Stack, numbers = valuesTable): Sql {
  const place = sql.id('places', 'n');
  const columns = lists.map(({ name, values }) => {
    const when = values.map((value, index) => sql`WHEN ${sql.raw(String(index))} THEN ${value}`);
    return sql`CASE ${place} ${sql.join(when, sql.raw(' '))} END AS ${sql.id(name)}`;
  });
  return sql`SELECT ${sql.join([...kept, sql`${place} AS "position"`, ...columns])}
  FROM ${from}
  CROSS JOIN ${numbers(lists[0]!.values.length)} AS "places"`;
}

/** At most so many rows, after so many of them. */
export const standardPage = (limit: number, offset: number): Sql =>
  sql.raw(`LIMIT ${limit}${offset === 0 ? '' : ` OFFSET ${offset}`}`);

export const standardConcatenate = (left: Sql, right: Sql): Sql => sql`(${left} || ${right})`;

/** Tables, columns and their types, in the order of the columns, from the standard's catalogue. */
export const standardCatalogue = (schema: string): Sql =>
  sql`SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = ${schema} AND table_name NOT LIKE 'rollup % %' ORDER BY table_name, ordinal_position`;

export const tenTo = (power: number): Sql => sql.raw(`1${'0'.repeat(power)}`);

/** The greatest or least of the values that are there, for engines to which one that is missing makes all of them so. */
export function greatestThere(name: 'greatest' | 'least', values: Sql[]): Sql {
  const there = values.map((value, index) => sql`COALESCE(${sql.join([value, ...values.toSpliced(index, 1)])})`);
  return sql`${sql.raw(name.toUpperCase())}(${sql.join(there)})`;
}

/** What a text stands for, pair by pair. */
export const standardLookUp = (text: Sql, pairs: readonly (readonly [text: string, means: string])[]): Sql =>
  sql`(CASE ${text} ${sql.join(
    pairs.map(([each, means]) => sql`WHEN ${each} THEN ${means}`),
    sql.raw(' '),
  )} END)`;

/** Texts and what they stand for, each as a list in JSON. */
export function columnsOfPairs(pairs: readonly (readonly [text: string, means: string])[]): [string, string] {
  return [JSON.stringify(pairs.map(([text]) => text)), JSON.stringify(pairs.map(([, means]) => means))];
}

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
