import { newPassword, startEmbeddedPostgres, type EmbeddedPostgres } from '../host/embedded-postgres.ts';
import { migrate, readMigrations } from '../kernel/migrate.ts';
import { MIGRATIONS } from '../host/places.ts';

export type TestPostgres = Pick<EmbeddedPostgres, 'url' | 'ownerUrl' | 'superuserUrl' | 'stop'>;

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
