import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './project.ts';

const run = promisify(execFile);

/** Runs a command of the product's own command line against a data directory; answers what it printed. */
export async function rise(dataDirectory: string, ...words: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [join(ROOT, 'server/launch/rise.mjs'), ...words], {
    cwd: ROOT,
    env: { ...process.env, RISE_DATA: dataDirectory },
  });
  return stdout.trim();
}

/** Runs one of the project's own scripts; answers what it printed. */
export function script(file: string, ...words: string[]): Promise<string> {
  return scriptWith({}, file, ...words);
}

/** The same with variables of its own in the environment. */
export async function scriptWith(variables: NodeJS.ProcessEnv, file: string, ...words: string[]): Promise<string> {
  const loader = file.endsWith('.ts') ? [createRequire(import.meta.url).resolve('tsx/cli')] : [];
  const { stdout } = await run(process.execPath, [...loader, join(ROOT, file), ...words], {
    cwd: ROOT,
    env: { ...process.env, ...variables },
  });
  return stdout;
}
