import type { Client } from 'pg';
import type { BackupTable } from './manifest.ts';

/** Text of values depends on these, and so do hashes of rows. */
export const FIXED_TEXT = `
  SET search_path = public; SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres';
  SET extra_float_digits = 1; SET bytea_output = 'hex'; SET statement_timeout = 0; SET lock_timeout = 0;
  SET idle_in_transaction_session_timeout = 0`;

export interface StoredTable {
  readonly name: string;
  /** Without those that PostgreSQL computes. */
  readonly columns: readonly string[];
  /** Row-level security holds for the table's owner, too. */
  readonly isForced: boolean;
}

/** All tables but the list of migrations, which a restore applies by itself. */
export async function listTables(client: Client): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`
    SELECT c.relname AS name, c.relforcerowsecurity AS "isForced",
           ARRAY(SELECT a.attname::text FROM pg_attribute a
                  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns
      FROM pg_class c
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'schema_migration'
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     ORDER BY c.relname COLLATE "C"`);
  return rows;
}

/** Number of rows, and a hash of them that does not depend on their order. */
export async function hashRows(
  client: Client,
  { name, columns }: Pick<StoredTable, 'name' | 'columns'>,
): Promise<Pick<BackupTable, 'rows' | 'rowHash'>> {
  const row = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const { rows } = await client.query<{ rows: string; rowHash: string }>(`
    SELECT count(*)::text AS rows,
           coalesce(sum(('x' || left(md5(ROW(${row})::text), 16))::bit(64)::bigint::numeric), 0)::text AS "rowHash"
      FROM ${client.escapeIdentifier(name)}`);
  return { rows: Number(rows[0]!.rows), rowHash: rows[0]!.rowHash };
}

/** `table (columns)` as COPY takes it. */
export function copyTarget(client: Client, { name, columns }: Pick<StoredTable, 'name' | 'columns'>): string {
  return `${client.escapeIdentifier(name)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;
}
