import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bootAppearance } from '../build/index.js';

/** Development only: every component in every state, for whoever changes one. */
export default defineConfig({
  plugins: [react(), bootAppearance()],
  server: { fs: { allow: ['../..'] } },
});
