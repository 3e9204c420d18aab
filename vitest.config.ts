import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, most of which wait for servers to start and stop. */
const LONGEST = [
  'host/http/sweep.test.ts',
  'host/start/kill.test.ts',
  'host/start/import-kill.test.ts',
  'host/start/start-up.test.ts',
  'mail/mail-kill.test.ts',
  'host/postgres/embedded-postgres.test.ts',
  'conformance/property-models.test.ts',
  'conformance/row-rules.test.ts',
  'duckdb/duckdb-validator.test.ts',
];

/**
 * Milliseconds after which a test counts as hung. They end a run that would never end, and judge no speed: the first
 * hook of a run waits for databases that take 20 seconds to load on a quiet machine, and minutes on a busy one.
 */
export const PATIENCE = { test: 180_000, hook: 600_000, state: 30_000 };

/** What every project has: how long a test waits for what it reads again and again, too, counts as hung only then. */
const PATIENT = {
  testTimeout: PATIENCE.test,
  hookTimeout: PATIENCE.hook,
  expect: { poll: { timeout: PATIENCE.state } },
};

/** Starts with these files and the isolated ones, so that no worker runs one of them alone at the end. */
export const longestFirst = (longest: readonly string[]) =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      // oxlint-disable-next-line unicorn/no-array-sort -- this is the method of the base class
      const sorted = await super.sort(files);
      const named = longest.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(`/${name}`)));
      const isolated = sorted.filter(({ project }) => project.config.isolate);
      const first = [...named, ...isolated];
      return [...first, ...sorted.filter((file) => !first.includes(file))];
    }
  };

/** Suites that run on ClickHouse, too, where it is installed: `vitest.engines.config.ts`. */
const ON_EVERY_ENGINE = [
  `engine/tests/conformance/{average-balances,average-balances-lineage,average-balances-shared,batches,calculations,cohorts,combined-datasets,coverage,coverage-rights,currencies,currencies-lineage,currencies-period-ends,currencies-uncomputed,custom-measures,decimal-dimensions,derived-datasets,derived-datasets-checks,derived-datasets-lineage,derived-datasets-rights,drill-through,empty-groups,entity,expressions,field-comparisons,first-model,funnel-results,grouping-sets,grouping-sets-combined,having,having-balances,having-lineage,having-periods,join-roles,joined-figures,last-known,mappings,numbers,other-periods,peers,row-lists,row-lists-facts,row-lists-overflow,row-lists-streams,running-balances,semi-additive,statistics,time,time-of-day,totals-of-calculations,unfit-texts,valid-rows,valid-rows-checks,valid-rows-rights,weighted,wide-numbers}.test.ts`,
  'engine/tests/data/freight/freight.test.ts',
];
/** The same, but with fewer generated cases there. */
const GENERATED_ON_EVERY_ENGINE = 'engine/tests/conformance/{funnels,servers,stored-values}.test.ts';
export const FOR_EVERY_ENGINE = [...ON_EVERY_ENGINE, GENERATED_ON_EVERY_ENGINE];
/** A run of everything has them on all engines at once, and not here again. */
const ELSEWHERE = process.env['RISE_ENGINES'] === 'apart' ? ON_EVERY_ENGINE : [];

/** The engine's child processes run from the build, which starts three times as fast as the sources. */
export const BUILT_ENTRIES = {
  find: /^\.\/entries\.ts$/,
  replacement: fileURLToPath(new URL('engine/tests/support/built-entries.ts', import.meta.url)),
};

/** So does the thread that prints. */
const BUILT_PRINT = {
  find: /^\.\/print-entry\.ts$/,
  replacement: fileURLToPath(new URL('server/src/testing/built-print-entry.ts', import.meta.url)),
};

/** And the process that reads pictures. */
const BUILT_PICTURE = {
  find: /^\.\/picture-entry\.ts$/,
  replacement: fileURLToPath(new URL('server/src/testing/built-picture-entry.ts', import.meta.url)),
};

/** And the one that reads PDFs. */
const BUILT_PDF = {
  find: /^\.\/pdf-entry\.ts$/,
  replacement: fileURLToPath(new URL('server/src/testing/built-pdf-entry.ts', import.meta.url)),
};

const BUILT = [BUILT_ENTRIES, BUILT_PRINT, BUILT_PICTURE, BUILT_PDF];

/** Where they are not the subject, they run in the test's own process: starting one takes longer than most queries. */
export const IN_PROCESS = {
  find: /^\.\/fork-process\.ts$/,
  replacement: fileURLToPath(new URL('engine/tests/support/fork-in-process.ts', import.meta.url)),
};

const WITHOUT_CHILDREN = [
  'engine/tests/**/*.test.ts',
  'engine/src/!(warehouses|sql-validator|stream|traffic)/**/*.test.ts',
  'server/src/!(host|query)/**/*.test.ts',
];

const SCREEN_SETUP = ['idle-callback', 'patience', 'settled-imports'].map((name) => `ui/src/testing/${name}.ts`);

/** A dialog that fades out would be found in place of the next one of its name. */
const STILL = { happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' } } } } as const;

const ISOLATED = [
  // A started portal follows the session and the server's events for as long as its page is open.
  'portal/src/app/boot/**/*.test.tsx',
  // Each file replaces the simulation in its own way.
  'demo/src/app/**/*.test.tsx',
];

/**
 * Unit tests: in Node for contract, engine, server and the demo's simulation, with a DOM for screens. Playwright runs
 * the journeys. The setup is the whole run's: all projects share one PostgreSQL and what is loaded once.
 */
export default defineConfig({
  resolve: { alias: BUILT },
  test: {
    // Loading the server, React or the components again for each file would take longer than most files' tests, so
    // only `web-isolated` does.
    // One more than there are cores: many tests wait for other processes.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest' },
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: longestFirst(LONGEST) },
    // Without layout a focus trap finds no visible element, and logs its whole document.
    onConsoleLog: (log) => (log.startsWith('[@mantine/hooks/use-focus-trap]') ? false : undefined),
    globalSetup: ['server/src/testing/global-setup.ts'],
    projects: [
      {
        resolve: { alias: BUILT },
        test: {
          name: 'node',
          environment: 'node',
          isolate: false,
          include: ['{contract,engine,server,demo,e2e}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.engines.test.ts', ...WITHOUT_CHILDREN],
          ...PATIENT,
        },
      },
      {
        resolve: { alias: [...BUILT, IN_PROCESS] },
        test: {
          name: 'in-process',
          environment: 'node',
          isolate: false,
          include: WITHOUT_CHILDREN,
          exclude: ['**/node_modules/**', '**/*.engines.test.ts', ...ELSEWHERE],
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'happy-dom',
          environmentOptions: STILL,
          setupFiles: SCREEN_SETUP,
          include: ['{ui,shell,portal}/**/*.test.{ts,tsx}', 'demo/**/*.test.tsx'],
          exclude: ['**/node_modules/**', ...ISOLATED],
          isolate: false,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'web-isolated',
          environment: 'happy-dom',
          environmentOptions: STILL,
          setupFiles: SCREEN_SETUP,
          include: ISOLATED,
          ...PATIENT,
        },
      },
    ],
  },
});
