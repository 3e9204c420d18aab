import { bootAppearance, precompress, preloadFont, chunks } from '@rise/ui/build';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { embedPage } from './embed-page.js';

export default defineConfig({
  plugins: [react(), bootAppearance(), preloadFont(/inter-latin-wght-normal/), embedPage(), precompress()],
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      ...Object.fromEntries(
        ['/api', '/login', '/logout', '/idp'].map((path) => [
          path,
          { target: process.env.RISE_SERVER ?? 'http://127.0.0.1:8080', bypass: keepOwnPages },
        ]),
      ),
      ...(process.env.RISE_DEMO && { '/demo': { target: process.env.RISE_DEMO } }),
    },
  },
  build: {
    target: 'es2022',
    manifest: true,
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
});

/** `/login-failed` begins like the server's `/login` and is the portal's. */
function keepOwnPages(request: { url?: string }): string | undefined {
  return request.url?.startsWith('/login-failed') ? request.url : undefined;
}
