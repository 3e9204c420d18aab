import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processStart } from './process-identity.ts';

interface Holder {
  readonly pid: number;
  readonly started: string;
}

export type LockOutcome = { readonly release: () => Promise<void> } | { readonly heldBy: number };

/**
 * Takes the lock file `lock` in a folder. A holder that no longer lives loses it. A live one gets `patienceMs` to
 * finish, since a server that was just told to stop needs a moment.
 */
export async function lockDirectory(directory: string, patienceMs = 0): Promise<LockOutcome> {
  const path = join(directory, 'lock');
  const own: Holder = { pid: process.pid, started: processStart(process.pid) ?? '' };
  const candidate = join(directory, `lock.${randomUUID()}`);
  const deadline = Date.now() + patienceMs;
  await writeFile(candidate, JSON.stringify(own), { mode: 0o600 });
  try {
    for (;;) {
      // link() is the step that only one can win, and the file it makes is whole from the start.
      if (await linked(candidate, path)) return { release: () => rm(path, { force: true }) };
      const text = await readFile(path, 'utf8').catch(() => null);
      if (text === null) continue;
      const holder = readHolder(text);
      if (holder !== null && processStart(holder.pid) === holder.started) {
        if (Date.now() >= deadline) return { heldBy: holder.pid };
        await wait(50);
      } else {
        await removeStale(path, text, directory);
      }
    }
  } finally {
    await rm(candidate, { force: true });
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Takes the stale file away; where another start was quicker and the file is its lock already, puts that back. */
async function removeStale(path: string, text: string, directory: string): Promise<void> {
  const aside = join(directory, `lock.${randomUUID()}`);
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8')) !== text) await linked(aside, path);
  await rm(aside, { force: true });
}

function readHolder(text: string): Holder | null {
  try {
    const holder = JSON.parse(text) as Partial<Holder>;
    return typeof holder.pid === 'number' && typeof holder.started === 'string' ? (holder as Holder) : null;
  } catch {
    return null;
  }
}
