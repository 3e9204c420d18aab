import type { DuckDBConnection } from '@duckdb/node-api';
import { sql } from 'kysely';
import type { ColumnProfile } from '@rise/contract';
import { TENANT_COLUMN } from '../dialects/dialect.ts';
import type { Statement } from '../dialects/statement.ts';
import { columnType } from '../model/catalog.ts';
import { profileColumn } from './profile-columns.ts';
import { profileKind } from './profile-source.ts';

/** Columns of a table that are profiled when it is loaded; those beyond are profiled when they are looked at. */
const MAX_COLUMNS = 400;

/** Profiles a table of the database in use, without the column that separates tenants. */
export async function profileTable(
  connection: DuckDBConnection,
  table: string,
  columns: readonly { name: string; type: string }[],
): Promise<ColumnProfile[]> {
  const run = async (statement: Statement) => {
    const reader = await connection.runAndReadAll(statement.sql, statement.parameters);
    return String(reader.getRows()[0]![0]);
  };
  const profiles: ColumnProfile[] = [];
  for (const { name, type } of columns.filter((column) => column.name !== TENANT_COLUMN).slice(0, MAX_COLUMNS))
    profiles.push(await profileColumn({ from: sql.id(table), column: name, kind: profileKind(columnType(type)) }, run));
  return profiles;
}
