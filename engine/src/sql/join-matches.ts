import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { StatementRequest } from '../dialects/statement.ts';
import type { JoinKey } from '../model/joins.ts';
import { fromSql } from './fragments/source.ts';

/** Both sides of a join: the columns of the table joined to, and those of the joined table in the same order. */
export interface JoinSides {
  readonly from: JoinKey;
  readonly to: JoinKey;
}

/** A tenant's rows of one side by key, with 1 in the column of their side. */
function rowsOf({ table, columns, where }: JoinKey, side: 0 | 1, tenant: string, dialect: Dialect): Sql {
  const keys = columns.map((column, place) => sql`${sql.id(table, column)} AS ${sql.id(`key ${place}`)}`);
  const present = columns.map((column) => sql` AND ${sql.id(table, column)} IS NOT NULL`);
  const source = { table, joins: [], tenant, rules: null };
  const from = fromSql(source, [where ? { kind: 'holds', condition: where } : null], dialect);
  const counts = sql.raw(side === 0 ? '1 AS "ours", 0 AS "theirs"' : '0 AS "ours", 1 AS "theirs"');
  return sql`SELECT ${sql.join(keys)}, ${counts} ${from}${sql.join(present, sql.raw(''))}`;
}

/** All rows of a side, those without a key as well. */
function countOf({ table, where }: JoinKey, tenant: string, dialect: Dialect): Sql {
  const source = { table, joins: [], tenant, rules: null };
  return sql`SELECT COUNT(*) ${fromSql(source, [where ? { kind: 'holds', condition: where } : null], dialect)}`;
}

/**
 * One row: of each side its rows, those of them with a partner, and the keys that several of them have, then the most
 * rows that a key has in the joined table. Both sides are grouped once, so that no pair of rows is ever formed.
 */
export function joinMatchesSql({ from, to }: JoinSides, tenant: string, dialect: Dialect): StatementRequest {
  const names = sql.join(from.columns.map((_, place) => sql.id(`key ${place}`)));
  const both = sql`${rowsOf(from, 0, tenant, dialect)}\nUNION ALL\n${rowsOf(to, 1, tenant, dialect)}`;
  const keys = sql`SELECT SUM("ours") AS "ours", SUM("theirs") AS "theirs" FROM (${both}) AS "sides" GROUP BY ${names}`;
  const sum = (of: string) => sql.raw(`COALESCE(SUM(${of}), 0)`);
  const columns = [
    sql`(${countOf(from, tenant, dialect)})`,
    sum('CASE WHEN "theirs" > 0 THEN "ours" ELSE 0 END'),
    sum('CASE WHEN "ours" > 1 THEN 1 ELSE 0 END'),
    sql`(${countOf(to, tenant, dialect)})`,
    sum('CASE WHEN "ours" > 0 THEN "theirs" ELSE 0 END'),
    sum('CASE WHEN "theirs" > 1 THEN 1 ELSE 0 END'),
    sql.raw('COALESCE(MAX("theirs"), 0)'),
  ];
  const statement = dialect.compile(sql`SELECT ${sql.join(columns)} FROM (${keys}) AS "keys"`);
  return { ...statement, types: columns.map(() => 'integer'), limit: null };
}
