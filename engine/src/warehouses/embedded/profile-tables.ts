import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnProfile } from '@rise/contract';
import { quoteIdentifier } from '../../expression/quote.ts';
import { profileTable } from '../../profiles/profile-table.ts';
import { columnsOf } from './merge-rows.ts';
import { isOwnTable } from './segments.ts';
import type { Segments } from './segments.ts';

/** Tables with fewer rows are profiled when they are looked at: that takes no longer than reading a stored profile. */
const WORTH_ROWS = 50_000;
/** A table with rows of earlier loads, too, is profiled up to this size: an append must not wait for all its rows. */
const SHARED_ROWS = 1_000_000;

/** Profiles the loaded tables of the database that is being built, whose own files are attached as `own`. */
export async function profileTables(
  connection: DuckDBConnection,
  loaded: Segments,
  own: string,
): Promise<Record<string, ColumnProfile[]>> {
  const profiles: Record<string, ColumnProfile[]> = {};
  for (const [table, segments] of Object.entries(loaded)) {
    const rows = segments.reduce((sum, segment) => sum + segment.rows, 0);
    const isShared = segments.some(({ as }) => as !== own);
    if (rows < WORTH_ROWS || (isShared && rows > SHARED_ROWS)) continue;
    const columns = await columnsOf(connection, quoteIdentifier(table));
    profiles[table] = await profileTable(connection, { table, columns, stored: isOwnTable(segments, own) });
  }
  return profiles;
}
