import type { ColumnProfile } from '@rise/contract';
import type { KnownProfile, KnownProfiles } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { findFacts, findProfiles, insertProfiles, type ProfiledTable } from './column-profiles.sql.ts';

/** Text in PostgreSQL cannot have this character, which values of data may. */
const NUL = /\\u0000/;

/** Stores what a load or a reader found out about a table; a profile with what PostgreSQL cannot hold is left out. */
export async function storeProfiles(
  database: Database,
  actor: TenantActor,
  table: ProfiledTable,
  profiles: readonly ColumnProfile[],
): Promise<void> {
  const storable = profiles.filter((profile) => !NUL.test(JSON.stringify(profile)));
  await database.withTenant(actor, (tx) => insertProfiles(tx, table, storable));
}

/** Stored profiles of a table's columns, by name. */
export async function loadProfiles(
  database: Database,
  actor: TenantActor,
  table: ProfiledTable,
  columns: readonly string[],
): Promise<ReadonlyMap<string, ColumnProfile>> {
  const rows = await database.withTenant(actor, (tx) => findProfiles(tx, table, columns), 'reads');
  return new Map(rows.map(({ profile }) => [profile.column, profile]));
}

/** What loads found out exactly about the columns of some tables. */
export async function loadKnownProfiles(
  database: Database,
  actor: TenantActor,
  tables: readonly ProfiledTable[],
): Promise<KnownProfiles> {
  const facts = await database.withTenant(actor, (tx) => findFacts(tx, tables), 'reads');
  const known = new Map<string, { rows: number; columns: Map<string, KnownProfile> }>();
  for (const { table, column, rows, nulls, distinct, min, max } of facts) {
    const entry = known.get(table) ?? { rows, columns: new Map() };
    entry.columns.set(column, { filled: rows - nulls, distinct, least: min, greatest: max });
    known.set(table, entry);
  }
  return known;
}
