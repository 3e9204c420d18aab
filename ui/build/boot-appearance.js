import { readFile } from 'node:fs/promises';

const FILE = 'boot-appearance.js';
const read = () => readFile(new URL(`../src/theme/${FILE}`, import.meta.url), 'utf8');

/**
 * The script that sets scheme and theme before the first paint: a plain file of its own, never part of a bundle.
 * @returns {import('vite').Plugin}
 */
export function bootAppearance() {
  return {
    name: 'rise:boot-appearance',
    configureServer(server) {
      server.middlewares.use(server.config.base + FILE, (_request, response, next) => {
        void read().then((text) => response.setHeader('content-type', 'text/javascript').end(text), next);
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: await read() });
    },
  };
}
