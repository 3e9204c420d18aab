#!/usr/bin/env node
// Everything a change must pass, from a bare clone: installs what is missing, then static checks beside unit tests,
// then journeys in a browser. Prints a table of the parts with their times and ends with 'N passed, N failed'.
//
//   npm test                 everything but what only CI runs
//   npm test -- --full       also ClickHouse's engine, more generated cases, known vulnerabilities, and guards between
//                            tenants removed in turn
//   npm test -- --all        besides, each pair in sweeps of screens, further files, ten kills, all generated cases, and
//                            each guard alone
//   npm run check            everything but browsers
//   npm test -- PATH …       the tests at these paths: vitest files or folders, journeys
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { journeysIn, unitTestsIn } from './reports.mjs';
import { TestRun } from './test-run.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const args = process.argv.slice(2);
const all = args.includes('--all');
const full = all || args.includes('--full');
const sweep = all ? 'all' : 'full';
const paths = args.filter((arg) => !arg.startsWith('--'));
const reports = join(root, '.test');
const run = new TestRun(root);

const bin = (name) => join(root, 'node_modules/.bin', name);
const PREPARE = 'server/launch/prepare.mjs';
const TSC = 'node_modules/typescript-7/bin/tsc';
const TYPE_PROGRAMS = ['tsconfig.node.json', 'tsconfig.web.json', 'demo'];

function vitest(name, command, words, reportName, env = {}) {
  const reportFile = join(reports, `${reportName}.json`);
  const reporters = [
    '--reporter=default',
    '--reporter=./e2e/launch/vitest-report.mjs',
    `--outputFile.json=${reportFile}`,
  ];
  return run.suite(name, command, [...words, ...reporters], { env, reportFile, read: unitTestsIn });
}

const unitTests = (...selected) =>
  vitest('unit, slice and engine tests', bin('vitest'), ['run', ...selected], 'unit', {
    ...(all && { RISE_KILLS: '10' }),
    ...(full && { RISE_SWEEP: sweep }),
    // Suites that run on ClickHouse, too, run on all engines at once.
    ...(full && paths.length === 0 && { RISE_ENGINES: 'apart' }),
  });

async function staticChecks() {
  const packages = ['contract', 'engine', 'server', 'ui', 'shell', 'portal', 'demo', 'e2e'];
  await run.checks('static checks', [
    ['lint', bin('oxlint'), ['--deny-warnings']],
    ['format', bin('oxfmt'), ['--check', '.']],
    ...TYPE_PROGRAMS.map((program) => [`types of ${program}`, process.execPath, [TSC, '-p', program]]),
    ['boundaries', bin('depcruise'), [...packages, '--cache']],
    ['unused code', bin('knip'), ['--no-config-hints', '--cache']],
    ...(full ? [['known vulnerabilities', process.execPath, ['e2e/launch/audit.mjs']]] : []),
  ]);
}

async function engineTests(...selected) {
  const launch = 'e2e/launch/engines.mjs';
  if (!(await run.check('ClickHouse’s engine', process.execPath, [launch, 'install']))) return;
  const env = { RISE_QUESTIONS: '80', RISE_SEED: '20261121' };
  await vitest('tests on every engine', process.execPath, [launch, ...selected], 'engines', env);
}

/** Path of a browser; null, and a failure, where there is none. */
async function findBrowser() {
  const browser = await import('./browser.mjs');
  try {
    return await browser.findBrowser((step) => process.stdout.write(`${step} …\n`));
  } catch (error) {
    run.fail(`browser: ${error.message}`);
    return null;
  }
}

/** The first of some ports in a row that are all free: each worker's portal needs two. */
async function findFreePorts(count) {
  const isFree = (port) =>
    new Promise((resolveFree) => {
      const probe = createServer()
        .once('error', () => resolveFree(false))
        .listen(port, '127.0.0.1', () => probe.close(() => resolveFree(true)));
    });
  for (let first = 18_100; first < 32_000; first += count) {
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)));
    if (free.every(Boolean)) return first;
  }
  throw new Error('no free ports');
}

async function journeys(browser, ...selected) {
  const reportFile = join(reports, 'journeys.json');
  const env = {
    RISE_BROWSER: browser,
    RISE_JOURNEY_REPORT: reportFile,
    RISE_TEST_PORT: String(await findFreePorts(8)),
    ...(full && { RISE_SWEEP: sweep }),
  };
  const words = ['test', '--config', 'e2e/playwright.config.ts', ...selected];
  await run.suite('journeys in a browser', bin('playwright'), words, { env, reportFile, read: journeysIn });
}

const demoCalls = (browser) =>
  vitest('the demo’s calls in a browser', bin('vitest'), ['run', '--config', 'demo/vitest.browser.config.ts'], 'demo', {
    RISE_BROWSER: browser,
    ...(full && { RISE_SWEEP: sweep }),
  });

/** Runs `work` with a browser, over the current build. */
async function withBrowser(work) {
  if (!(await run.check('builds', process.execPath, [PREPARE]))) return;
  const browser = await findBrowser();
  if (browser !== null) await work(browser);
}

async function runPaths() {
  const selected = paths.map((path) => relative(root, resolve(process.env['INIT_CWD'] ?? root, path)));
  for (const path of selected) if (!existsSync(join(root, path))) run.fail(`${path}: there is no such file or folder`);
  const isJourney = (path) => /^e2e\/(journeys|visual)(\/|$)/.test(path);
  const isBrowserSuite = (path) => path.endsWith('.browser.ts');
  const isEngineSuite = (path) => path.endsWith('.engines.test.ts');
  const others = selected.filter((path) => !isJourney(path) && !isBrowserSuite(path) && !isEngineSuite(path));
  if (others.length > 0) await unitTests(...others);
  if (selected.some(isEngineSuite)) await engineTests(...selected.filter(isEngineSuite));
  if (!selected.some((path) => isJourney(path) || isBrowserSuite(path))) return;
  await withBrowser(async (browser) => {
    if (selected.some(isJourney)) await journeys(browser, ...selected.filter(isJourney));
    if (selected.some(isBrowserSuite)) await demoCalls(browser);
  });
}

async function runAll() {
  await Promise.all([staticChecks(), unitTests()]);
  if (full) await engineTests();
  if (full)
    await run.check('removed guards are noticed', process.execPath, [
      'e2e/launch/mutations.mjs',
      ...(all ? ['--all'] : []),
    ]);
  if (args.includes('--no-browser')) return;
  await withBrowser(async (browser) => {
    await journeys(browser);
    await demoCalls(browser);
  });
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
if (await run.check('packages', process.execPath, [PREPARE, 'install']))
  await (paths.length > 0 ? runPaths() : runAll());
process.exit(run.finish());
