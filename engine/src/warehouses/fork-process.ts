import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const READER_ENTRY = fileURLToPath(new URL('./reader.process.ts', import.meta.url));
export const LOADER_ENTRY = fileURLToPath(new URL('./loader.process.ts', import.meta.url));

/** Variables a child gets: none of the host's secrets are among them. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'TZ'];

export interface ForkOptions {
  entry: string;
  setup: unknown;
  /** Bound of the JavaScript heap in MB. */
  heapMb: number;
}

/** Starts a process of the engine's own. From TypeScript sources it runs through tsx, a bundle runs as it is. */
export function forkProcess({ entry, setup, heapMb }: ForkOptions): ChildProcess {
  const loader = entry.endsWith('.ts')
    ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
    : [];
  const env: NodeJS.ProcessEnv = { UV_THREADPOOL_SIZE: '16' };
  for (const name of KEPT) if (process.env[name] !== undefined) env[name] = process.env[name];
  return fork(entry, [JSON.stringify(setup)], {
    execArgv: [`--max-old-space-size=${heapMb}`, ...loader],
    serialization: 'advanced',
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
