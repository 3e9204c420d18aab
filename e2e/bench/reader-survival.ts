import { readdir, readFile } from 'node:fs/promises';
import type { Caller } from './portal.ts';
import { ms, type Measured } from './project.ts';
import { freshQuery } from './transactions.ts';

const AT_ONCE = 50;
/** DuckDB's configured memory in one reader, and that of Node in addition; in MB. */
const BOUND_MB = 512 + 400;

/** Processes that have a file open as a warehouse's reader. */
async function readersOf(file: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map(async (pid) => ({ pid, line: await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') })),
  );
  return lines.filter(({ line }) => line.includes(JSON.stringify(file))).map(({ pid }) => Number(pid));
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Time from killing a reader to the first result of its successor, and a reader's memory under concurrent aggregates of 10 M rows. */
export async function readerSurvival(caller: Caller, crowd: Caller, file: string): Promise<Measured[]> {
  await caller.post('/api/v1/query', freshQuery());
  const [victim] = await readersOf(file);
  if (victim === undefined) throw new Error(`No process reads ${file}`);
  process.kill(victim, 'SIGKILL');
  const killedAt = performance.now();
  let successor: number | undefined;
  while (successor === undefined) successor = (await readersOf(file)).find((pid) => pid !== victim);
  const replacedMs = performance.now() - killedAt;
  await caller.post('/api/v1/query', freshQuery());

  let most = 0;
  const watch = setInterval(() => void residentMb(successor).then((mb) => (most = Math.max(most, mb))), 20);
  await Promise.all(Array.from({ length: AT_ONCE }, () => crowd.post('/api/v1/query', freshQuery())));
  clearInterval(watch);
  return [
    {
      what: 'A killed reader until its replacement returns a result',
      measured: ms(replacedMs),
      budget: '≤ 1 s',
      held: replacedMs <= 1000,
    },
    {
      what: `Memory of a reader with ${AT_ONCE} concurrent aggregates, 10 M rows`,
      measured: `${most.toFixed(0)} MB`,
      budget: `≤ ${BOUND_MB} MB`,
      held: most > 0 && most <= BOUND_MB,
    },
  ];
}
