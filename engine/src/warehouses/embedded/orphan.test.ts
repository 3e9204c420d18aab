import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';

const gone = (pid: number) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

it('a reader exits when its host is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rise-orphan-'));
  const file = join(folder, '1.duckdb');
  (await DuckDBInstance.create(file)).closeSync();
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const script = fileURLToPath(new URL('../../../tests/support/orphan.ts', import.meta.url));
  const host = spawn(process.execPath, ['--import', tsx, script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = await new Promise<number>((resolve) => {
    host.stdout.once('data', (line: Buffer) => resolve(Number(line)));
  });
  expect(gone(pid)).toBe(false);
  host.kill('SIGKILL');
  for (let tries = 0; tries < 100 && !gone(pid); tries++) await sleep(50);
  expect(gone(pid)).toBe(true);
  rmSync(folder, { recursive: true, force: true });
});
