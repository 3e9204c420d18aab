import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { canWrite } from './write-check.ts';

/** Makes folders in one that servers share, which exists: an empty folder in place of a lost mount would hold no data. */
export async function sharedFolders(path: string): Promise<(name: string) => Promise<string>> {
  if (!(await canWrite(path)))
    throw new OperatorError(
      `the shared folder ${path} is not there or cannot be written; mount or create it for this user, or set RISE_SHARED to another folder`,
    );
  return async (name) => {
    const folder = join(path, name);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  };
}
