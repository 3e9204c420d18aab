import { sql } from 'kysely';
import type { Spread } from '../plan/measures.ts';
import type { Dialect, Sql, Unpivot } from './dialect.ts';

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
  'sqrt',
  'power',
  'exp',
  'ln',
  'log10',
  'reverse',
]);
const DAY_PARTS = new Set(['year', 'quarter', 'month', 'day']);
const TIME_PARTS = new Set(['hour', 'minute']);
const text = (value: Sql): Sql => sql`CAST(${value} AS VARCHAR)`;

/** Integers from 0 as a table. */
export function valuesTable(count: number): Sql {
  const rows = Array.from({ length: count }, (_, index) => sql.raw(`(${index})`));
  return sql`(SELECT "n" FROM (VALUES ${sql.join(rows)}) AS "listed"("n"))`;
}

/** A cross join with the indexes; CASE picks the list's value at each index. */
export function standardUnpivot({ carried, lists, from }: Unpivot, numbers = valuesTable): Sql {
  const place = sql.id('places', 'n');
  const columns = lists.map(({ name, values }) => {
    const when = values.map((value, index) => sql`WHEN ${sql.raw(String(index))} THEN ${value}`);
    return sql`CASE ${place} ${sql.join(when, sql.raw(' '))} END AS ${sql.id(name)}`;
  });
  return sql`SELECT ${sql.join([...carried, sql`${place} AS "position"`, ...columns])}
  FROM ${from}
  CROSS JOIN ${numbers(lists[0]!.values.length)} AS "places"`;
}

/** LIMIT and OFFSET. */
export const standardPage = (limit: number, offset: number): Sql =>
  sql.raw(`LIMIT ${limit}${offset === 0 ? '' : ` OFFSET ${offset}`}`);

export const standardSpread = (value: Sql, { root, population }: Spread): Sql =>
  sql`${sql.raw(`${root ? 'STDDEV' : 'VAR'}_${population ? 'POP' : 'SAMP'}`)}(${value})`;
export const standardNext = (value: Sql, window: Sql): Sql => sql`LEAD(${value}) OVER (${window})`;
export const standardSum = (value: Sql): Sql => sql`SUM(${value})`;
type Arithmetic = Pick<Dialect, 'multiply' | 'plusMinus'>;
/** Arithmetic with the digits of the columns' types. */
export const standardArithmetic: Arithmetic & Pick<Dialect, 'computesWide'> = {
  computesWide: false,
  multiply: (left, right) => sql`(${left} * ${right})`,
  plusMinus: (left, sign, right) => sql`(${left} ${sql.raw(sign)} ${right})`,
};
/** Arithmetic of exact numbers with this many digits, whatever their types. Doubles stay doubles. */
export const wideArithmetic = (digits: number): Arithmetic => {
  const exact = (number: 0 | 1) => sql.raw(`CAST(${number} AS DECIMAL(${digits}, 0))`);
  return {
    multiply: (left, right) => sql`(${exact(1)} * ${left} * ${right})`,
    plusMinus: (left, sign, right) => sql`(${exact(0)} + ${left} ${sql.raw(sign)} ${right})`,
  };
};
/** The dialect with arithmetic that overflows at 38 digits only, which costs time. */
export const withWideArithmetic = (dialect: Dialect): Dialect =>
  dialect.computesWide ? dialect : { ...dialect, ...wideArithmetic(38) };
export const standardConcatenate = (left: Sql, right: Sql): Sql => sql`(${left} || ${right})`;

/** Tables, columns and types in column order, from the standard's information_schema. */
export const standardCatalog = (schema: string, where: Sql = sql.raw(''), type: Sql = sql.raw('data_type')): Sql =>
  sql`SELECT table_name, column_name, ${type} FROM information_schema.columns WHERE table_schema = ${schema} AND table_name NOT LIKE 'rollup % %' AND table_name NOT LIKE 'known values % %'${where} ORDER BY table_name, ordinal_position`;

export const tenTo = (power: number): Sql => sql.raw(`1${'0'.repeat(power)}`);

/** GREATEST or LEAST that ignores nulls, for engines where one null makes the result null. */
export function greatestOfPresent(name: 'greatest' | 'least', values: Sql[]): Sql {
  const there = values.map((value, index) => sql`COALESCE(${sql.join([value, ...values.toSpliced(index, 1)])})`);
  return sql`${sql.raw(name.toUpperCase())}(${sql.join(there)})`;
}

/** A CASE with one WHEN per pair. */
export const standardLookUp = (text: Sql, pairs: readonly (readonly [text: string, means: string])[]): Sql =>
  sql`(CASE ${text} ${sql.join(
    pairs.map(([item, means]) => sql`WHEN ${item} THEN ${means}`),
    sql.raw(' '),
  )} END)`;

/** The texts and their values, each as a JSON array. */
export function columnsOfPairs(pairs: readonly (readonly [text: string, means: string])[]): [string, string] {
  return [JSON.stringify(pairs.map(([text]) => text)), JSON.stringify(pairs.map(([, means]) => means))];
}

/** Functions that DuckDB and PostgreSQL share; other engines handle their differences before calling this. */
export function standardCall(name: string, values: Sql[]): Sql {
  const [first, second, third] = values as [Sql, Sql, Sql];
  if (AS_IS.has(name)) return sql`${sql.raw(name.toUpperCase())}(${sql.join(values)})`;
  if (DAY_PARTS.has(name)) return sql`CAST(EXTRACT(${sql.raw(name)} FROM CAST(${first} AS DATE)) AS BIGINT)`;
  if (TIME_PARTS.has(name)) return sql`CAST(EXTRACT(${sql.raw(name)} FROM ${first}) AS BIGINT)`;
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

/** The cube of it is the number of days in about three centuries, as far as calendars reach. */
const SIDE = 48;

/** For engines that cannot list days by themselves, or not as many. */
export function standardDays(bounds: Sql, { numbers, addTime }: Pick<Dialect, 'numbers' | 'addTime'>): Sql {
  const [side, many] = [numbers(SIDE), sql.raw(String(SIDE))];
  const count = sql`(("many"."n" * ${many} + "some"."n") * ${many} + "few"."n")`;
  const day = addTime(sql.id('bounds', 'first'), count, 'day');
  return sql`SELECT ${day} AS "day"
    FROM ${bounds} CROSS JOIN ${side} AS "many" CROSS JOIN ${side} AS "some" CROSS JOIN ${side} AS "few"
    WHERE ${day} <= ${sql.id('bounds', 'last')}`;
}
