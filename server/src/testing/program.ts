import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
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

/** Ports that systems do not hand out by themselves, to connections and to servers that ask for any. */
const FIRST_PORT = 15_000;
const PORTS_OF_WORKER = 1000;
/** Each worker of a run has ports of its own, and takes one after the other, so that no two programs get the same. */
const ownPorts = FIRST_PORT + PORTS_OF_WORKER * (Number(process.env['VITEST_POOL_ID'] ?? 0) % 16);
let nextPort = randomInt(PORTS_OF_WORKER);

/**
 * A free port of 127.0.0.1, for a program whose address must be known before it listens: it stays free until then, and
 * while the program is restarted.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = ownPorts + nextPort;
    nextPort = (nextPort + 1) % PORTS_OF_WORKER;
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
