import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files whose tests wait for whole servers to start and die, the longest first. */
const WAITING = [
  'host/kill.test.ts',
  'host/start-up.test.ts',
  'mail/mail-kill.test.ts',
  'host/embedded-postgres.test.ts',
];

/** Begins with what waits, so that nothing is left for one worker alone at the end. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- this is the sequencer’s own
    const sorted = await super.sort(files);
    const waiting = WAITING.flatMap((name) =>
      sorted.filter(({ moduleId }) => moduleId.endsWith(`/server/src/${name}`)),
    );
    return [...waiting, ...sorted.filter((file) => !waiting.includes(file))];
  }
}

/** Two kinds of test in one run: Node for contract, engine and server, a DOM for what draws. Journeys in a real browser are Playwright's. */
export default defineConfig({
  test: {
    // One more than there are cores: many tests wait for other processes.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: WaitingFirst },
    // Nothing is laid out, so a focus trap finds nothing that could be seen, and prints its whole document.
    onConsoleLog: (log) => (log.startsWith('[@mantine/hooks/use-focus-trap]') ? false : undefined),
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{contract,engine,server}/**/*.test.ts', 'e2e/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.engines.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'ui',
          environment: 'happy-dom',
          include: ['ui/**/*.test.{ts,tsx}'],
          // Loading React and the kit anew for each file would take longer than most files' tests.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'portal',
          environment: 'happy-dom',
          // Each file on its own: a portal that is shown keeps listening for news.
          include: ['portal/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'demo',
          environment: 'node',
          include: ['demo/**/*.test.ts'],
          // What is generated once serves every file.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'suite',
          environment: 'happy-dom',
          include: ['demo/**/*.test.tsx'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
