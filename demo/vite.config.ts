import react from '@vitejs/plugin-react';
import { bootAppearance, precompress, preloadFont, vendors } from '@rise/ui/build';
import { defineConfig } from 'vite';
import { iconShapes } from './build/icon-shapes.ts';

/** All addresses are relative and routes are in the fragment, so that the build runs from any folder of any host. */
export default defineConfig({
  base: './',
  plugins: [react(), bootAppearance(), preloadFont(/inter-latin-wght-normal/), iconShapes(), precompress()],
  server: { port: 5174, strictPort: true },
  build: {
    target: 'es2022',
    manifest: true,
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: vendors } } },
  },
});
