import { sql } from 'kysely';
import type { Dialect, Sql } from '../dialects/dialect.ts';
import type { PlanAtom, PlanPredicate, PlanSource } from '../plan/plan.ts';
import { expressionSql } from './expression.ts';
import { columnSql, predicateSql } from './predicate.ts';

/** The tenant's rows of a table; all of them where the warehouse is this tenant's alone. */
export const ofTenant = (table: string, tenant: string, { tenantColumn, tenantKey }: Dialect): Sql =>
  tenantColumn === null ? sql.raw('TRUE') : sql`${sql.id(table, tenantColumn)} = ${tenantKey ?? tenant}`;

/**
 * FROM and WHERE of every query: the tenant's rows of each table read, the reader's row rules, then what the query asks.
 * There is no other way to name a table. `beside` are joins to what was computed of such rows.
 */
export function fromSql(
  source: PlanSource,
  filters: readonly (PlanPredicate | null)[],
  dialect: Dialect,
  beside: readonly Sql[] = [],
): Sql {
  const joins = source.joins.map((join) => {
    const keys = join.on.map(({ column, key }) => sql` AND ${sql.id(join.table, key)} = ${sql.id(join.to, column)}`);
    return sql`\n  LEFT JOIN ${sql.id(join.table)} ON ${ofTenant(join.table, source.tenant, dialect)}${sql.join(keys, sql.raw(''))}`;
  });
  const conditions = [
    ofTenant(source.table, source.tenant, dialect),
    ...[source.rules, ...filters].filter((each) => each !== null).map((each) => predicateSql(each, dialect)),
  ];
  const table = source.beside === undefined ? sql.id(source.table) : sql.id(source.beside, 'main', source.table);
  return sql`FROM ${table}${sql.join([...joins, ...beside], sql.raw(''))}
  WHERE ${sql.join(conditions, sql.raw('\n    AND '))}`;
}

/** One aggregate as a named column. */
export function atomSql(atom: PlanAtom, dialect: Dialect): Sql {
  return sql`${aggregateOf(atom, inputOf(atom, dialect), dialect)} AS ${sql.id(atom.name)}`;
}

/** What an atom takes of a row; rows that do not count have no value, which every aggregate passes over. */
export function inputOf(atom: PlanAtom, dialect: Dialect): Sql {
  if (atom.kind === 'daily') throw new TypeError(`'${atom.name}' is made of days`);
  if (atom.kind === 'months') return columnSql(atom.column);
  const value = atom.kind === 'count' ? sql.raw('1') : expressionSql(atom.value, dialect);
  return atom.where ? sql`CASE WHEN ${expressionSql(atom.where, dialect)} THEN ${value} END` : value;
}

/** The aggregate of what the rows of a group give. */
export function aggregateOf(atom: PlanAtom, value: Sql, dialect: Dialect): Sql {
  switch (atom.kind) {
    case 'daily':
      throw new TypeError(`'${atom.name}' is made of days`);
    case 'months':
      return sql`CASE WHEN MIN(${value}) = MAX(${value}) THEN MAX(${dialect.monthOf(value)}) END`;
    case 'sum':
      return sql`SUM(${value})`;
    case 'count':
    case 'filled':
      return sql`COUNT(${value})`;
    case 'added':
      return dialect.cast(sql`COALESCE(SUM(${value}), 0)`, 'integer');
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
