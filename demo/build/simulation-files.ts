import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** MSW's worker as a plain file beside the page. */
function serviceWorker(): Plugin {
  const read = () => readFile(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), 'utf8');
  return {
    name: 'rise:service-worker',
    configureServer(server) {
      server.middlewares.use(`${server.config.base}mockServiceWorker.js`, (_request, response, next) => {
        void read().then((text) => response.setHeader('content-type', 'text/javascript').end(text), next);
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'mockServiceWorker.js', source: await read() });
    },
  };
}

/** What a build needs for the simulation to answer in it. */
export const simulationFiles = (): Plugin[] => [serviceWorker()];
