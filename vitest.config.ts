import { defineConfig } from 'vitest/config';

/** Two kinds of test in one run: Node for contract, engine and server, a DOM for what draws. Journeys in a real browser are Playwright's. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{contract,engine,server}/**/*.test.ts', 'e2e/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['{ui,portal}/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
