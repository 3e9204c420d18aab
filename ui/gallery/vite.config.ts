import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bootAppearance } from '../build/index.js';

/** Development only: shows every component in every state. */
export default defineConfig({
  plugins: [react(), bootAppearance()],
  server: { fs: { allow: ['../..'] } },
});
