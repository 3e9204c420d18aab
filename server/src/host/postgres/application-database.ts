import { join } from 'node:path';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { migrate, missingMigrations, readMigrations, type Migration } from '../../kernel/database/migrate.ts';
import { prepareApplicationRole } from './application-role.ts';
import type { Config } from '../config/config.ts';
import { openDataDirectory, viewDataDirectory, type DataDirectory } from '../data-directory/data-directory.ts';
import { findEmbeddedPostgres, newPassword, startEmbeddedPostgres } from './embedded-postgres.ts';
import { MIGRATIONS } from '../config/paths.ts';
import type { RolePasswords } from './postgres-cluster.ts';

/** The application's PostgreSQL, embedded or external. */
export interface ApplicationDatabase {
  /** Connection of the application's role. */
  readonly connection: { connectionString: string };
  readonly ownerUrl: string;
  /** Stops the embedded one. Close the pool first. */
  stop(): Promise<void>;
}

export interface Reporting {
  readonly onProgress: (step: string) => void;
  readonly onLost: (reason: string) => void;
}

/**
 * Starts or reaches the database, applies migrations (all, unless named), and checks the application's role. Throws an
 * `OperatorError`.
 */
export async function openApplicationDatabase(
  config: Config,
  data: DataDirectory,
  report: Reporting,
  migrations?: readonly Migration[],
): Promise<ApplicationDatabase> {
  const own = config.database === null ? await startOwn(data, report) : null;
  const database = config.database ?? own!;
  const stop = async () => own?.stop();
  try {
    const connection = await prepareApplicationRole(database);
    const applied = await migrate(database.ownerUrl, migrations ?? (await readMigrations(MIGRATIONS)));
    if (applied.length > 0) report.onProgress(`Database brought up to migration ${applied.at(-1)!.number}`);
    return { connection, ownerUrl: database.ownerUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The same database for a command: that of the running server, or else started temporarily. A command beside a running
 * server does not take the data directory's lock and never changes the schema.
 */
export async function borrowApplicationDatabase(config: Config): Promise<ApplicationDatabase> {
  const database = config.database ?? (await findRunning(config.dataDirectory));
  if (database !== null) {
    const missing = await missingMigrations(database.ownerUrl, await readMigrations(MIGRATIONS));
    if (missing.length > 0) {
      throw new OperatorError(
        `the database lacks ${missing.length} migrations; start this version of the server once, which applies them`,
      );
    }
    return { connection: await prepareApplicationRole(database), ownerUrl: database.ownerUrl, stop: async () => {} };
  }
  const data = await openDataDirectory(config.dataDirectory);
  try {
    const own = await openApplicationDatabase(config, data, { onProgress: () => {}, onLost: () => {} });
    return { ...own, stop: () => own.stop().finally(() => data.release()) };
  } catch (error) {
    await data.release();
    throw error;
  }
}

async function findRunning(path: string) {
  const data = viewDataDirectory(path);
  return findEmbeddedPostgres(join(path, 'postgres'), await passwordsIn(data));
}

async function startOwn(data: DataDirectory, report: Reporting) {
  if (process.platform === 'win32') {
    throw new OperatorError('the embedded PostgreSQL does not run on Windows; set DATABASE_URL, or start Rise in WSL');
  }
  const directory = await data.folder('postgres');
  return startEmbeddedPostgres({ directory, passwords: await passwordsIn(data), durable: true, ...report });
}

async function passwordsIn(data: Pick<DataDirectory, 'secret'>): Promise<RolePasswords> {
  const password = (role: string) => data.secret(`database-${role}`, newPassword);
  return {
    superuser: await password('superuser'),
    owner: await password('owner'),
    application: await password('application'),
  };
}
