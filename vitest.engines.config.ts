import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Suites of `npm test` that open every engine of the run: here ClickHouse is one of them. */
const ON_EVERY_ENGINE =
  '{balances,batches/batches,calculations,conformance,facts,grouping,grouping-facts,mappings,rows,time}';

/** `npm run test:engines`: what is right on every engine, at a length and with engines that `npm test` does without. */
export default defineConfig({
  test: {
    environment: 'node',
    maxWorkers: availableParallelism(),
    include: ['engine/**/*.engines.test.ts', `engine/src/${ON_EVERY_ENGINE}.test.ts`],
    globalSetup: ['server/src/testing/global-setup.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
  },
});
