import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MIGRATIONS } from '../../../host/config/paths.ts';
import type { Config } from '../../../host/config/config.ts';
import { markRestoring, openDataDirectory, type DataDirectory } from '../../../host/data-directory/data-directory.ts';
import { openApplicationDatabase } from '../../../host/postgres/application-database.ts';
import { SYSTEM } from '../../../kernel/actor.ts';
import { audit } from '../../../kernel/audit.ts';
import { Database } from '../../../kernel/database/database.ts';
import { migrate, readMigrations, type Migration } from '../../../kernel/database/migrate.ts';
import { OperatorError } from '../../../kernel/errors/operator-error.ts';
import { readDeletions } from '../../../tenants/deletion-file.ts';
import type { DeletedTenant } from '../../../tenants/repeated-deletions.service.ts';
import { copyFileOf, filesOf, verifyFiles } from './hashed-files.ts';
import { loadDatabase, refuseFilledDatabase } from './load-database.ts';
import { damaged, readManifest, type Manifest } from './manifest.ts';
import { fingerprintOf } from '../../../kernel/security/keys.ts';
import { unsealSecret } from './sealed-secret.ts';
import { settle, type Settled } from './settle.ts';

export interface RestoreOptions {
  /** Absolute folder of the backup. */
  readonly folder: string;
  readonly passphrase: string | null;
  /** Go on without the secret of the backup: what it seals has to be entered again. */
  readonly isNewSecret: boolean;
  /** Files with the tenants that were deleted since. */
  readonly deletions: readonly string[];
  readonly onProgress: (step: string) => void;
}

/** Reads a whole backup, and throws an `OperatorError` where anything of it is missing or changed. */
export async function checkBackup({
  folder,
  onProgress,
}: Pick<RestoreOptions, 'folder' | 'onProgress'>): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const files = filesOf(manifest);
  await verifyFiles(folder, files, (done) => onProgress(`Checking the backup: ${done} of ${files.length} files`));
  return manifest;
}

/**
 * Restores a backup into an empty data directory, and an empty database where that is not the embedded one. Nothing is
 * written before all of the backup was read and found whole; nothing starts with a part of it.
 */
export async function restoreBackup(
  config: Config,
  options: RestoreOptions,
): Promise<{ manifest: Manifest; settled: Settled }> {
  const { folder, onProgress } = options;
  const all = await readMigrations(MIGRATIONS);
  const manifest = await checkBackup(options);
  const migrations = migrationsOf(manifest, all);
  const secret = await chooseSecret(config, manifest, options);
  const deletions = await readDeletions(options.deletions);
  if (config.sharedDirectory !== null)
    throw new OperatorError(
      'a backup is restored into a data directory; restore without RISE_SHARED, then move its folders warehouse, uploads and rejects into the shared folder before the servers start',
    );
  await refuseFilledDirectory(config.dataDirectory);
  if (config.database) await refuseFilledDatabase(config.database.ownerUrl);

  const data = await openDataDirectory(config.dataDirectory);
  try {
    const unmark = await markRestoring(data.path);
    if (secret !== null) await data.secret('session', () => secret);
    await restoreFiles(data, folder, manifest, onProgress);
    onProgress('Starting the database');
    const reporting = { onProgress: () => {}, onLost: () => {} };
    const opened = await openApplicationDatabase(config, data, reporting, migrations);
    try {
      await loadDatabase(opened.ownerUrl, folder, manifest, (done, tables) =>
        onProgress(`Loading the database: ${done} of ${tables} tables`),
      );
      await migrate(opened.ownerUrl, all);
      const settled = await settleRestored(opened.connection, data, manifest, deletions);
      await unmark();
      return { manifest, settled };
    } finally {
      await opened.stop();
    }
  } finally {
    await data.release();
  }
}

/** The code's own migrations up to the backup's last. */
function migrationsOf({ migrations, rise }: Manifest, all: readonly Migration[]): readonly Migration[] {
  const last = migrations.at(-1)!;
  if (last.number > all.length)
    throw new OperatorError(
      `the backup is newer than this version of Rise (it has migration ${last.number}, this version ${all.length}); restore it with version ${rise} or newer`,
    );
  const differing = migrations.find(({ number, hash }, index) => number !== index + 1 || all[index]!.hash !== hash);
  if (differing)
    throw new OperatorError(
      `migration ${differing.number} of the backup is not that of this version of Rise; restore it with the version that made it`,
    );
  return all.slice(0, last.number);
}

/** What to store as the installation's secret; null where SESSION_SECRET has it, or a new one is to be generated. */
async function chooseSecret(
  { sessionSecret }: Config,
  { secret }: Manifest,
  { folder, passphrase, isNewSecret }: RestoreOptions,
): Promise<string | null> {
  if (isNewSecret) return null;
  if (sessionSecret !== null) {
    if (fingerprintOf(sessionSecret) === secret.fingerprint) return null;
    throw new OperatorError(
      "SESSION_SECRET is not that of the backup, so that stored passwords of warehouses, webhooks and embedding could not be read; set the backup's, or add --new-secret to enter them again",
    );
  }
  if (secret.file === null)
    throw new OperatorError(
      'the backup was made without a passphrase and does not hold the secret of the installation; set SESSION_SECRET to it (it was in secrets/session), or add --new-secret and enter passwords of warehouses, webhooks and embedding again',
    );
  if (passphrase === null)
    throw new OperatorError(
      'the secret of the installation is sealed; name its passphrase with --passphrase-file, or add --new-secret',
    );
  const unsealed = unsealSecret(await readFile(join(folder, secret.file.path), 'utf8'), passphrase);
  if (fingerprintOf(unsealed) !== secret.fingerprint) throw damaged(secret.file.path);
  return unsealed;
}

async function refuseFilledDirectory(path: string): Promise<void> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new OperatorError(
      `the data directory ${path} cannot be read (${error.code}); set RISE_DATA to another folder`,
      {
        cause: error,
      },
    );
  });
  // What a file system has at its root.
  if (names.every((name) => name === 'lost+found')) return;
  throw new OperatorError(
    `the data directory ${path} is not empty; a backup is restored into an empty one: set RISE_DATA to it`,
  );
}

async function restoreFiles(
  data: DataDirectory,
  folder: string,
  { files }: Manifest,
  onProgress: RestoreOptions['onProgress'],
): Promise<void> {
  for (const [done, { path, sha256 }] of files.entries()) {
    onProgress(`Restoring files: ${done} of ${files.length}`);
    const restored = await copyFileOf(join(folder, path), data.path, path);
    if (restored?.sha256 !== sha256) throw damaged(path);
  }
}

async function settleRestored(
  connection: { connectionString: string },
  data: DataDirectory,
  { takenAt }: Manifest,
  deletions: readonly DeletedTenant[],
): Promise<Settled> {
  const database = new Database({ connection: { ...connection, max: 2 } });
  try {
    const settled = await settle(database, data.path, deletions);
    await audit(database, SYSTEM, { action: 'backup.restore', outcome: 'done', details: { takenAt } });
    return settled;
  } finally {
    await database.close();
  }
}
