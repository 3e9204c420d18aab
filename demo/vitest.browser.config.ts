import { defineConfig } from 'vitest/config';

/** The simulation's cases in a real browser; RISE_BROWSER names one. */
export default defineConfig({
  test: { include: ['demo/src/**/*.browser.ts'], environment: 'node', testTimeout: 30_000, hookTimeout: 120_000 },
});
