import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { OperatorError } from '../errors/operator-error.ts';

export interface Migration {
  readonly number: number;
  /** The file name without number and extension. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text, in hex. */
  readonly hash: string;
}

interface Applied {
  number: number;
  name: string;
  hash: string;
}

/**
 * Lets the tables' owner read all rows where it says that it does so for an operator's command, and at no other time:
 * without this, forced row-level security would leave a backup empty, without an error. For each table, whichever
 * migration created it.
 */
const ALLOW_OPERATOR = `
  DO $$
  DECLARE item record;
  BEGIN
    FOR item IN SELECT c.oid::regclass AS name, p.oid AS policy FROM pg_class c
                  LEFT JOIN pg_policy p ON p.polrelid = c.oid AND p.polname = 'operator'
                 WHERE c.relkind = 'r' AND c.relrowsecurity AND c.relnamespace = 'public'::regnamespace
                   AND (p.oid IS NULL OR p.polroles <> ARRAY(SELECT oid FROM pg_roles WHERE rolname = current_user))
                   -- The owner reads these anyway.
                   AND NOT EXISTS (SELECT FROM pg_policies o WHERE format('%I.%I', o.schemaname, o.tablename)::regclass = c.oid
                         AND current_user = ANY (o.roles) AND o.cmd IN ('ALL', 'SELECT') AND o.qual = 'true') LOOP
      IF item.policy IS NOT NULL THEN EXECUTE format('DROP POLICY operator ON %s', item.name); END IF;
      EXECUTE format('CREATE POLICY operator ON %s FOR SELECT TO CURRENT_USER USING (current_setting(''rise.scope'', true) = ''operator'')', item.name);
    END LOOP;
  END $$`;

const FILE = /^(\d{4})_([a-z\d_]+)\.sql$/;

/** The migrations of a folder, `NNNN_name.sql`, numbered from 1 without a gap. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => FILE.test(file)).toSorted();
  const migrations = await Promise.all(
    files.map(async (file) => {
      const [, number, name] = FILE.exec(file)!;
      const sql = (await readFile(join(directory, file), 'utf8')).replaceAll('\r\n', '\n');
      return { number: Number(number), name: name!, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
  const misplaced = migrations.find((migration, index) => migration.number !== index + 1);
  if (misplaced) throw new Error(`Migration ${title(misplaced)} does not follow the one before it`);
  return migrations;
}

/**
 * Brings a database up to date: forward only, each migration in its own transaction, one server at a time. Throws an
 * `OperatorError` where the database is newer than the code, or the text of an applied migration has changed. Returns
 * the migrations that it applied.
 */
export async function migrate(ownerUrl: string, migrations: readonly Migration[]): Promise<Migration[]> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('SET search_path = public');
    await client.query(`SELECT pg_advisory_lock(hashtextextended('rise.migrate', 0))`);
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migration (
      number integer PRIMARY KEY, name text NOT NULL, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    const applied = await client.query<Applied>('SELECT number, name, hash FROM schema_migration ORDER BY number');
    const pending = pendingMigrations(migrations, applied.rows);
    for (const migration of pending) await apply(client, migration);
    await client.query(ALLOW_OPERATOR);
    return pending;
  } finally {
    await client.end();
  }
}

/**
 * Pending migrations, without applying them. Throws an `OperatorError` where the database is newer than the code or
 * differs from it.
 */
export async function missingMigrations(ownerUrl: string, migrations: readonly Migration[]): Promise<Migration[]> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const table = await client.query(
      `SELECT FROM pg_tables WHERE schemaname = 'public' AND tablename = 'schema_migration'`,
    );
    if (table.rowCount === 0) return [...migrations];
    const applied = await client.query<Applied>(
      'SELECT number, name, hash FROM public.schema_migration ORDER BY number',
    );
    return pendingMigrations(migrations, applied.rows);
  } finally {
    await client.end();
  }
}

/** Migrations not yet applied; throws an `OperatorError` where database and code do not match. */
function pendingMigrations(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  for (const row of applied) {
    const known = migrations.find((migration) => migration.number === row.number);
    if (known === undefined) {
      throw new OperatorError(
        `the database is newer than this version of Rise (it has migration ${title(row)}); start the newer version, or restore a backup from before the upgrade`,
      );
    }
    if (known.hash !== row.hash) {
      throw new OperatorError(
        `migration ${title(known)} was changed after this database applied it; put the file back as it was and write the change as a new migration`,
      );
    }
  }
  return migrations.filter((migration) => applied.every((row) => row.number !== migration.number));
}

async function apply(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(migration.sql);
    await client.query('INSERT INTO schema_migration (number, name, hash) VALUES ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.hash,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new OperatorError(
      `migration ${title(migration)} failed (${(error as Error).message}) and was rolled back; fix the cause, then start again`,
      { cause: error },
    );
  }
}

function title(migration: { number: number; name: string }): string {
  return `${String(migration.number).padStart(4, '0')}_${migration.name}`;
}
