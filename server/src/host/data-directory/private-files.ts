import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What Rise itself creates in a data directory; `lock.*` besides. */
const OURS = new Set(['format', 'restoring', 'secrets', 'postgres', 'warehouse']);
const isOurs = (name: string) => OURS.has(name) || name.startsWith('lock.');

/**
 * Takes a data directory, and everything of ours in it, away from other users: earlier versions, a restored copy or a
 * lax umask may have left it open. What is not ours stays as it is, and so does the folder that contains it.
 */
export async function closeToOthers(directory: string): Promise<void> {
  const names = await readdir(directory);
  if (names.every(isOurs)) await restrict(directory);
  for (const name of names.filter(isOurs)) await closeTree(join(directory, name));
}

async function closeTree(path: string): Promise<void> {
  const kind = await restrict(path);
  if (kind !== 'folder') return;
  const names = await readdir(path);
  await Promise.all(names.map((name) => closeTree(join(path, name))));
}

/** Removes the access of group and others. Links are not followed; sockets have PostgreSQL's own modes. */
async function restrict(path: string): Promise<'folder' | 'file' | 'other'> {
  const entry = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    // Locks and temporary files come and go.
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (entry === null || !(entry.isDirectory() || entry.isFile())) return 'other';
  const mode = entry.mode & 0o777;
  if ((mode & 0o077) !== 0) await chmod(path, mode & 0o700);
  return entry.isDirectory() ? 'folder' : 'file';
}
