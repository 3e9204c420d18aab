import { expect, test } from 'vitest';
import { unitTestsIn } from './launch/reports.mjs';

const fileOf = (status: string, message: string, tests: [name: string, status: string][]) => ({
  unhandledErrors: [],
  numPassedTests: tests.filter(([, each]) => each === 'passed').length,
  testResults: [
    {
      name: 'a.test.ts',
      status,
      message,
      assertionResults: tests.map(([fullName, each]) => ({ fullName, status: each })),
    },
  ],
});
const failedIn = (...file: Parameters<typeof fileOf>) => unitTestsIn(fileOf(...file), (name: string) => name).failed;

test('the summary of a run names each failed test', () => {
  expect(
    failedIn('failed', '', [
      ['one', 'passed'],
      ['two', 'failed'],
    ]),
  ).toEqual(['a.test.ts: two']);
});

test('the summary says why a file’s tests were skipped', () => {
  expect(failedIn('failed', 'Hook timed out in 5 ms.\nMore', [['one', 'skipped']])).toEqual([
    'a.test.ts: one (skipped)',
    'a.test.ts: failed outside its tests: Hook timed out in 5 ms.',
  ]);
});

test('the summary says why a file could not be loaded, or failed after its tests', () => {
  expect(failedIn('failed', 'No such module', [])).toEqual(['a.test.ts: could not be loaded: No such module']);
  expect(failedIn('failed', 'ENOTEMPTY', [['one', 'passed']])).toEqual([
    'a.test.ts: failed outside its tests: ENOTEMPTY',
  ]);
});

test('a skipped test is a failure of a file that passed', () => {
  expect(failedIn('passed', '', [['one', 'skipped']])).toEqual(['a.test.ts: one (skipped)']);
});

test('the summary shows an error outside all tests with its stack and cause, and the file and test before it', () => {
  const run = fileOf('passed', '', [['one', 'passed']]);
  const error = { type: 'Unhandled Rejection', message: 'gone', stack: 'Error: gone\n    at later (a.ts:1:1)' };
  const failedWith = (more: { file?: string; test?: string; cause?: string }) =>
    unitTestsIn({ ...run, unhandledErrors: [{ ...error, ...more }] }, (name: string) => name).failed;
  expect(failedWith({ file: 'a.test.ts', test: 'one', cause: 'exited' })).toEqual([
    "Unhandled Rejection in a.test.ts, last test 'one': Error: gone\n    at later (a.ts:1:1)\n    cause: exited",
  ]);
  expect(failedWith({})).toEqual(['Unhandled Rejection outside all files: Error: gone\n    at later (a.ts:1:1)']);
});
