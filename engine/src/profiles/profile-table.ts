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

/** Types without infinities, whose sums the engine holds. */
const FINITE = /^(?:U?(?:TINY|SMALL|BIG)?INT(?:EGER)?|DECIMAL\((?:\d|1[0-8]),\d+\))$/;

interface ProfiledTable {
  table: string;
  columns: readonly { name: string; type: string }[];
  /** Whether it is no view. */
  stored: boolean;
}

/** Profiles a table of the database in use, without the column that separates tenants. */
export async function profileTable(
  connection: DuckDBConnection,
  { table, columns, stored }: ProfiledTable,
): Promise<ColumnProfile[]> {
  const run = async (statement: Statement) => {
    const reader = await connection.runAndReadAll(statement.sql, statement.parameters);
    return String(reader.getRows()[0]![0]);
  };
  const profiles: ColumnProfile[] = [];
  for (const { name, type } of columns.filter((column) => column.name !== TENANT_COLUMN).slice(0, MAX_COLUMNS)) {
    const kind = profileKind(columnType(type));
    const source = { from: sql.id(table), column: name, kind, finite: FINITE.test(type), stored };
    profiles.push(await profileColumn(source, run));
  }
  return profiles;
}
