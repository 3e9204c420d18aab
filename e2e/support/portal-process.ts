import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const START = fileURLToPath(new URL('../../server/launch/start.mjs', import.meta.url));
const STOP_MS = 30_000;

export interface PortalProcess {
  readonly url: string;
  /** From the start of the process to the first 200 of /readyz. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

/** Starts the portal as `npm start` does; it accepts requests once this resolves. */
export async function startPortal(port: number, env: NodeJS.ProcessEnv): Promise<PortalProcess> {
  const started = performance.now();
  const child = spawn(process.execPath, [START], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), ...env },
  });
  // An interrupted run does not wait for `stop`.
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  await waitForOutput(child, 'Rise is ready');
  const url = `http://127.0.0.1:${port}`;
  const { status } = await fetch(`${url}/readyz`);
  if (status !== 200) throw new Error(`The portal reported that it is ready, but /readyz returned ${status}`);
  return { url, readyMs: performance.now() - started, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(timer);
}

/** Waits until the process has printed the text, and keeps reading, so that a full pipe never blocks it. */
function waitForOutput(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(text)) resolve();
    });
    child.on('exit', (code, signal) => {
      reject(new Error(`The portal exited (${signal ?? code}) before it was ready:\n${output}`));
    });
  });
}
