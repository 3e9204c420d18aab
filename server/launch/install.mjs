import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse, ROOT, run, say } from './project.mjs';

/** Installs the packages of the lockfile where they are not there already, all and exactly. */
export async function ensureInstalled() {
  if (await isInstalled()) return;
  say('Installing packages …');
  const npm = process.env.npm_execpath;
  const words = ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'];
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const { code } = await run(command, [...first, ...words], { stdio: 'inherit' });
  if (code !== 0) refuse(`'npm ci' failed with exit code ${code}; mend what it says above, then start again`);
}

/** npm notes in node_modules what it put there, when it is done: that must be what the lockfile names. */
async function isInstalled() {
  const [wanted, found] = await Promise.all(
    ['package-lock.json', join('node_modules', '.package-lock.json')].map(async (file) => {
      const text = await readFile(join(ROOT, file), 'utf8').catch(() => '{}');
      return JSON.parse(text).packages ?? {};
    }),
  );
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (!path.includes('node_modules/') || link) return true;
    const there = found[path];
    return there === undefined ? optional === true : there.version === version;
  });
}
