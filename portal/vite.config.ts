import { bootAppearance, precompress, preloadFont } from '@rise/ui/build';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Libraries that every screen needs, in files that outlive a change of our own code in the browser's cache. */
const VENDORS = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store)\// },
  {
    name: 'data',
    test: /node_modules\/(@tanstack\/(react-query|query-core)|i18next|react-i18next)\//,
  },
  {
    name: 'components',
    test: /node_modules\/(@floating-ui\/|@mantine\/core\/esm\/(core|components\/(Button|CloseButton|Floating|FocusTrap|Input|Loader|Menu|Overlay|Popover|Portal|Tooltip|Transition|UnstyledButton))\/)/,
  },
];

export default defineConfig({
  plugins: [react(), bootAppearance(), preloadFont(/inter-latin-wght-normal/), precompress()],
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
    rolldownOptions: { output: { codeSplitting: { groups: VENDORS } } },
  },
});

/** `/login-failed` begins like the server's `/login` and is the portal's. */
function keepOwnPages(request: { url?: string }): string | undefined {
  return request.url?.startsWith('/login-failed') ? request.url : undefined;
}
