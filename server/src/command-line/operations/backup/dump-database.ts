import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { to } from 'pg-copy-streams';
import { OperatorError } from '../../../kernel/errors/operator-error.ts';
import { writeFileOf } from './hashed-files.ts';
import type { BackupTable, Manifest } from './manifest.ts';
import { copyTarget, FIXED_TEXT, hashRows, listTables } from './tables.ts';

/** The fastest that still makes a tenth of it. */
const GZIP = { level: 3 };

/** Files that the database of the backup names, by tenant. */
export interface NamedFiles {
  /** Of versions of data, without their folder. */
  readonly versions: readonly { tenantId: string; file: string }[];
  /** Uploads with the bytes that are safely stored. */
  readonly uploads: readonly { tenantId: string; id: string; received: number }[];
  /** Imports with rejected rows. */
  readonly rejects: readonly { tenantId: string; id: string }[];
}

export type Dump = Pick<Manifest, 'takenAt' | 'migrations' | 'tables' | 'sequences'> & NamedFiles;

/** The database's connection of a backup, which holds its lease. */
export interface Lease {
  /** Writes all tables of one moment into the folder; returns what the rest of the backup needs to know of it. */
  dump(folder: string, onTable: (done: number, all: number) => void): Promise<Dump>;
  /** Throws where the lease was lost. */
  check(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the lease: until it is released, or this process ends, no server removes files of versions. Throws an
 * `OperatorError` where another backup has it, or the owner cannot read all rows.
 */
export async function takeLease(ownerUrl: string): Promise<Lease> {
  const client = await openLeased(ownerUrl);
  return {
    dump: (folder, onTable) => dumpDatabase(client, folder, onTable),
    check: async () => void (await client.query('SELECT')),
    release: () => client.end().catch(() => {}),
  };
}

/** The owner's connection that holds the lease until it ends, and reads all rows. Throws an `OperatorError`. */
export async function openLeased(ownerUrl: string): Promise<Client> {
  const client = new Client({ connectionString: ownerUrl, keepAlive: true });
  // The next statement fails, which ends the backup.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`${FIXED_TEXT}; SET idle_session_timeout = 0; SET rise.scope = 'operator'`);
    await lockRemovals(client);
    await checkReadable(client);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return client;
}

/** Waits for removals that are being committed. */
async function lockRemovals(client: Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(
    `SELECT pg_try_advisory_lock(hashtextextended('rise.backing-up', 0)) AS taken`,
  );
  if (!rows[0]!.taken) throw new OperatorError('another backup is being made; wait for it, then start again');
  await client.query(`SELECT pg_advisory_lock(hashtextextended('rise.backup', 0))`);
}

/** Forced row-level security hides rows from COPY without an error: each table needs the policy that lets them through. */
export async function checkReadable(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c, pg_roles r
     WHERE r.rolname = current_user AND NOT r.rolsuper AND NOT r.rolbypassrls
       AND c.relkind = 'r' AND c.relrowsecurity AND c.relnamespace = 'public'::regnamespace
       AND (EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND NOT p.polpermissive)
         OR NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polcmd IN ('r', '*') AND r.oid = ANY (p.polroles)
              AND pg_get_expr(p.polqual, p.polrelid) IN ('true', '(current_setting(''rise.scope''::text, true) = ''operator''::text)')))
     ORDER BY 1`);
  if (rows.length === 0) return;
  throw new OperatorError(
    `the database owner may not read all rows of ${rows.map(({ name }) => name).join(', ')}; start this version of the server once, which allows it for backups`,
  );
}

async function dumpDatabase(
  client: Client,
  folder: string,
  onTable: (done: number, all: number) => void,
): Promise<Dump> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { rows: moments } = await client.query<{ at: Date }>('SELECT now() AS at');
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'SELECT number, name, hash FROM schema_migration ORDER BY number',
  );
  const tables: BackupTable[] = [];
  const stored = await listTables(client);
  for (const { name, columns } of stored) {
    onTable(tables.length, stored.length);
    const table = { name, columns: [...columns] };
    const rows = client.query(to(`COPY ${copyTarget(client, table)} TO STDOUT (FORMAT binary)`));
    const file = await writeFileOf(folder, `database/${name}.copy.gz`, rows, [createGzip(GZIP)]);
    tables.push({ ...table, ...(await hashRows(client, table)), file });
  }
  const named = await listNamedFiles(client);
  // After the rows: sequences have no snapshot, and a later value is never too low.
  const { rows: sequences } = await client.query<Manifest['sequences'][number]>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  await client.query('COMMIT');
  return { takenAt: moments[0]!.at.toISOString(), migrations, tables, sequences, ...named };
}

async function listNamedFiles(client: Client): Promise<NamedFiles> {
  const versions = await client.query<NamedFiles['versions'][number]>(`
    SELECT DISTINCT v.tenant_id AS "tenantId", f.file FROM warehouse_version v CROSS JOIN LATERAL (
        SELECT coalesce(v.file, v.number || '.duckdb') AS file
        UNION ALL SELECT jsonb_path_query(v.segments, '$.*[*].file') #>> '{}'
        UNION ALL SELECT jsonb_path_query(v.rollups, '$[*].beside') #>> '{}') f
     WHERE v.connection IS NULL AND v.removed_at IS NULL AND f.file IS NOT NULL ORDER BY 1, 2`);
  const uploads = await client.query<{ tenantId: string; id: string; received: string }>(
    `SELECT tenant_id AS "tenantId", id, received::text FROM upload WHERE received > 0 ORDER BY 1, 2`,
  );
  const rejects = await client.query<NamedFiles['rejects'][number]>(
    `SELECT tenant_id AS "tenantId", id FROM data_import WHERE rejected > 0 ORDER BY 1, 2`,
  );
  return {
    versions: versions.rows,
    uploads: uploads.rows.map((row) => ({ ...row, received: Number(row.received) })),
    rejects: rejects.rows,
  };
}
