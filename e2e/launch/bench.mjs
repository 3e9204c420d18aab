#!/usr/bin/env node
// Measures the performance budget and writes docs/performance.md: installs and builds what is missing, then runs
// e2e/bench/run.ts, of which arguments choose parts, or with the argument `growth` e2e/bench/run-growth.ts, which takes
// the maximum number of rows.
// The generated data stays in .bench/ for the next run.
import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './browser.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const prepared = spawnSync(process.execPath, [join(root, 'server/launch/prepare.mjs')], { stdio: 'inherit' });
if (prepared.status !== 0) process.exit(1);
const tsx = createRequire(join(root, 'package.json')).resolve('tsx/cli');
const [name, ...args] = process.argv.slice(2);
const script =
  name === 'growth' ? ['e2e/bench/run-growth.ts', ...args] : ['e2e/bench/run.ts', ...process.argv.slice(2)];
const child = spawn(process.execPath, [tsx, join(root, script[0]), ...script.slice(1)], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    UV_THREADPOOL_SIZE: '16',
    BROWSER_PATH: await findBrowser((step) => process.stdout.write(`${step} …\n`)),
  },
});
child.on('exit', (code) => process.exit(code ?? 1));
