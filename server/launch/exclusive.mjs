import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT, say } from './project.mjs';

/** Contains a file per process that installs or builds. Outside node_modules, which an install replaces. */
const FOLDER = join(ROOT, '.building');

/**
 * Runs the work while no other process installs or builds in this checkout; waits for one that does. Each process writes
 * its own file and then looks for others', so two never both run; files of dead processes are ignored. Where the
 * folder is read-only it runs at once, since nothing can be built there anyway.
 */
export async function runExclusively(work, folder = FOLDER) {
  for (let announced = false; ; announced = true) {
    const own = await register(folder).catch(() => null);
    if (own === null) return work();
    if (!(await isAnotherRunning(own, folder))) return work().finally(() => rm(own, { force: true }));
    await rm(own, { force: true });
    if (!announced) say('Another process is installing or building here; waiting for it …');
    // Random: two processes that collided must not retry at the same time.
    await wait(100 + Math.random() * 200);
  }
}

async function register(folder) {
  await mkdir(folder, { recursive: true });
  const name = randomUUID();
  const draft = join(folder, `draft-${name}`);
  const own = join(folder, name);
  await writeFile(draft, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }));
  await rename(draft, own);
  return own;
}

async function isAnotherRunning(own, folder) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (path === own || name.startsWith('draft-')) continue;
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text === null) continue;
    const { pid, started } = JSON.parse(text);
    if (isAlive(pid) && startOf(pid) === started) return true;
    await rm(path, { force: true });
  }
  return false;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** When a process started, on Linux; process ids alone are reused. */
function startOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return null;
  }
}
