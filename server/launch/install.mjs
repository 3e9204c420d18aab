import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse, ROOT, run, say } from './project.mjs';

/** Installs exactly the packages of the lockfile, where they are not installed yet. */
export async function ensureInstalled() {
  if (await isInstalled()) return;
  say('Installing packages …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'];
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const { code } = await run(command, [...first, ...args], { stdio: 'inherit' });
  if (code !== 0) refuse(`'npm ci' failed with exit code ${code}; fix what it says above, then start again`);
}

/** npm lists in node_modules what it installed, once it is done: that must match the lockfile. */
async function isInstalled() {
  const [locked, installed] = await Promise.all(
    ['package-lock.json', join('node_modules', '.package-lock.json')].map(async (file) => {
      const text = await readFile(join(ROOT, file), 'utf8').catch(() => '{}');
      return JSON.parse(text).packages ?? {};
    }),
  );
  return Object.entries(locked).every(([path, { version, optional, link }]) => {
    if (!path.includes('node_modules/') || link) return true;
    const present = installed[path];
    return present === undefined ? optional === true : present.version === version;
  });
}
