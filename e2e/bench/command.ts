import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './project.ts';

const run = promisify(execFile);

/** Runs `rise` with arguments against a data directory; returns its output. */
export async function rise(dataDirectory: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [join(ROOT, 'server/launch/rise.mjs'), ...args], {
    cwd: ROOT,
    env: { ...process.env, RISE_DATA: dataDirectory },
  });
  return stdout.trim();
}

/** Runs one of the project's scripts; returns its output. */
export function script(file: string, ...args: string[]): Promise<string> {
  return scriptWith({}, file, ...args);
}

/** The same with additional environment variables. */
export async function scriptWith(variables: NodeJS.ProcessEnv, file: string, ...args: string[]): Promise<string> {
  const loader = file.endsWith('.ts') ? [createRequire(import.meta.url).resolve('tsx/cli')] : [];
  const { stdout } = await run(process.execPath, [...loader, join(ROOT, file), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...variables },
  });
  return stdout;
}
