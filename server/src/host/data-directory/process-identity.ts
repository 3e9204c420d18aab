import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * When a process started, as a text that no other process with the same id ever has; null where there is no such
 * process. The id alone does not identify a process: ids are reused, soonest after a restart of a container.
 */
export function processStart(pid: number): string | null {
  if (process.platform !== 'linux') return shown(pid, 'lstart=');
  const fields = statistics(pid);
  if (fields === null || fields.state === 'Z' || fields.state === 'X') return null;
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields.started}`;
}

/** The id of the parent process, or of the process that adopted it; null where finding out is expensive. */
export function parentOf(pid: number): string | null {
  return process.platform === 'linux' ? (statistics(pid)?.parent ?? null) : null;
}

function statistics(pid: number): { state: string; parent: string; started: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in parentheses and may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0]!, parent: fields[1]!, started: fields[19]! };
  } catch {
    return null;
  }
}

/** The command line of a process, or null where there is no such process. */
export function processCommand(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    } catch {
      return null;
    }
  }
  return shown(pid, 'command=');
}

function shown(pid: number, column: string): string | null {
  try {
    return (
      execFileSync('ps', ['-o', column, '-p', String(pid)], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim() || null
    );
  } catch {
    return null;
  }
}
