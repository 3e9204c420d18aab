import react from '@vitejs/plugin-react';
import { bootAppearance, precompress, preloadFont, chunks } from '@rise/ui/build';
import { defineConfig } from 'vite';
import { iconShapes } from './build/icon-shapes.ts';
import { offlineFiles } from './build/offline-files.ts';

/** What every dashboard, the navigation and the simulation start with. Few files, since each is compressed separately. */
const parts = [
  {
    name: 'dashboard',
    test: /demo\/src\/dashboards\/|ui\/src\/(charts\/(area-option|chart-(colors|figure|key|option)|figure-axis|time-axis|use-chart)|figures\/(format|use)-figure)/,
  },
  { name: 'navigation', test: /ui\/src\/(navigation\/(arrow-keys|navigation-line)|layouts\/plain-panel)/ },
  { name: 'simulation', test: /demo\/src\/simulation\/(start|generate\/(cast|days|random|svg)|groups\/index)\.ts/ },
];

/** All addresses are relative and routes are in the fragment, so that the build runs from any folder of any host. */
export default defineConfig({
  base: './',
  plugins: [
    react(),
    bootAppearance(),
    preloadFont(/inter-latin-wght-normal/),
    iconShapes(),
    offlineFiles(),
    precompress(),
  ],
  server: { port: 5174, strictPort: true },
  build: {
    target: 'es2022',
    manifest: true,
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [...chunks, ...parts] } } },
  },
});
