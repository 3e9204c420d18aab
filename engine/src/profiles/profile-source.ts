import { sql } from 'kysely';
import type { ColumnProfile } from '@rise/contract';
import type { Sql } from '../dialects/dialect.ts';
import type { Statement } from '../dialects/statement.ts';
import type { ValueType } from '../expression/tree.ts';

export type ProfileKind = ColumnProfile['kind'];

/** A column of a relation in DuckDB. */
export interface ProfileSource {
  /** What follows FROM. */
  from: Sql;
  column: string;
  kind: ProfileKind;
}

/** Runs a statement with one row of one text. */
export type RunProfile = (statement: Statement) => Promise<string>;

export function profileKind(type: ValueType): ProfileKind {
  switch (type) {
    case 'string':
      return 'text';
    case 'integer':
    case 'decimal':
    case 'number':
      return 'number';
    case 'date':
    case 'timestamp':
      return 'date';
    case 'boolean':
      return 'boolean';
    default:
      return 'other';
  }
}

/** The column's values as "v", in a subquery. */
export function valuesOf({ from, column, kind }: ProfileSource): Sql {
  const value = sql.id(column);
  return sql`(SELECT ${kind === 'other' ? sql`CAST(${value} AS VARCHAR)` : value} AS v FROM ${from})`;
}
