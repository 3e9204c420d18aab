import { join } from 'node:path';
import { Readable } from 'node:stream';
import { rejectsPath } from '@rise/engine';
import { filesDirectory } from '../../../host/config/config.ts';
import { installationSecret } from '../../../host/config/warehouse-access.ts';
import { VERSION } from '../../../host/config/paths.ts';
import { viewDataDirectory } from '../../../host/data-directory/data-directory.ts';
import { SYSTEM } from '../../../kernel/actor.ts';
import { audit } from '../../../kernel/audit.ts';
import type { OwnerContext } from '../../command-context.ts';
import { takeLease, type NamedFiles } from './dump-database.ts';
import { prepareFolder, toOperatorError } from './folders.ts';
import { copyFileOf, filesOf, writeFileOf } from './hashed-files.ts';
import { BACKUP_FORMAT, writeManifest, type BackupFile, type Manifest } from './manifest.ts';
import { fingerprintOf } from '../../../kernel/security/keys.ts';
import { sealSecret } from './sealed-secret.ts';

export interface BackupOptions {
  /** Absolute; new or empty. */
  readonly folder: string;
  /** Seals the installation's secret; null leaves it out. */
  readonly passphrase: string | null;
  /** What it is doing, for the operator's eye. */
  readonly onProgress: (step: string) => void;
}

/**
 * Writes database and files as of one moment into a folder, beside a running server or without one. The lease comes
 * before the snapshot and the manifest after everything else: what the one names exists until the other is written.
 * Throws an `OperatorError`.
 */
export async function createBackup(context: OwnerContext, options: BackupOptions): Promise<Manifest> {
  const { folder, onProgress } = options;
  await prepareFolder(folder);
  const lease = await takeLease(context.ownerUrl);
  try {
    const { versions, uploads, rejects, ...dump } = await lease.dump(folder, (done, all) =>
      onProgress(`Copying the database: ${done} of ${all} tables`),
    );
    const copied = await copyNamedFiles(filesDirectory(context.config), { versions, uploads, rejects }, options);
    const secret = await backUpSecret(context, options);
    await lease.check();
    const manifest: Manifest = { format: BACKUP_FORMAT, rise: VERSION, ...dump, ...copied, secret };
    await writeManifest(folder, manifest);
    await audit(context.database, SYSTEM, {
      action: 'backup.create',
      outcome: 'done',
      details: { takenAt: manifest.takenAt, bytes: bytesOf(manifest), files: manifest.files.length },
    });
    return manifest;
  } catch (error) {
    throw await toOperatorError(error, folder);
  } finally {
    await lease.release();
  }
}

export const bytesOf = (manifest: Manifest) => filesOf(manifest).reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Files of versions never change, and the lease keeps them. Uploads only grow, up to what their rows say. What is gone
 * since the snapshot, or was before, is listed as missing.
 */
async function copyNamedFiles(
  data: string,
  { versions, uploads, rejects }: NamedFiles,
  { folder, onProgress }: BackupOptions,
): Promise<Pick<Manifest, 'files' | 'missing'>> {
  const files: BackupFile[] = [];
  const missing: string[] = [];
  const copy = async (path: string, { isOptional = false, bytes = Infinity } = {}) => {
    const file = await copyFileOf(join(data, path), folder, path, bytes);
    if (file) files.push(file);
    else if (!isOptional) missing.push(path);
    return file;
  };
  for (const [done, { tenantId, file }] of versions.entries()) {
    onProgress(`Copying versions of data: ${done} of ${versions.length} files`);
    await copy(`warehouse/${tenantId}/${file}`);
    await copy(`warehouse/${tenantId}/${rejectsPath(file)}`, { isOptional: true });
  }
  for (const { tenantId, id, received } of uploads) {
    onProgress('Copying uploads');
    await copy(`uploads/${tenantId}/${id}`, { bytes: received });
  }
  for (const { tenantId, id } of rejects) await copy(`rejects/${tenantId}/${id}.csv`, { isOptional: true });
  return { files, missing };
}

async function backUpSecret(
  { config }: OwnerContext,
  { folder, passphrase }: BackupOptions,
): Promise<Manifest['secret']> {
  const secret = await installationSecret(config, viewDataDirectory(config.dataDirectory));
  const fingerprint = fingerprintOf(secret);
  if (passphrase === null) return { fingerprint, file: null };
  const file = await writeFileOf(folder, 'secret.sealed', Readable.from([Buffer.from(sealSecret(secret, passphrase))]));
  return { fingerprint, file };
}
