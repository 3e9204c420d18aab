#!/usr/bin/env node
// Tests that npm test leaves out: thousands of generated queries to generated models, and engines that are not part of
// the default install. `install` as the first argument only installs them; other arguments go to Vitest, for example a
// file. ClickHouse's engine (half a gigabyte) is installed once into its own folder, or into RISE_CHDB.
// RISE_QUESTIONS is the number of generated queries, RISE_SEED repeats a run.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const CHDB = 'chdb@3.4.0';
const folder = process.env.RISE_CHDB ?? join(root, '.engines');
const marker = join(folder, `${CHDB}.installed`);
if (!existsSync(marker)) {
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const install = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--save-exact', CHDB];
  const { status } = spawnSync('npm', install, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) {
    process.stderr.write(
      `${CHDB}, ClickHouse's engine, could not be installed. Check the connection to npm's registry and try again.\n`,
    );
    process.exit(1);
  }
  // Written last: an interrupted installation is repeated.
  writeFileSync(marker, '');
}

const args = process.argv.slice(2);
if (args[0] !== 'install') {
  const child = spawn(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--config', 'vitest.engines.config.ts', ...args],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, RISE_CHDB: folder },
    },
  );
  child.on('exit', (code) => process.exit(code ?? 1));
}
