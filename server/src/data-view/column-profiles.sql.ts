import type { ColumnProfile } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';

/** A table as its profiles are stored: by name and content. */
export interface ProfiledTable {
  table: string;
  content: string;
}

/** Stores profiles of a table's columns; those that are stored stay, since they are the same. */
export async function insertProfiles(
  tx: TenantTx,
  { table, content }: ProfiledTable,
  profiles: readonly ColumnProfile[],
): Promise<void> {
  if (profiles.length === 0) return;
  const rows = JSON.stringify(profiles.map((profile) => ({ name: profile.column, profile })));
  await tx.run`
    INSERT INTO column_profile (tenant_id, table_name, content, column_name, profile)
    SELECT ${tx.tenantId}, ${table}, ${content}, item->>'name', item->'profile'
    FROM jsonb_array_elements(${rows}::jsonb) AS item
    ON CONFLICT DO NOTHING`;
}

export function findProfiles(
  tx: TenantTx,
  { table, content }: ProfiledTable,
  columns: readonly string[],
): Promise<{ profile: ColumnProfile }[]> {
  return tx.rows<{ profile: ColumnProfile }>`
    SELECT profile FROM column_profile
    WHERE tenant_id = ${tx.tenantId} AND table_name = ${table} AND content = ${content}
      AND column_name = ANY (${[...columns]})`;
}

/** What is known exactly of a column's values. */
export interface ColumnFacts {
  table: string;
  column: string;
  rows: number;
  nulls: number;
  distinct: number;
  min: string | null;
  max: string | null;
}

/** The exact ones of the stored profiles of some tables. */
export function findFacts(tx: TenantTx, tables: readonly ProfiledTable[]): Promise<ColumnFacts[]> {
  return tx.rows<ColumnFacts>`
    SELECT table_name AS "table", column_name AS "column", (profile->>'rows')::float8 AS rows,
      (profile->>'nulls')::float8 AS nulls, (profile->'distinct'->>'values')::float8 AS "distinct",
      profile->>'min' AS min, profile->>'max' AS max
    FROM column_profile
    WHERE tenant_id = ${tx.tenantId}
      AND (table_name, content) IN
        (SELECT * FROM unnest(${tables.map(({ table }) => table)}::text[], ${tables.map(({ content }) => content)}::text[]))
      AND (profile->>'complete')::boolean AND (profile->'distinct'->>'exact')::boolean`;
}
