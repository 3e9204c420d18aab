import { readFile } from 'node:fs/promises';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Serves the boot script as the product does: a file of its own at the root. */
const bootScript: Plugin = {
  name: 'boot-appearance',
  configureServer(server) {
    server.middlewares.use('/boot-appearance.js', async (_request, response) => {
      response.setHeader('Content-Type', 'text/javascript');
      response.end(await readFile(new URL('../src/theme/boot-appearance.js', import.meta.url)));
    });
  },
};

/** Development only: every component in every state, for whoever changes one. */
export default defineConfig({
  plugins: [react(), bootScript],
  server: { fs: { allow: ['../..'] } },
});
