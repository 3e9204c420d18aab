import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processCommand } from './process-identity.ts';

/** What a running PostgreSQL says of itself in postmaster.pid. */
export interface Postmaster {
  readonly pid: number;
  readonly socketDirectory: string;
  readonly ready: boolean;
}

/** The PostgreSQL that runs on a data folder, or null: also where the file is left from one that is gone. */
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
 * Ends what a killed server may have left on a data folder that nobody else uses: the process, politely at first,
 * and the file, which would stop the next start if another process got its number.
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
