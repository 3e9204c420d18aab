import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { precompress } from './build/precompress.ts';
import { preloadFont } from './build/preload-font.ts';

const APPEARANCE = 'boot-appearance.js';

/** The script that sets scheme and theme before the first paint: a plain file of its own, never part of a bundle. */
function bootAppearance(): Plugin {
  const read = () => readFile(createRequire(import.meta.url).resolve(`@rise/ui/${APPEARANCE}`), 'utf8');
  return {
    name: 'rise:boot-appearance',
    configureServer(server) {
      server.middlewares.use(`/${APPEARANCE}`, (_request, response, next) => {
        void read().then((text) => response.setHeader('content-type', 'text/javascript').end(text), next);
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: APPEARANCE, source: await read() });
    },
  };
}

/** Libraries that every screen needs, in files that outlive a change of our own code in the browser's cache. */
const VENDORS = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store)\// },
  {
    name: 'data',
    test: /node_modules\/(@tanstack\/(react-query|query-core)|i18next|react-i18next|i18next-http-backend)\//,
  },
];

export default defineConfig({
  plugins: [react(), bootAppearance(), preloadFont(/inter-latin-wght-normal/), precompress()],
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/login', '/logout', '/idp'].map((path) => [
        path,
        { target: process.env.RISE_SERVER ?? 'http://127.0.0.1:8080', bypass: keepOwnPages },
      ]),
    ),
  },
  build: {
    target: 'es2022',
    manifest: true,
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: VENDORS } } },
  },
});

/** `/login-failed` begins like the server's `/login` and is the portal's. */
function keepOwnPages(request: { url?: string }): string | undefined {
  return request.url?.startsWith('/login-failed') ? request.url : undefined;
}
