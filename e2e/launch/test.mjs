#!/usr/bin/env node
// The whole proof, from a bare clone: installs what is missing, then lint, types, boundaries, tests, journeys. With
// --engines also what needs ClickHouse's own engine, which is installed for it: as CI runs it.
// Names what failed and ends with 'N passed, N failed'; the exit code is 0 only when nothing failed.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { journeysIn, unitTestsIn } from './reports.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const reports = join(root, '.test');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const WORKSPACES = ['contract', 'engine', 'server', 'ui', 'portal', 'demo', 'e2e'];
const started = performance.now();
let passed = 0;
/** @type {string[]} What failed, one line each. */
const failed = [];

const say = (text) => process.stdout.write(`${text}\n`);
const bin = (name) => join(root, 'node_modules/.bin', name);

/** Runs a command in the project with its output shown; answers its exit code. */
function run(command, words, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, words, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.on('error', () => resolve(127));
    child.on('exit', (code, signal) => resolve(signal ? 128 : (code ?? 1)));
  });
}

/** Runs a command in the project and keeps what it writes. */
function collect(command, words) {
  return new Promise((resolve) => {
    const child = spawn(command, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const parts = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(part));
    child.on('error', (error) => resolve({ code: 127, output: `${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 128, output: Buffer.concat(parts) }));
  });
}

function begin(name) {
  const seconds = Math.round((performance.now() - started) / 1000);
  say(`\n── ${name} (after ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')})`);
}

/** A check that either holds or doesn't counts as one. */
async function check(name, command, words) {
  begin(name);
  return count(name, await run(command, words));
}

function count(name, code) {
  if (code === 0) passed += 1;
  else failed.push(name);
  return code === 0;
}

/** Checks that need nothing of each other, as many at once as there are cores; each one's output stays in one piece. */
async function checksAtOnce(checks) {
  const left = [...checks];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [name, command, words] = next;
      const { code, output } = await collect(command, words);
      begin(name);
      process.stdout.write(output);
      count(name, code);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/** A test runner counts its own tests; one that dies without a report counts as a failure. */
async function suite(name, command, words, env, reportFile, read) {
  begin(name);
  const code = await run(command, words, env);
  let result;
  try {
    result = read(JSON.parse(readFileSync(reportFile, 'utf8')), (file) => relative(root, file));
  } catch (error) {
    failed.push(`${name}: ended with ${code} and left no report (${error.message})`);
    return;
  }
  passed += result.passed;
  failed.push(...result.failed);
  if (result.passed + result.failed.length === 0) failed.push(`${name}: no test ran`);
  else if (code !== 0 && result.failed.length === 0) failed.push(`${name}: ended with ${code}, though no test failed`);
}

function finish() {
  if (failed.length > 0) say(`\nFailed:\n${failed.map((name) => `  ✗ ${name}`).join('\n')}`);
  say(`\n${passed} passed, ${failed.length} failed`);
  process.exit(failed.length === 0 ? 0 : 1);
}

async function browserFor() {
  const { findBrowser } = await import('./browser.mjs');
  try {
    return await findBrowser(say);
  } catch (error) {
    failed.push(`a browser for the journeys: ${error.message}`);
    return null;
  }
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

if (!(await check('packages', process.execPath, ['server/launch/prepare.mjs', 'install']))) finish();
await checksAtOnce([
  ['boundaries', bin('depcruise'), WORKSPACES],
  ['nothing unused', bin('knip'), ['--no-config-hints']],
  ...WORKSPACES.map((workspace) => [
    `types of ${workspace}`,
    process.execPath,
    ['node_modules/typescript-7/bin/tsc', '-p', workspace],
  ]),
  ['lint', bin('oxlint'), ['--deny-warnings']],
  ['format', bin('oxfmt'), ['--check', '.']],
]);

const unit = join(reports, 'unit.json');
await suite(
  'unit, slice and engine tests',
  bin('vitest'),
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`],
  {},
  unit,
  unitTestsIn,
);

if (process.argv.includes('--engines')) {
  const launch = 'e2e/launch/engines.mjs';
  if (await check('ClickHouse’s own engine', process.execPath, [launch, 'install'])) {
    const engines = join(reports, 'engines.json');
    await suite(
      'every engine, ClickHouse too',
      process.execPath,
      [launch, '--reporter=default', '--reporter=json', `--outputFile.json=${engines}`],
      { RISE_QUESTIONS: '160', RISE_SEED: '20261121' },
      engines,
      unitTestsIn,
    );
  }
}

if (await check('builds', process.execPath, ['server/launch/prepare.mjs'])) {
  const browser = await browserFor();
  const journeys = join(reports, 'journeys.json');
  const env = { RISE_BROWSER: browser, RISE_JOURNEY_REPORT: journeys, RISE_TEST_PORT: String(await freePort()) };
  const words = ['test', '--config', 'e2e/playwright.config.ts'];
  if (browser !== null) {
    await suite('journeys in a browser', bin('playwright'), words, env, journeys, journeysIn);
    const demo = join(reports, 'demo.json');
    await suite(
      'the demo suite’s calls in a browser',
      bin('vitest'),
      [
        'run',
        '--config',
        'demo/vitest.browser.config.ts',
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${demo}`,
      ],
      { RISE_BROWSER: browser },
      demo,
      unitTestsIn,
    );
  }
}
finish();
