import { mkdir } from 'node:fs/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import type { ColumnProfile } from '@rise/contract';
import { quoteIdentifier } from '../../expression/quote.ts';
import { profileTable } from '../../profiles/profile-table.ts';
import { columnsOf } from './merge-rows.ts';
import { limitsOf } from './load-memory.ts';
import type { LoadSetup, TableProfiles } from './messages.ts';
import { attachFiles, loadSettings } from './open-database.ts';
import { attachedFiles, isOwnTable } from './segments.ts';
import type { Segment, Segments } from './segments.ts';
import { loadFolder } from './unfinished-files.ts';

/** Tables with fewer rows are profiled when they are looked at: that takes no longer than reading a stored profile. */
const WORTH_ROWS = 50_000;
/** A table with rows of earlier loads, too, is profiled up to this size: a load of few rows must not read many. */
const SHARED_ROWS = 1_000_000;

function isWorthIt(segments: readonly Segment[], own: string): boolean {
  const rows = segments.reduce((sum, segment) => sum + segment.rows, 0);
  return rows >= WORTH_ROWS && (rows <= SHARED_ROWS || segments.every(({ as }) => as === own));
}

/** Profiles the tables that a load has changed, once their version can be read. */
export async function profileVersion(setup: LoadSetup, segments: Segments): Promise<TableProfiles> {
  const changed = new Set(setup.tables.map(({ table }) => table.toLowerCase()));
  const loaded = Object.entries(segments).filter(
    ([table, parts]) => changed.has(table.toLowerCase()) && isWorthIt(parts, setup.as),
  );
  if (loaded.length === 0) return {};
  const { spilled } = loadFolder(setup.target);
  await mkdir(spilled, { recursive: true, mode: 0o700 });
  const instance = await DuckDBInstance.create(setup.target, {
    access_mode: 'READ_ONLY',
    ...loadSettings(limitsOf(setup), spilled),
  });
  try {
    const connection = await instance.connect();
    await attachFiles(connection, attachedFiles(setup.target, Object.fromEntries(loaded)));
    await connection.run('SET enable_external_access = false');
    const profiles: Record<string, ColumnProfile[]> = {};
    for (const [table, parts] of loaded) {
      const columns = await columnsOf(connection, quoteIdentifier(table));
      profiles[table] = await profileTable(connection, { table, columns, stored: isOwnTable(parts, setup.as) });
    }
    return profiles;
  } finally {
    instance.closeSync();
  }
}
