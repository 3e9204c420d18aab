#!/usr/bin/env node
// What npm test does without: thousands of made-up questions to made-up models, and engines that are not part of the
// default install. `install` as the first word only installs them; other words go to Vitest, for example a file.
// ClickHouse's engine (half a gigabyte) is installed once into a folder of its own; RISE_CHDB names another one.
// RISE_QUESTIONS says how many questions are asked, RISE_SEED makes a run of them again.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const CHDB = 'chdb@3.4.0';
const folder = process.env.RISE_CHDB ?? join(root, '.engines');
const whole = join(folder, `${CHDB}.whole`);
if (!existsSync(whole)) {
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const install = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--save-exact', CHDB];
  const { status } = spawnSync('npm', install, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) {
    process.stderr.write(`${CHDB}, ClickHouse's own engine, could not be installed. Check the connection to npm's registry and try again.\n`); // prettier-ignore
    process.exit(1);
  }
  // Written last: what is cut off half-way is installed anew.
  writeFileSync(whole, '');
}

const words = process.argv.slice(2);
if (words[0] !== 'install') {
  const child = spawn(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--config', 'vitest.engines.config.ts', ...words],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, RISE_CHDB: folder },
    },
  );
  child.on('exit', (code) => process.exit(code ?? 1));
}
