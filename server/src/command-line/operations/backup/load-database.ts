import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { OperatorError } from '../../../kernel/errors/operator-error.ts';
import { damaged, type BackupTable, type Manifest } from './manifest.ts';
import { copyTarget, FIXED_TEXT, hashRows, listTables, type StoredTable } from './tables.ts';

/** Throws an `OperatorError` where there is anything in the database. */
export async function refuseFilledDatabase(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect().catch((error: Error) => {
    throw new OperatorError(
      `the database of DATABASE_URL cannot be reached (${error.message}); check the address and that PostgreSQL runs`,
      { cause: error },
    );
  });
  try {
    const { rowCount } = await client.query(
      `SELECT FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm') AND relnamespace = 'public'::regnamespace
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = pg_class.oid AND d.deptype = 'e') LIMIT 1`,
    );
    if (rowCount === 0) return;
    throw new OperatorError(
      'the database of DATABASE_URL is not empty; restore into a new one: CREATE DATABASE … OWNER …, as at the installation',
    );
  } finally {
    await client.end();
  }
}

/**
 * Loads all rows in one transaction and compares their hashes with the backup's, so that the database holds either
 * exactly what it held, or nothing. The schema must be that of the backup's migrations.
 */
export async function loadDatabase(
  ownerUrl: string,
  folder: string,
  manifest: Manifest,
  onTable: (done: number, all: number) => void,
): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(FIXED_TEXT);
    await client.query('BEGIN');
    const tables = await listTables(client);
    checkSameTables(tables, manifest.tables);
    const restoreRules = await suspendRules(client, tables);
    for (const [done, table] of manifest.tables.entries()) {
      onTable(done, manifest.tables.length);
      await loadTable(client, folder, table);
    }
    for (const { name, value } of manifest.sequences)
      if (value !== null) await client.query('SELECT setval($1::regclass, $2)', [client.escapeIdentifier(name), value]);
    await restoreRules();
    await client.query('COMMIT');
    await client.query('ANALYZE');
  } finally {
    await client.end().catch(() => {});
  }
}

function checkSameTables(stored: readonly StoredTable[], backup: readonly BackupTable[]): void {
  const describe = (tables: readonly { name: string; columns: readonly string[] }[]) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, ...columns]));
  if (describe(stored) !== describe(backup))
    throw new OperatorError(
      'the tables of the backup are not those that its migrations create; restore it with the version of Rise that made it',
    );
}

/**
 * What would refuse rows in any order, compute them again, or have the owner's rows judged by policies, is set aside for
 * the transaction. The owner may do this; to skip triggers by a setting of the session takes a superuser.
 */
async function suspendRules(client: Client, tables: readonly StoredTable[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
      FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace ORDER BY 1, 2`);
  const quote = (name: string) => client.escapeIdentifier(name);
  const names = tables.map(({ name }) => quote(name));
  const forced = tables.filter(({ isForced }) => isForced).map(({ name }) => quote(name));
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${quote(table)} DROP CONSTRAINT ${quote(name)}`);
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  for (const name of forced) await client.query(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`);
  // Migrations may have written rows, which the backup has, too.
  await client.query(`TRUNCATE ${names.join(', ')}`);
  return async () => {
    for (const { table, name, definition } of keys)
      await client.query(`ALTER TABLE ${quote(table)} ADD CONSTRAINT ${quote(name)} ${definition}`);
    for (const name of forced) await client.query(`ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`);
    for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  };
}

async function loadTable(client: Client, folder: string, table: BackupTable): Promise<void> {
  const rows = client.query(from(`COPY ${copyTarget(client, table)} FROM STDIN (FORMAT binary)`));
  await pipeline(createReadStream(join(folder, table.file.path)), createGunzip(), rows);
  const { rows: count, rowHash } = await hashRows(client, table);
  if (count !== table.rows || rowHash !== table.rowHash) throw damaged(table.file.path);
}
