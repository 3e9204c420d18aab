import { Client } from 'pg';
import { newPassword, startEmbeddedPostgres, type EmbeddedPostgres } from '../host/postgres/embedded-postgres.ts';
import { Database } from '../kernel/database/database.ts';
import { migrate, readMigrations } from '../kernel/database/migrate.ts';
import { MIGRATIONS } from '../host/config/paths.ts';

export type TestPostgres = Pick<EmbeddedPostgres, 'url' | 'ownerUrl' | 'superuserUrl' | 'stop'>;
type Addresses = Omit<TestPostgres, 'stop'>;

/**
 * Starts a PostgreSQL whose database `rise` is migrated and serves as the template for each test. It trades durability
 * for speed.
 */
export async function startTestPostgres(directory: string): Promise<TestPostgres> {
  const postgres = await startEmbeddedPostgres({
    directory,
    durable: false,
    passwords: { superuser: newPassword(), owner: newPassword(), application: newPassword() },
  });
  await migrate(postgres.ownerUrl, await readMigrations(MIGRATIONS));
  return postgres;
}

/** Creates a database that others are cloned from: migrated, with the content that `fill` adds. */
export async function makeTemplate(
  postgres: Addresses,
  name: string,
  fill: (database: Database) => Promise<void>,
): Promise<void> {
  await cloneDatabase(postgres, 'rise', name);
  const database = new Database({ connection: { connectionString: addressOf(postgres.url, name) } });
  try {
    await fill(database);
  } finally {
    await database.close();
  }
}

export function cloneDatabase({ superuserUrl }: Addresses, template: string, name: string): Promise<void> {
  return asSuperuser(superuserUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY wal_log OWNER rise_owner`);
}

/** The URL of another database with the same role. */
export const addressOf = (url: string, name: string) => url.replace(/\/(rise|postgres)\?/, `/${name}?`);

async function asSuperuser(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
