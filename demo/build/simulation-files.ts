import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** MSW's worker, of the version that the page speaks to, as a plain file beside the page. */
function serviceWorker(): Plugin {
  const read = () => readFile(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), 'utf8');
  return {
    name: 'rise:service-worker',
    configureServer(server) {
      server.middlewares.use('/mockServiceWorker.js', (_request, response, next) => {
        void read().then((text) => response.setHeader('content-type', 'text/javascript').end(text), next);
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'mockServiceWorker.js', source: await read() });
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

/** What a build needs for the simulation to answer in it. */
export const simulationFiles = (): Plugin[] => [without('tldts', 'graphql'), serviceWorker()];
