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
/** How much longer than the others the first of several stays, so that not all of them give up at once. */
const FIRST_PATIENCE_MS = 10_000;

/**
 * Locks a folder for this process. A process that finds nobody writes its own file and then looks for others' again: of
 * two, the later one sees the earlier, so both never hold it. Of several that write at the same time, the one whose file
 * has the first name stays, and the others make room for it: on a slow disk they would else all see each other until they
 * give up. A file belongs to one process forever, so anyone may remove that of a dead one at any time. A living holder
 * gets `patienceMs` to finish, since a server that is stopping needs a moment.
 */
export async function lockDirectory(directory: string, patienceMs = 0): Promise<LockOutcome> {
  const deadline = Date.now() + Math.max(patienceMs, LEAST_PATIENCE_MS);
  let own: string | null = null;
  for (;;) {
    const others = await findOthers(directory, own);
    if (others.length === 0) {
      if (own !== null) return heldAs(own);
      own = await show(directory);
      continue;
    }
    const isFirst = own !== null && others.every(({ path }) => own! < path);
    const isLate = Date.now() >= deadline + (isFirst ? FIRST_PATIENCE_MS : 0);
    if (own !== null && (isLate || !isFirst)) {
      await rm(own, { force: true });
      own = null;
    }
    if (isLate) return { heldBy: others[0]!.pid };
    // Random, so that two processes that collided retry at different times.
    await wait(10 + Math.random() * 50);
  }
}

const heldAs = (path: string): LockOutcome => ({ release: () => rm(path, { force: true }) });

async function show(directory: string): Promise<string> {
  const path = join(directory, `${PREFIX}${randomUUID()}`);
  const draft = join(directory, `draft-${path.slice(-36)}`);
  const holder: Holder = { pid: process.pid, started: processStart(process.pid) ?? '' };
  await writeFile(draft, JSON.stringify(holder), { mode: 0o600 });
  await rename(draft, path);
  return path;
}

/** Living processes that show themselves, besides this one; files of dead ones are removed. */
async function findOthers(directory: string, own: string | null): Promise<{ path: string; pid: number }[]> {
  const others: { path: string; pid: number }[] = [];
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    if (!name.startsWith(PREFIX) || path === own) continue;
    const holder = await readHolder(path);
    if (holder !== null && processStart(holder.pid) === holder.started) others.push({ path, pid: holder.pid });
    else await rm(path, { force: true });
  }
  return others;
}

async function readHolder(path: string): Promise<Holder | null> {
  try {
    const holder = JSON.parse(await readFile(path, 'utf8')) as Partial<Holder> | null;
    return typeof holder?.pid === 'number' && typeof holder.started === 'string' ? (holder as Holder) : null;
  } catch {
    return null;
  }
}
