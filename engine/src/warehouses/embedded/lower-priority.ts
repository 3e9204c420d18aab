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

/**
 * Lets the queries of others go first. On Linux a priority is that of one thread: those that run already, which start
 * the engine's own, have to have it, too.
 */
export function lowerPriority(): void {
  for (const thread of threads())
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW);
    } catch (error) {
      // It has ended meanwhile.
      if (!isMissing(error)) throw error;
    }
}

const isMissing = (error: unknown) => (error as { info?: { code?: string } }).info?.code === 'ESRCH';
