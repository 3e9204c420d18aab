import { sql } from 'kysely';
import type { Dialect } from '../dialects/dialect.ts';
import type { JoinKey } from '../model/joins.ts';
import type { StatementRequest } from '../dialects/statement.ts';
import { fromSql } from './fragments/source.ts';

/**
 * One row per join key: its index, and how many of its values occur in several of a tenant's rows. Null keys never join
 * and are ignored.
 */
export function repeatedKeysSql(keys: readonly JoinKey[], tenant: string, dialect: Dialect): StatementRequest {
  const counts = keys.map(({ table, columns, where }, place) => {
    const source = { table, joins: [], tenant, rules: null };
    const named = columns.map((column) => sql.id(table, column));
    const there = columns.map((column) => sql` AND ${sql.id(table, column)} IS NOT NULL`);
    return sql`SELECT ${sql.raw(String(place))} AS "place", COUNT(*) AS "repeated" FROM (SELECT 1 AS "one" ${fromSql(source, [where ? { kind: 'holds', condition: where } : null], dialect)}${sql.join(there, sql.raw(''))} GROUP BY ${sql.join(named)} HAVING COUNT(*) > 1) AS "keys"`;
  });
  const statement = dialect.compile(sql`${sql.join(counts, sql.raw('\nUNION ALL\n'))}\nORDER BY 1`);
  return { ...statement, types: ['integer', 'integer'], limit: null };
}
