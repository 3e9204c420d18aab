import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BUILT_ENTRIES, FOR_EVERY_ENGINE, IN_PROCESS, longestFirst, PATIENCE } from './vitest.config.ts';

const LONGEST = [
  'conformance/property-models.engines.test.ts',
  'clickhouse/clickhouse-validator.engines.test.ts',
  'conformance/average-balances-shared.test.ts',
  'conformance/stored-values.test.ts',
  'conformance/servers.test.ts',
];

/** `npm run test:engines`: longer random tests, on engines that `npm test` leaves out too. */
export default defineConfig({
  resolve: { alias: [BUILT_ENTRIES, IN_PROCESS] },
  test: {
    environment: 'node',
    // As in `npm test`: loading the engine again for each file would take longer than most files' tests, and one worker
    // more than there are cores has something to do while the others wait for a server.
    isolate: false,
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest' },
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: longestFirst(LONGEST) },
    include: ['engine/**/*.engines.test.ts', ...FOR_EVERY_ENGINE],
    globalSetup: ['server/src/testing/global-setup.ts'],
    testTimeout: 3_600_000,
    hookTimeout: PATIENCE.hook,
    expect: { poll: { timeout: PATIENCE.state } },
  },
});
