import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** The threads of this process; where they are not listed, its priority is that of all of them. */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}

/** Gives all threads a policy of Linux, with its command for that. Returns whether there is one that may. */
function setPolicy(policy: '--idle' | '--other'): boolean {
  try {
    execFileSync('chrt', ['--all-tasks', policy, '--pid', '0', String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const isMissing = (error: unknown) => (error as { info?: { code?: string } }).info?.code === 'ESRCH';

/** On Linux a priority is that of one thread: those that run already, which start the engine's own, need it, too. */
function setPriorities(): void {
  for (const thread of threads())
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch (error) {
      // It has ended meanwhile.
      if (!isMissing(error)) throw error;
    }
}

const CHECK_MS = 2000;
/** Of a processor, what a load gets on a machine without a free moment. */
const MIN_SHARE = 0.1;

/**
 * Lets the queries of others go first. With a low priority alone, a query's threads may still share a processor while
 * a load has the other, and every tenth query takes twice as long; for threads of the idle policy they are moved. Since
 * those would wait for ever on a machine without a free moment, a load that does not advance leaves that policy.
 */
export function lowerPriority(): void {
  setPriorities();
  if (process.platform !== 'linux' || !setPolicy('--idle')) return;
  let before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    if ((user + system) / 1000 > CHECK_MS * MIN_SHARE) return;
    setPolicy('--other');
    clearInterval(timer);
  }, CHECK_MS);
  timer.unref();
}
