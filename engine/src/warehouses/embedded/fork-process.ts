import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';

/** Environment variables that a child inherits; none of the host's secrets are among them. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'TZ'];

const STDIN = 0;

export interface ForkOptions {
  entry: string;
  setup: unknown;
  /** JavaScript heap limit in MB. */
  heapMb: number;
  /** Whether little memory is worth more than the last of speed. */
  frugal?: boolean;
}

/** Three of these hold what is new on the heap: by default 48 MB. */
const FRUGAL_ARGUMENTS = ['--max-semi-space-size=2'];
/** Each thread that allocates memory may keep an arena of its own with what it has freed. */
const FRUGAL_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };

/** Starts a child process. TypeScript sources run through tsx, bundles directly. */
export function forkProcess({ entry, setup, heapMb, frugal = false }: ForkOptions): ChildProcess {
  const loader = entry.endsWith('.ts')
    ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
    : [];
  const env: NodeJS.ProcessEnv = { UV_THREADPOOL_SIZE: '16', ...(frugal && FRUGAL_ENVIRONMENT) };
  for (const name of INHERITED) if (process.env[name] !== undefined) env[name] = process.env[name];
  const child = fork(entry, [], {
    execArgv: [`--max-old-space-size=${heapMb}`, ...(frugal ? FRUGAL_ARGUMENTS : []), ...loader],
    serialization: 'advanced',
    env,
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
  });
  // One that ends before it has read its setup is noticed by its end.
  child.stdin?.on('error', () => undefined).end(JSON.stringify(setup));
  // An idle child must not keep the host alive.
  (child.stderr as Socket | null)?.unref();
  return child;
}

/** The setup of this process. It comes by stdin: a command line holds 128 KB, and a table may have 5,000 columns. */
export const readSetup = (): unknown => JSON.parse(readFileSync(STDIN, 'utf8'));

/** Keeps the last part of a child's stderr, for the log. */
export function lastWords(child: ChildProcess): () => string {
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-2000);
  });
  return () => words.trim();
}
