import react from '@vitejs/plugin-react';
import { bootAppearance, precompress, preloadFont } from '@rise/ui/build';
import { defineConfig } from 'vite';
import { iconShapes } from './build/icon-shapes.ts';

/** Libraries that every screen needs, in files that outlive a change of our own code in the browser's cache. */
const VENDORS = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store)\// },
  { name: 'data', test: /node_modules\/(@tanstack\/(react-query|query-core)|i18next|react-i18next)\// },
];

/** Every address is relative and every route lies in the fragment, so that the build runs from any folder of any host. */
export default defineConfig({
  base: './',
  plugins: [react(), bootAppearance(), preloadFont(/inter-latin-wght-normal/), iconShapes(), precompress()],
  server: { port: 5174, strictPort: true },
  build: {
    target: 'es2022',
    manifest: true,
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: VENDORS } } },
  },
});
