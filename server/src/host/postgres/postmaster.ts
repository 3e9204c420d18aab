import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processCommand } from '../data-directory/process-identity.ts';

/** PostgreSQL's own data in postmaster.pid. */
export interface Postmaster {
  readonly pid: number;
  readonly socketDirectory: string;
  readonly ready: boolean;
}

/** The PostgreSQL that runs on a data folder, or null where there is none, even if its file remains. */
export async function findPostmaster(data: string): Promise<Postmaster | null> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0) || lines[1] !== data || !isPostgres(pid, data)) return null;
  return { pid, socketDirectory: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

function isPostgres(pid: number, data: string): boolean {
  return processCommand(pid)?.includes(data) ?? false;
}

/**
 * Removes what a killed server may have left on a data folder that nobody else uses: the process, with a normal
 * shutdown first, and the file, which would block the next start if another process got its id.
 */
export async function clearPostmaster(data: string): Promise<void> {
  const left = await findPostmaster(data);
  if (left !== null) {
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      if (await ended(left.pid, data, signal)) break;
    }
  }
  await rm(join(data, 'postmaster.pid'), { force: true });
}

async function ended(pid: number, data: string, signal: NodeJS.Signals): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch {
    return true;
  }
  for (let waited = 0; waited < 10_000; waited += 20) {
    if (!isPostgres(pid, data)) return true;
    await wait(20);
  }
  return false;
}
