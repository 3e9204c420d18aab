import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { JoinKey } from '../model/joins.ts';
import type { StatementRequest } from '../dialects/statement.ts';
import { fromSql } from './fragments/source.ts';
import { byStart, holdsValues, partitionBy, rangeValue } from './fragments/valid-row.ts';

/** Rows of a key; null keys never join and are ignored. */
function rowsOfKey({ table, columns, where, range }: JoinKey, tenant: string, dialect: Dialect): Sql {
  const source = { table, joins: [], tenant, rules: null };
  const present = columns.map((column) => sql` AND ${sql.id(table, column)} IS NOT NULL`);
  const holds = range ? sql` AND ${holdsValues(table, range, dialect)}` : sql.raw('');
  return sql`${fromSql(source, [where ? { kind: 'holds', condition: where } : null], dialect)}${sql.join(present, sql.raw(''))}${holds}`;
}

/**
 * Rows of a range that overlap the next one of their key, in the order of their starts: if any two overlap, two that
 * follow each other do. `columns` are those of the key with their names.
 */
function overlapping(
  key: JoinKey & Pick<Required<JoinKey>, 'range'>,
  columns: readonly Sql[],
  tenant: string,
  dialect: Dialect,
): Sql {
  const { table, range } = key;
  const [start, end] = [range.from, range.until.column].map((name) =>
    rangeValue(sql.id(table, name), range, dialect),
  ) as [Sql, Sql];
  const keys = key.columns.map((column) => sql.id(table, column));
  const window = sql`${partitionBy(keys)}ORDER BY ${byStart(start)}`;
  const all = [
    ...columns,
    sql`${start} AS "from"`,
    sql`${end} AS "until"`,
    sql`${dialect.next(start, window)} AS "next from"`,
    sql`${dialect.next(end, window)} AS "next until"`,
    sql`${dialect.next(sql.raw('1'), window)} AS "is next"`,
  ];
  const operator = sql.raw(range.until.inclusive ? '<=' : '<');
  return sql`(SELECT ${sql.join(all)} ${rowsOfKey(key, tenant, dialect)}) AS "ranges" WHERE "is next" = 1 AND ("next from" IS NULL OR "until" IS NULL OR "next from" ${operator} "until")`;
}

const isRange = (key: JoinKey): key is JoinKey & Pick<Required<JoinKey>, 'range'> => key.range !== undefined;
const keyColumns = ({ table, columns }: JoinKey): Sql[] =>
  columns.map((column, place) => sql`${sql.id(table, column)} AS ${sql.id(`key ${place}`)}`);
const keyNames = ({ columns }: JoinKey): Sql[] => columns.map((_, place) => sql.id(`key ${place}`));

/**
 * One row per join key: its index, and how many of its values occur in several of a tenant's rows, or in several that
 * overlap.
 */
export function repeatedKeysSql(keys: readonly JoinKey[], tenant: string, dialect: Dialect): StatementRequest {
  const counts = keys.map((key, place) => {
    const index = sql`SELECT ${sql.raw(String(place))} AS "place", COUNT(*) AS "repeated"`;
    if (isRange(key)) {
      const names = keyNames(key);
      const shown = names.length === 0 ? sql`1 AS "one"` : sql.join(names);
      return sql`${index} FROM (SELECT DISTINCT ${shown} FROM ${overlapping(key, keyColumns(key), tenant, dialect)}) AS "keys"`;
    }
    const named = key.columns.map((column) => sql.id(key.table, column));
    return sql`${index} FROM (SELECT 1 AS "one" ${rowsOfKey(key, tenant, dialect)} GROUP BY ${sql.join(named)} HAVING COUNT(*) > ${sql.raw(key.none ? '0' : '1')}) AS "keys"`;
  });
  const statement = dialect.compile(sql`${sql.join(counts, sql.raw('\nUNION ALL\n'))}\nORDER BY 1`);
  return { ...statement, types: ['integer', 'integer'], limit: null };
}

/** Two rows of a key that overlap, as texts: the key's columns, then both ends of each. */
export function overlapSql(
  key: JoinKey & Pick<Required<JoinKey>, 'range'>,
  tenant: string,
  dialect: Dialect,
): StatementRequest {
  const ends = ['from', 'until', 'next from', 'next until'].map((name) => sql.id(name));
  const columns = [...keyNames(key), ...ends].map((column) => dialect.cast(column, 'string'));
  const order = columns.slice(0, key.columns.length + 3).map((_, place) => sql.raw(`${place + 1} ASC NULLS LAST`));
  const statement = dialect.compile(
    sql`SELECT ${sql.join(columns)} FROM ${overlapping(key, keyColumns(key), tenant, dialect)} ORDER BY ${sql.join(order)} ${dialect.page(1, 0)}`,
  );
  return { ...statement, types: columns.map(() => 'string'), limit: null };
}
