#!/usr/bin/env node
// The whole proof, from a bare clone: installs what is missing, then lint, types, boundaries, tests, journeys.
// Ends with 'N passed, N failed'; the exit code is 0 only when nothing failed.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const reports = join(root, '.test');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

let passed = 0;
let failed = 0;

/** Runs a command in the project with its output shown; answers its exit code. */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.on('error', () => resolve(127));
    child.on('exit', (code, signal) => resolve(signal ? 128 : (code ?? 1)));
  });
}

/** A check that either holds or doesn't counts as one. */
async function check(name, command, args) {
  process.stdout.write(`\n── ${name}\n`);
  const code = await run(command, args);
  if (code === 0) passed += 1;
  else failed += 1;
  return code === 0;
}

/** A test runner counts its own tests; one that dies without a report counts as a failure. */
async function suite(name, command, args, env, reportFile, count) {
  process.stdout.write(`\n── ${name}\n`);
  const code = await run(command, args, env);
  try {
    const counted = count(JSON.parse(readFileSync(reportFile, 'utf8')));
    passed += counted.passed;
    failed += counted.failed;
    if (code !== 0 && counted.failed === 0) failed += 1;
    if (counted.passed + counted.failed === 0) failed += 1;
  } catch {
    failed += 1;
  }
}

function finish() {
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exit(failed === 0 ? 0 : 1);
}

const bin = (name) => join(root, 'node_modules/.bin', name);

if (!(await check('install', process.execPath, ['server/launch/install.mjs']))) finish();
await check('lint', bin('oxlint'), ['--deny-warnings']);
await check('format', bin('oxfmt'), ['--check', '.']);
for (const workspace of ['contract', 'engine', 'server', 'ui', 'portal', 'e2e']) {
  await check(`types of ${workspace}`, process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', workspace]);
}
await check('boundaries', bin('depcruise'), ['contract', 'engine', 'server', 'ui', 'portal', 'e2e']);
await check('nothing unused', bin('knip'), []);

const unit = join(reports, 'unit.json');
await suite(
  'unit, slice and engine tests',
  bin('vitest'),
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`],
  {},
  unit,
  (report) => ({
    passed: report.numPassedTests,
    // A skipped test is a defect here, and a file that failed to load has tests nobody counted.
    failed:
      report.numFailedTests +
      report.numPendingTests +
      report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
  }),
);

if (await check('build', process.execPath, ['server/launch/build.mjs'])) {
  const { findBrowser } = await import('./browser.mjs');
  try {
    const browser = await findBrowser((line) => process.stdout.write(`${line}\n`));
    const journeys = join(reports, 'journeys.json');
    await suite(
      'journeys in a browser',
      bin('playwright'),
      ['test', '--config', 'e2e/playwright.config.ts'],
      { RISE_BROWSER: browser, RISE_JOURNEY_REPORT: journeys },
      journeys,
      ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped }),
    );
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    failed += 1;
  }
}
finish();
