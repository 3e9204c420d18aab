import { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

export interface WatchdogOptions {
  /** Resident memory beyond which the process is ended, in MB; null for no limit. */
  limitMb: number | null;
  /** Time between looks, in milliseconds. */
  everyMs: number;
}

const STDERR = 2;

/**
 * Ends this process at once, after saying why on stderr. `process.exit` would wait for the engine's threads, which may
 * compute for hours.
 */
export function killSelf(reason: string): void {
  try {
    writeSync(STDERR, `${reason}\n`);
  } catch {
    // The host that would read it is gone.
  }
  process.kill(process.pid, 'SIGKILL');
}

/** Runs in a thread of its own, so that it also works while the main thread is busy. */
const PROGRAM = `
const { writeSync } = require('node:fs');
const { workerData: { parent, limitMb, everyMs } } = require('node:worker_threads');
const end = (reason) => {
  try { writeSync(${STDERR}, reason + '\\n'); } catch {}
  process.kill(process.pid, 'SIGKILL');
};
setInterval(() => {
  if (process.ppid !== parent) end('The host is gone.');
  const mb = Math.round(process.memoryUsage.rss() / 1024 / 1024);
  if (mb > limitMb) end('Out of memory: ' + mb + ' MB of ' + limitMb + ' MB.');
}, everyMs);
`;

/** Ends this process when its host is gone or it holds more memory than it may. */
export function startWatchdog({ limitMb, everyMs }: WatchdogOptions): void {
  process.on('disconnect', () => killSelf('The host is gone.'));
  const parent = process.ppid;
  if (limitMb === null) {
    // A thread takes 9 MB, and the host's end is no hurry: a main thread that reads a file looks up between its parts.
    setInterval(() => {
      if (process.ppid !== parent) killSelf('The host is gone.');
    }, everyMs).unref();
    return;
  }
  const worker = new Worker(PROGRAM, {
    eval: true,
    // The options of the host's loader for TypeScript would be inherited.
    execArgv: [],
    workerData: { parent, limitMb, everyMs },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  });
  worker.unref();
}
