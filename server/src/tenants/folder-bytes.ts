import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Size of all files in a folder's own folder of that name; 0 where there is none. */
export async function folderBytes(directory: string, name: string): Promise<number> {
  const entries = await readdir(join(directory, name), { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  // A file may be removed meanwhile: a version that became too old.
  for (const entry of entries)
    if (entry.isFile())
      bytes += await stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      );
  return bytes;
}
