import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { defineConfig, type Plugin } from 'vite';

/** MSW's worker, of the version that the page speaks to, as a plain file beside the page. */
function serviceWorker(): Plugin {
  return {
    name: 'rise:service-worker',
    async generateBundle() {
      const source = await readFile(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'mockServiceWorker.js', source });
    },
  };
}

/** Parts of MSW that the suite has no use for: cookies by public suffix, and GraphQL. */
function without(...names: string[]): Plugin {
  const ids = new Map(names.map((name) => [name, `\0without:${name}`]));
  return {
    name: 'rise:without',
    enforce: 'pre',
    resolveId: (id) => ids.get(id) ?? null,
    load: (id) =>
      id.startsWith('\0without:')
        ? 'export default {}; export const parse = () => ({}); export const getDomain = () => null; export const getPublicSuffix = () => null;'
        : null,
  };
}

export default defineConfig({
  base: './',
  plugins: [without('tldts', 'graphql'), serviceWorker()],
  build: { target: 'es2022', modulePreload: { polyfill: false } },
});
