import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = new Set(['.js', '.css', '.html', '.svg', '.json']);
const SMALLEST = 1024;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes `x.br` and `x.gz` next to each text file of the build, so that the server need not compress responses.
 * @returns {import('vite').Plugin}
 */
export function precompress() {
  let folder = '';
  return {
    name: 'rise:precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      await Promise.all(
        entries
          .filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)))
          .map(async (entry) => {
            const file = join(entry.parentPath, entry.name);
            const content = await readFile(file);
            if (content.length < SMALLEST) return;
            const small = await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
            await Promise.all([
              writeFile(`${file}.br`, small),
              writeFile(`${file}.gz`, await zip(content, { level: 9 })),
            ]);
          }),
      );
    },
  };
}
