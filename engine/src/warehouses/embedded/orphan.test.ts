import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const gone = (pid: number) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

/** Processor time of a process or thread so far, in ticks, its priority and its policy. */
const statOf = (path: string) => {
  const [, , ...after] = readFileSync(`/proc/${path}/stat`, 'utf8').split(/[()]/);
  const fields = after.join('').trim().split(' ');
  return { ticks: Number(fields[11]) + Number(fields[12]), nice: Number(fields[16]), policy: Number(fields[38]) };
};
const ticks = (pid: number) => statOf(String(pid)).ticks;
const threadsOf = (pid: number) => readdirSync(`/proc/${pid}/task`).map((thread) => statOf(`${pid}/task/${thread}`));
const NORMAL = 0;
const IDLE = 5;

/** Whether it holds within half a minute, which a busy machine may take for it. */
async function becomes(holds: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 600 && !holds(); tries++) await sleep(50);
  return holds();
}

// What a busy child does is read from /proc.
describe.each(process.platform === 'linux' ? ['linux'] : [])('a busy child process on %s ends with its host', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rise-orphan-'));
    file = join(folder, '1.duckdb');
    (await DuckDBInstance.create(file)).closeSync();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['a reader in the middle of a query', () => [file], { nice: 0, policy: NORMAL }],
    ['a load, which lets readers go first', () => [file, folder], { nice: 10, policy: IDLE }],
  ])('%s, whatever kills the host', async (_, argumentsOf, priority) => {
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    const script = fileURLToPath(new URL('../../../tests/support/orphan.ts', import.meta.url));
    const host = spawn(process.execPath, ['--import', tsx, script, ...argumentsOf()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = await new Promise<number>((resolve) => {
      host.stdout.once('data', (line: Buffer) => resolve(Number(line)));
    });
    // Busy: it has used the processor for a tenth of a second. Each of its threads has the priority, since one inherits
    // it from that which started it; a load that then gets too little of the processor leaves its policy.
    const before = ticks(pid);
    const hasPriority = (thread: typeof priority) => thread.nice === priority.nice && thread.policy === priority.policy;
    const isSo = () => ticks(pid) > before + 10 && threadsOf(pid).every(hasPriority);
    expect(await becomes(isSo), JSON.stringify(threadsOf(pid))).toBe(true);
    host.kill('SIGKILL');
    try {
      expect(await becomes(() => gone(pid))).toBe(true);
    } finally {
      if (!gone(pid)) process.kill(pid, 'SIGKILL');
    }
  });
});
