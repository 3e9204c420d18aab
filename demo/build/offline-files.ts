import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';

/** The file with the list, beside the page. `public/service-worker.js` reads it. */
export const LIST = 'offline-files.json';

export interface OfflineFiles {
  /** Another for each build with other content. */
  readonly version: string;
  /** Paths from the page's folder. */
  readonly files: readonly string[];
}

/** Not loaded by any screen. */
const isLeftOut = (path: string) =>
  path === LIST || path === 'service-worker.js' || path.startsWith('.') || /\.(br|gz|map|txt)$/.test(path);

/** The files of a build, for use without a network. */
export async function listFiles(folder: string): Promise<OfflineFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !isLeftOut(path))
    .toSorted();
  const hash = createHash('sha256');
  for (const path of files) hash.update(`${path}\n`).update(await readFile(join(folder, path)));
  return { version: hash.digest('hex').slice(0, 16), files };
}

/** Lists the files of the build beside the page, so that the service worker can store them. */
export function offlineFiles(): Plugin {
  let folder = '';
  return {
    name: 'rise:offline-files',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      handler: async () => writeFile(join(folder, LIST), JSON.stringify(await listFiles(folder))),
    },
  };
}
