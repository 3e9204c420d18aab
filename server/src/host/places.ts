import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, from the sources and from the bundle alike. */
export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));
export const MIGRATIONS = join(ROOT, 'server', 'migrations');

function findRoot(start: string): string {
  let folder = start;
  while (!existsSync(join(folder, 'server', 'migrations'))) folder = dirname(folder);
  return folder;
}
