import { sql } from 'kysely';
import type { ColumnProfile } from '@rise/contract';
import { PROFILE_TEXT } from '@rise/contract/profile-text';
import type { Dialect } from '../dialects/dialect.ts';
import type { StatementRequest } from '../dialects/statement.ts';
import type { ProfileSource } from './profile-source.ts';

/** Statements that every engine runs: rows, values, distinct values, least and greatest value; then the top values. */
export function portableStatements({ from, column, kind }: ProfileSource, dialect: Dialect): StatementRequest[] {
  const value = kind === 'other' ? dialect.cast(sql.id(column), 'string') : sql.id(column);
  const basics = sql`SELECT COUNT(*), COUNT(${value}), COUNT(DISTINCT ${value}), ${dialect.cast(sql`MIN(${value})`, 'string')}, ${dialect.cast(sql`MAX(${value})`, 'string')} FROM ${from} AS profiled`;
  const top = sql`SELECT ${dialect.cast(value, 'string')}, COUNT(*) FROM ${from} AS profiled WHERE ${value} IS NOT NULL GROUP BY ${value} ORDER BY 2 DESC, 1 ${dialect.page(10, 0)}`;
  return [
    { ...dialect.compile(basics), types: ['integer', 'integer', 'integer', 'string', 'string'], limit: null },
    { ...dialect.compile(top), types: ['string', 'integer'], limit: null },
  ];
}

const cut = (value: string | null) => (value === null ? null : value.slice(0, PROFILE_TEXT));

/** A profile from the rows of these statements, as JSON. Distributions are left out. */
export function readPortable(
  { column, kind }: Pick<ProfileSource, 'column' | 'kind'>,
  [basics, top]: readonly string[],
): ColumnProfile {
  const [[rows, filled, distinct, min, max]] = JSON.parse(basics!) as [
    [number, number, number, string | null, string | null],
  ];
  const values = JSON.parse(top!) as [string, number][];
  return {
    column,
    kind,
    rows: Number(rows),
    complete: true,
    nulls: Number(rows) - Number(filled),
    distinct: { values: Number(distinct), exact: true },
    min: cut(min),
    max: cut(max),
    top: values.map(([value, count]) => ({ value: cut(value)!, rows: Number(count) })),
    number: null,
    date: null,
    text: null,
  };
}
