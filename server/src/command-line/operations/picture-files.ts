import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ReportDocument } from '@rise/contract';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { UserError } from '../../kernel/errors/user-error.ts';
import {
  picturesIn,
  type PictureRow,
  type ReportPictureService,
} from '../../report-pictures/report-pictures.service.ts';
import { pathFromOperator, type CommandContext } from '../command-context.ts';

/** The folder beside a report's file that has its pictures, each called by its hash. */
const FOLDER = 'pictures';
const ENDINGS = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const;

/** A report in a file. */
interface Filed {
  readonly file: string;
  readonly document: ReportDocument;
}

const isThere = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null;

/** Writes the pictures of reports beside their files; those that are there stay as they are. */
export async function writePictures(
  context: CommandContext,
  reports: readonly Filed[],
  pictures: ReadonlyMap<string, PictureRow>,
): Promise<void> {
  for (const { file, document } of reports)
    for (const { hash } of picturesIn([document])) {
      const picture = pictures.get(hash);
      if (!picture) continue;
      const path = join(dirname(file), FOLDER, `${hash}.${ENDINGS[picture.mediaType]}`);
      const target = pathFromOperator(path);
      if (await isThere(target)) continue;
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, picture.bytes);
      context.say(`new        ${path}`);
    }
}

/**
 * The pictures that files show and the tenant lacks, of those that are beside them; what else is missing, the push names.
 * Throws an `OperatorError` for one that is not as the portal wrote it.
 */
export async function readPictures(
  service: ReportPictureService,
  reports: readonly Filed[],
  known: ReadonlyMap<string, PictureRow>,
): Promise<PictureRow[]> {
  const paths = new Map<string, string>();
  for (const { file, document } of reports)
    for (const { hash } of picturesIn([document]))
      for (const ending of Object.values(ENDINGS)) {
        const path = join(dirname(file), FOLDER, `${hash}.${ending}`);
        if (!known.has(hash) && !paths.has(hash) && (await isThere(pathFromOperator(path)))) paths.set(hash, path);
      }
  const rows: PictureRow[] = [];
  for (const [hash, path] of paths) {
    const bytes = await readFile(pathFromOperator(path));
    try {
      rows.push(...(await service.readFiles([{ hash, bytes }])));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw new OperatorError(`${path}: ${error.details?.[0]?.message ?? error.message}`, { cause: error });
    }
  }
  return rows;
}
