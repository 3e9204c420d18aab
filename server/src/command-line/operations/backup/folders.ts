import { mkdir, readdir, statfs } from 'node:fs/promises';
import { OperatorError } from '../../../kernel/errors/operator-error.ts';

/** Creates the folder that is written to, or throws an `OperatorError` where it cannot be, or holds anything. */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new OperatorError(
      `${folder} cannot be created (${(error as NodeJS.ErrnoException).code}); name a folder that this user may write`,
      { cause: error },
    );
  }
  if ((await readdir(folder)).length > 0) throw new OperatorError(`${folder} is not empty; name a new folder`);
}

/** A full disk, in words. */
export async function toOperatorError(error: unknown, folder: string): Promise<unknown> {
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') return error;
  const { bavail, bsize } = await statfs(folder);
  return new OperatorError(
    `there is no room in ${folder} (${Math.floor((bavail * bsize) / 1e6)} MB are free); remove the folder and name one with more`,
    { cause: error },
  );
}
