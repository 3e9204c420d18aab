import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import { conditionOn } from '../../model/joins.ts';
import type { TableJoin, Validity } from '../../model/joins.ts';
import { expressionSql } from './expression.ts';
import { ofTenant } from './of-tenant.ts';

/** Where the tenant's rows of a table are, under a name. */
export type NamedTable = (table: string, name: string) => Sql;

/** What a join is written for. */
export interface JoinOptions {
  named: NamedTable;
  tenant: string;
  dialect: Dialect;
  /** Conditions on the table joined to without which none of its rows is read. */
  read?: readonly Sql[];
}

/** A join to the row of each key that is valid at a value of the row it is joined to. */
export type ValidJoin = TableJoin & { validity: Validity };

/** A value of a range in its type. */
export const rangeValue = (value: Sql, { type }: Pick<Validity, 'type'>, dialect: Dialect): Sql =>
  type === 'number' ? value : dialect.cast(value, type);

/** Of each type, a value before all others and one after them. */
const ENDS = {
  date: ['0001-01-01', '9999-12-31'],
  timestamp: ['0001-01-01 00:00:00', '9999-12-31 23:59:59'],
} as const;

const and = (conditions: readonly Sql[]): Sql => sql.join(conditions, sql.raw(' AND '));
const compared = (inclusive: boolean): Sql => sql.raw(inclusive ? '<=' : '<');

/**
 * The conditions on which a row with its own end is valid. As comparisons of one side with the other, which engines look
 * up by the key; alternatives would be tried for every pair of rows.
 */
export function validOn({ name, to, validity }: ValidJoin, dialect: Dialect): Sql {
  const { at, from, until, type } = validity;
  const [value, start] = [sql.id(to, at), sql.id(name, from)].map((item) => rangeValue(item, validity, dialect));
  const end = rangeValue(sql.id(name, until!.column), validity, dialect);
  const operator = compared(until!.inclusive);
  if (type === 'number')
    return and([
      sql`${value!} IS NOT NULL`,
      sql`(${start!} IS NULL OR ${start!} <= ${value!})`,
      sql`(${end} IS NULL OR ${value!} ${operator} ${end})`,
    ]);
  const [first, last] = ENDS[type].map((text) => dialect.cast(sql.lit(text), type));
  return and([sql`COALESCE(${start!}, ${first!}) <= ${value!}`, sql`${value!} ${operator} COALESCE(${end}, ${last!})`]);
}

/** Whether any value is between both ends of a row. */
export function holdsValues(
  name: string,
  { from, until, type }: Pick<Validity, 'from' | 'until' | 'type'>,
  dialect: Dialect,
): Sql {
  const start = rangeValue(sql.id(name, from), { type }, dialect);
  if (!until) return sql`${start} IS NOT NULL`;
  const end = rangeValue(sql.id(name, until.column), { type }, dialect);
  return sql`(${start} IS NULL OR ${end} IS NULL OR ${start} ${compared(until.inclusive)} ${end})`;
}

// With spaces, so that they cannot clash with columns of the table.
const VALUE = 'matched at';
const POSITION = 'row position';
const keyName = (place: number) => `matched key ${place}`;
const rowName = ({ name }: ValidJoin) => `row of ${name}`;

/** Keys of a window; none for a single one. */
export const partitionBy = (keys: readonly Sql[]): Sql =>
  keys.length === 0 ? sql.raw('') : sql`PARTITION BY ${sql.join(keys)} `;

/** Orders by a start, of which null is the first one. */
export const byStart = (start: Sql): Sql => sql`CASE WHEN ${start} IS NULL THEN 0 ELSE 1 END, ${start}`;

/**
 * A table with the valid row for each combination of key and value that occurs in the table joined to. The rows of a key
 * are counted in their order; a value's row is the last one that begins up to it. So each table is sorted once, however
 * many rows a key has, and no columns of two tables are compared but for equality.
 */
export function validRows(join: ValidJoin, { named, tenant, dialect, read = [] }: JoinOptions): Sql {
  const { to, on, validity } = join;
  // Not the join's name, by which some engines would find the table around this one.
  const name = rowName(join);
  const keys = on.map(({ key }) => sql.id(name, key));
  const start = rangeValue(sql.id(name, validity.from), validity, dialect);
  const value = rangeValue(sql.id(to, validity.at), validity, dialect);
  const own = sql`FROM ${named(join.table, name)} WHERE ${and([
    ofTenant(name, tenant, dialect),
    ...keys.map((key) => sql`${key} IS NOT NULL`),
    holdsValues(name, validity, dialect),
    ...(join.where ? [expressionSql(conditionOn(join.where, name), dialect)] : []),
  ])}`;
  const columnsOf = (list: readonly Sql[], at: Sql, step: number) =>
    sql.join([
      ...list.map((key, place) => sql`${key} AS ${sql.id(keyName(place))}`),
      sql`${at} AS ${sql.id(VALUE)}`,
      sql`${sql.raw(String(step))} AS "step"`,
    ]);
  const theirs = on.map(({ column }) => sql.id(to, column));
  const present = [...theirs, sql.id(to, validity.at)].map((column) => sql`${column} IS NOT NULL`);
  const values = sql`SELECT DISTINCT ${columnsOf(theirs, value, 0)} FROM ${named(validity.toTable, to)} WHERE ${and([ofTenant(to, tenant, dialect), ...present, ...read])}`;
  const matched = on.map((_, place) => sql.id(keyName(place)));
  const counted = sql`SUM("step") OVER (${partitionBy(matched)}ORDER BY ${byStart(sql.id(VALUE))}, "step" DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;
  const position = sql`ROW_NUMBER() OVER (${partitionBy(keys)}ORDER BY ${byStart(start)}, ${sql.id(name, validity.from)})`;
  const equal = [
    sql`${sql.id(name, POSITION)} = ${sql.id('values', POSITION)}`,
    ...on.map(({ key }, place) => sql`${sql.id(name, key)} = ${sql.id('values', keyName(place))}`),
  ];
  const shown = [...matched.map((_, place) => keyName(place)), VALUE].map((column) => sql.id('values', column));
  return sql`(
    SELECT ${sql.join([...shown, sql`${sql.id(name)}.*`])}
    FROM (SELECT ${sql.join([...matched, sql.id(VALUE), sql`"step"`, sql`${counted} AS ${sql.id(POSITION)}`])} FROM (${values} UNION ALL SELECT ${columnsOf(keys, start, 1)} ${own}) AS "steps") AS "values"
    JOIN (SELECT ${sql.id(name)}.*, ${position} AS ${sql.id(POSITION)} ${own}) AS ${sql.id(name)} ON ${and(equal)}
    WHERE ${and([sql`"values"."step" = 0`, ...stillValid(join, dialect)])}
  )`;
}

/** Conditions on the end of a row for the value that it is matched at. */
function stillValid(join: ValidJoin, dialect: Dialect): Sql[] {
  const [name, { validity }] = [rowName(join), join];
  const { from, until, carryDays } = validity;
  const value = sql.id('values', VALUE);
  if (until) {
    const end = rangeValue(sql.id(name, until.column), validity, dialect);
    return [sql`(${end} IS NULL OR ${value} ${compared(until.inclusive)} ${end})`];
  }
  if (carryDays === null) return [];
  return [sql`${value} <= ${dialect.addTime(sql.id(name, from), sql.raw(String(carryDays)), 'day')}`];
}

/** The columns of `validRows` by which they are joined. */
export function validRowsOn({ name, to, on, validity }: ValidJoin, dialect: Dialect): Sql {
  const value = rangeValue(sql.id(to, validity.at), validity, dialect);
  return and([
    ...on.map(({ column }, place) => sql`${sql.id(name, keyName(place))} = ${sql.id(to, column)}`),
    sql`${sql.id(name, VALUE)} = ${value}`,
  ]);
}
