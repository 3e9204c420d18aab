import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BUILT_ENTRIES, IN_PROCESS } from './vitest.config.ts';

/** Conformance suites of `npm test`, here with ClickHouse among the engines. */
const ON_EVERY_ENGINE =
  '{average-balances,average-balances-lineage,average-balances-shared,batches,calculations,cohorts,combined-datasets,coverage,coverage-rights,currencies,currencies-lineage,currencies-period-ends,currencies-uncomputed,custom-measures,decimal-dimensions,derived-datasets,derived-datasets-checks,derived-datasets-lineage,derived-datasets-rights,drill-through,empty-groups,entity,expressions,field-comparisons,first-model,funnel-results,funnels,grouping-sets,grouping-sets-combined,having,having-balances,having-lineage,having-periods,join-roles,joined-figures,last-known,mappings,numbers,other-periods,peers,row-lists,row-lists-facts,row-lists-overflow,row-lists-streams,running-balances,semi-additive,servers,statistics,stored-values,time,time-of-day,totals-of-calculations,unfit-texts,valid-rows,valid-rows-checks,valid-rows-rights,weighted,wide-numbers}';

/** `npm run test:engines`: longer random tests, on engines that `npm test` leaves out too. */
export default defineConfig({
  resolve: { alias: [BUILT_ENTRIES, IN_PROCESS] },
  test: {
    environment: 'node',
    maxWorkers: availableParallelism(),
    include: [
      'engine/**/*.engines.test.ts',
      `engine/tests/conformance/${ON_EVERY_ENGINE}.test.ts`,
      'engine/tests/data/freight/freight.test.ts',
    ],
    globalSetup: ['server/src/testing/global-setup.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
  },
});
