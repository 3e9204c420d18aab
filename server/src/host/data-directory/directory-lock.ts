import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processStart } from './process-identity.ts';

interface Holder {
  readonly pid: number;
  readonly started: string;
}

export type LockOutcome = { readonly release: () => Promise<void> } | { readonly heldBy: number };

const PREFIX = 'lock.';
const LEAST_PATIENCE_MS = 500;

/**
 * Locks a folder for this process. A process that wants the lock first writes its own file and then looks for others':
 * of two, the later one sees the earlier, so both never hold it. A file belongs to one process forever, so anyone may
 * remove that of a dead one at any time. A living holder gets `patienceMs` to finish, since a server that is stopping
 * needs a moment.
 */
export async function lockDirectory(directory: string, patienceMs = 0): Promise<LockOutcome> {
  const deadline = Date.now() + Math.max(patienceMs, LEAST_PATIENCE_MS);
  for (;;) {
    const own = await show(directory);
    const holder = await findOther(directory, own);
    if (holder === null) return { release: () => rm(own, { force: true }) };
    await rm(own, { force: true });
    if (Date.now() >= deadline) return { heldBy: holder.pid };
    // Random, so that two processes that collided retry at different times.
    await wait(10 + Math.random() * 50);
  }
}

async function show(directory: string): Promise<string> {
  const path = join(directory, `${PREFIX}${randomUUID()}`);
  const draft = join(directory, `draft-${path.slice(-36)}`);
  const holder: Holder = { pid: process.pid, started: processStart(process.pid) ?? '' };
  await writeFile(draft, JSON.stringify(holder), { mode: 0o600 });
  await rename(draft, path);
  return path;
}

async function findOther(directory: string, own: string): Promise<Holder | null> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    if (!name.startsWith(PREFIX) || path === own) continue;
    const holder = await readHolder(path);
    if (holder !== null && processStart(holder.pid) === holder.started) return holder;
    await rm(path, { force: true });
  }
  return null;
}

async function readHolder(path: string): Promise<Holder | null> {
  try {
    const holder = JSON.parse(await readFile(path, 'utf8')) as Partial<Holder> | null;
    return typeof holder?.pid === 'number' && typeof holder.started === 'string' ? (holder as Holder) : null;
  } catch {
    return null;
  }
}
