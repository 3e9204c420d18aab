import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { PlanAtom, PlanPredicate, PlanSource } from '../plan/plan.ts';
import { columnSql, predicateSql } from './predicate.ts';

/** Every warehouse table starts with this column. */
export const TENANT_COLUMN = 'tenant_id';

const ofTenant = (table: string, tenant: string): Sql => sql`${sql.id(table, TENANT_COLUMN)} = ${tenant}`;

/**
 * FROM and WHERE of every query: the tenant's rows of each table read, the reader's row rules, then what the query asks.
 * There is no other way to name a table.
 */
export function fromSql(source: PlanSource, filters: readonly (PlanPredicate | null)[], dialect: Dialect): Sql {
  const joins = source.joins.map((join) => {
    const keys = join.on.map((column) => sql` AND ${sql.id(join.table, column)} = ${sql.id(source.table, column)}`);
    return sql`\n  LEFT JOIN ${sql.id(join.table)} ON ${ofTenant(join.table, source.tenant)}${sql.join(keys, sql.raw(''))}`;
  });
  const conditions = [
    ofTenant(source.table, source.tenant),
    ...[source.rules, ...filters].filter((each) => each !== null).map((each) => predicateSql(each, dialect)),
  ];
  return sql`FROM ${sql.id(source.table)}${sql.join(joins, sql.raw(''))}
  WHERE ${sql.join(conditions, sql.raw('\n    AND '))}`;
}

/** One aggregate as a named column. */
export function atomSql(atom: PlanAtom, dialect: Dialect): Sql {
  switch (atom.kind) {
    case 'count':
      return sql`COUNT(*) AS ${sql.id(atom.name)}`;
    case 'months': {
      const day = columnSql(atom.column);
      return sql`CASE WHEN MIN(${day}) = MAX(${day}) THEN MAX(${dialect.monthOf(day)}) END AS ${sql.id(atom.name)}`;
    }
    case 'sum': {
      const columns = atom.columns.map(columnSql);
      const value = columns.length === 1 ? columns[0]! : sql`COALESCE(${sql.join(columns)})`;
      return sql`SUM(${value}) AS ${sql.id(atom.name)}`;
    }
  }
}
