import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface Program {
  readonly child: ChildProcess;
  /** Its output so far, stdout and stderr together. */
  output(): string;
  /** Resolves with the exit code, or the signal's name. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Resolves once the output contains this text; rejects with the output if the program ends without it. */
  waitForOutput(text: string): Promise<void>;
}

export interface ProgramOptions {
  args?: readonly string[];
  env?: Record<string, string>;
  /** Words of the command line before Node's: to run as another user, or in a restricted folder. */
  before?: readonly string[];
}

/** The built server and command line, as `npm start` and `npm run rise` run them. */
export const SERVER = new URL('../../dist/main.js', import.meta.url);
export const COMMAND_LINE = new URL('../../dist/rise.js', import.meta.url);

/** Runs one of our programs in its own process, without our configuration variables of this process. */
export function runProgram(script: URL, { args = [], env = {}, before = [] }: ProgramOptions = {}): Program {
  const file = fileURLToPath(script);
  const loader = file.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
  const words = [...before, process.execPath, ...loader, file, ...args];
  const { PATH, HOME } = process.env;
  const child = spawn(words[0]!, words.slice(1), { env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let written = '';
  const listeners = new Set<() => void>();
  const note = (part: Buffer) => {
    written += part.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? 0)),
  );
  return {
    child,
    output: () => written,
    ended,
    waitForOutput: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!written.includes(text)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
        void ended.then(() => reject(new Error(`ended without saying '${text}':\n${written}`)));
      }),
  };
}

/**
 * Below the ports that systems hand out by themselves: one of those could be given to anybody before it is used, and a
 * server takes seconds to listen. Each process of a run has a thousand.
 */
const FIRST_PORT = 11_000 + 1000 * Number(process.env['VITEST_POOL_ID'] ?? 0);
/** Where it begins differs, for runs side by side. */
let portsGiven = process.pid;

/** A port of 127.0.0.1 that is free, and that no other test gets. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + (portsGiven % 1000);
    portsGiven += 1;
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
