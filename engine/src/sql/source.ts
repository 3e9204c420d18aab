import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { PlanAtom, PlanPredicate, PlanSource } from '../plan/plan.ts';
import { expressionSql } from './expression.ts';
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
  return sql`${aggregateOf(atom, dialect)} AS ${sql.id(atom.name)}`;
}

function aggregateOf(atom: PlanAtom, dialect: Dialect): Sql {
  if (atom.kind === 'months') {
    const day = columnSql(atom.column);
    return sql`CASE WHEN MIN(${day}) = MAX(${day}) THEN MAX(${dialect.monthOf(day)}) END`;
  }
  /** Rows that do not count have no value, which every aggregate passes over. */
  const counted = (value: Sql) =>
    atom.where ? sql`CASE WHEN ${expressionSql(atom.where, dialect)} THEN ${value} END` : value;
  if (atom.kind === 'count') return atom.where ? sql`COUNT(${counted(sql.raw('1'))})` : sql.raw('COUNT(*)');
  const value = counted(expressionSql(atom.value, dialect));
  switch (atom.kind) {
    case 'sum':
      return sql`SUM(${value})`;
    case 'filled':
      return sql`COUNT(${value})`;
    case 'distinct':
      return sql`COUNT(DISTINCT ${value})`;
    case 'min':
      return sql`MIN(${value})`;
    case 'max':
      return sql`MAX(${value})`;
    case 'quantile':
      // As exact numbers DuckDB would cut the value between two others to their scale.
      return dialect.quantile(dialect.toDouble(value), atom.share);
  }
}
