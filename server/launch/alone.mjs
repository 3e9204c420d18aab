import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT, say } from './project.mjs';

/** Where those who install or build show themselves; the folder of packages itself comes and goes. */
const FOLDER = join(ROOT, '.building');

/**
 * Does the work while no other process does any in this folder of the project; waits for one that does. Each shows a
 * file of its own and then looks for others', so that two never both believe to be alone; that of a dead one counts for
 * nothing. Where nothing can be written, nobody builds either.
 */
export async function alone(work, folder = FOLDER) {
  for (let told = false; ; told = true) {
    const own = await show(folder).catch(() => null);
    if (own === null) return work();
    if (!(await othersThan(own, folder))) return work().finally(() => rm(own, { force: true }));
    await rm(own, { force: true });
    if (!told) say('Another start is installing or building here; waiting for it …');
    // Two that met draw back for unlike times.
    await wait(100 + Math.random() * 200);
  }
}

async function show(folder) {
  await mkdir(folder, { recursive: true });
  const name = randomUUID();
  const draft = join(folder, `draft-${name}`);
  const own = join(folder, name);
  await writeFile(draft, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }));
  await rename(draft, own);
  return own;
}

async function othersThan(own, folder) {
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

/** When a process started, where the system tells cheaply: its number alone comes round again. */
function startOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return null;
  }
}
