import { z } from 'zod';
import { OperatorError } from '../../../kernel/errors/operator-error.ts';
import { readSealed, writeSealed } from '../backup/sealed-manifest.ts';

/** Increased when older code can no longer import an archive. */
export const ARCHIVE_FORMAT = 1;

const size = z.number().int().nonnegative();

/** A file of the archive, by its path in the folder. */
const archiveFile = z.object({
  path: z.string().regex(/^(?:rows|warehouse|rejects)\/(?!\.)[\w.-]+$/),
  bytes: size,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ArchiveFile = z.infer<typeof archiveFile>;

const archiveSchema = z.object({
  kind: z.literal('tenant'),
  format: z.literal(ARCHIVE_FORMAT),
  rise: z.string(),
  takenAt: z.iso.datetime(),
  /** The last one: rows are as its tables are. */
  migration: z.object({ number: z.number().int(), hash: z.string() }),
  tenant: z.object({ slug: z.string(), name: z.string() }),
  /** Templates that the tenant's model inherits from. */
  templates: z.array(z.object({ name: z.string(), version: z.number().int(), hash: z.string() })),
  /** Rows of the tenant itself and of its people's accounts are the first two. */
  tables: z.array(z.object({ name: z.string(), rows: size, file: archiveFile })),
  files: z.array(archiveFile),
  /** Files that the rows name and that were not there. */
  missing: z.array(z.string()),
});
export type Archive = z.infer<typeof archiveSchema>;

/** Completes an archive. */
export const writeArchive = (folder: string, archive: Archive): Promise<void> => writeSealed(folder, archive);

/** Throws an `OperatorError` where the folder is no complete archive of a tenant, or a damaged one. */
export async function readArchive(folder: string): Promise<Archive> {
  const stored = await readSealed(folder);
  if (stored === null)
    throw new OperatorError(
      `${folder} is no complete archive of a tenant; name the folder that 'rise tenant export' wrote`,
    );
  const { kind, format } = stored.manifest as { kind?: unknown; format?: unknown };
  if (stored.isWhole && kind !== 'tenant')
    throw new OperatorError(`${folder} is a backup of an installation; restore it with 'rise restore'`);
  if (typeof format === 'number' && format > ARCHIVE_FORMAT)
    throw new OperatorError(
      `the archive ${folder} has format ${format}, and this version of Rise reads format ${ARCHIVE_FORMAT}; import it with the version that made it, or a newer one`,
    );
  const archive = archiveSchema.safeParse(stored.manifest);
  if (!stored.isWhole || !archive.success)
    throw new OperatorError('the archive is damaged: manifest.json is not as it was written; export the tenant again');
  return archive.data;
}

/** Every file that an archive names. */
export const filesOf = ({ tables, files }: Archive): ArchiveFile[] => [...tables.map(({ file }) => file), ...files];
