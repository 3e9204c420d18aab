import { Client } from 'pg';
import { newPassword, startEmbeddedPostgres, type EmbeddedPostgres } from '../host/embedded-postgres.ts';
import { openDatabase, type Database } from '../kernel/database.ts';
import { migrate, readMigrations } from '../kernel/migrate.ts';
import { MIGRATIONS } from '../host/places.ts';

export type TestPostgres = Pick<EmbeddedPostgres, 'url' | 'ownerUrl' | 'superuserUrl' | 'stop'>;
type Addresses = Omit<TestPostgres, 'stop'>;

/** Starts a PostgreSQL whose database `rise` is migrated and serves as the template of each test's own. It trades durability for speed. */
export async function startTestPostgres(directory: string): Promise<TestPostgres> {
  const postgres = await startEmbeddedPostgres({
    directory,
    durable: false,
    passwords: { superuser: newPassword(), owner: newPassword(), application: newPassword() },
  });
  await migrate(postgres.ownerUrl, await readMigrations(MIGRATIONS));
  return postgres;
}

/** Makes a database that others are cloned from: one that is migrated, with what `fill` puts into it. */
export async function makeTemplate(
  postgres: Addresses,
  name: string,
  fill: (database: Database) => Promise<void>,
): Promise<void> {
  await cloneDatabase(postgres, 'rise', name);
  const database = openDatabase({ connection: { connectionString: addressOf(postgres.url, name) } });
  try {
    await fill(database);
  } finally {
    await database.close();
  }
}

export function cloneDatabase({ superuserUrl }: Addresses, template: string, name: string): Promise<void> {
  return asSuperuser(superuserUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy OWNER rise_owner`);
}

export function dropDatabase({ superuserUrl }: Addresses, name: string): Promise<void> {
  return asSuperuser(superuserUrl, `DROP DATABASE ${name} WITH (FORCE)`);
}

/** The address of another database with the same role. */
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
