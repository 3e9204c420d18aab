import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../../../kernel/errors/operator-error.ts';
import { MANIFEST, readSealed, writeSealed } from './sealed-manifest.ts';

/** Increased when older code can no longer restore a backup. */
export const BACKUP_FORMAT = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.number().int().nonnegative();

/** A file of the backup, by its path in the folder. */
export const backupFile = z.object({
  path: z.string().regex(/^(?:database|warehouse|uploads|rejects)(?:\/(?!\.)[\w.-]+){1,2}$|^secret\.sealed$/),
  bytes: size,
  sha256,
});
export type BackupFile = z.infer<typeof backupFile>;

const backupTable = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: size,
  /** Sum of the hashes of its rows, which does not depend on their order. */
  rowHash: z.string().regex(/^-?\d+$/),
  file: backupFile,
});
export type BackupTable = z.infer<typeof backupTable>;

const manifestSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  rise: z.string(),
  /** When the database was read: the backup holds what was committed by then. */
  takenAt: z.iso.datetime(),
  migrations: z.array(z.object({ number: z.number().int(), name: z.string(), hash: z.string() })).min(1),
  tables: z.array(backupTable),
  /** Last values; null: never used. */
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^\d+$/).nullable() })),
  /** Versions of data, uploaded files and rejected rows. */
  files: z.array(backupFile),
  /** Files that the database names and that were not there. */
  missing: z.array(z.string()),
  secret: z.object({
    /** Recognizes the installation's secret without revealing it. */
    fingerprint: z.string(),
    /** The secret itself, sealed by a passphrase; null: left out. */
    file: backupFile.nullable(),
  }),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Completes a backup. */
export const writeManifest = (folder: string, manifest: Manifest): Promise<void> => writeSealed(folder, manifest);

/** Throws an `OperatorError` where the folder is no complete backup, a damaged one, or one of a newer format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const stored = await readSealed(folder);
  if (stored === null) throw new OperatorError(await reasonWithout(folder));
  const { format } = stored.manifest as { format?: unknown };
  if (typeof format === 'number' && format > BACKUP_FORMAT) {
    throw new OperatorError(
      `the backup ${folder} has format ${format}, and this version of Rise reads format ${BACKUP_FORMAT}; restore it with the version that made it, or a newer one`,
    );
  }
  const manifest = manifestSchema.safeParse(stored.manifest);
  if (!manifest.success || !stored.isWhole) throw damaged(MANIFEST);
  return manifest.data;
}

export const damaged = (file: string) =>
  new OperatorError(`the backup is damaged: ${file} is not as it was written; use another backup`);

async function reasonWithout(folder: string): Promise<string> {
  const isFolder = (path: string) =>
    stat(path).then(
      (entry) => entry.isDirectory(),
      () => false,
    );
  if (await isFolder(join(folder, 'database')))
    return `the backup ${folder} was interrupted before it was complete; use another one`;
  return `${folder} is no backup: it has no ${MANIFEST}; name the folder that 'rise backup' wrote`;
}
