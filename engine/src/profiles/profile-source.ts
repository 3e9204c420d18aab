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
  /** Whether all of its values are finite numbers, as integers and amounts are. */
  finite?: boolean;
  /** Whether it is a stored table, whose rows have a position. */
  stored?: boolean;
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

const valueOf = ({ column, kind }: ProfileSource): Sql =>
  kind === 'other' ? sql`CAST(${sql.id(column)} AS VARCHAR)` : sql.id(column);

/** The column's values as "v", in a subquery. */
export function valuesOf(source: ProfileSource): Sql {
  return sql`(SELECT ${valueOf(source)} AS v FROM ${source.from})`;
}

/** One of so many blocks of rows is a sample of a stored table's values. */
const BLOCKS = 8;

/**
 * Values at even distances, as blocks of 2,048 rows: of a column by which rows are sorted their quantiles are as close
 * as of any other. Of all values, where the source has no blocks.
 */
export function valuesOfBlocks(source: ProfileSource): Sql {
  if (source.stored !== true) return valuesOf(source);
  return sql`(SELECT ${valueOf(source)} AS v FROM ${source.from} WHERE (rowid >> 11) % ${sql.lit(BLOCKS)} = ${sql.lit(BLOCKS / 2)})`;
}
