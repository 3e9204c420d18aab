import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runProgram } from '../../testing/program.ts';

const BUILD = new URL('../../testing/build-exclusively.mjs', import.meta.url);

let folder: string;
let log: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rise-launch-'));
  log = join(folder, 'log');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const build = (milliseconds = 50) => runProgram(BUILD, { args: [join(folder, 'building'), log, String(milliseconds)] });
const noted = async () => (await readFile(log, 'utf8')).trim().split('\n');

test('concurrent starts build one after another, and a killed one blocks nobody', async () => {
  const killed = build(60_000);
  await killed.waitForOutput('builds');
  const others = [build(), build(), build()];
  for (const other of others)
    await other.waitForOutput('Another process is installing or building here; waiting for it …');
  expect(await noted()).toEqual(['begins']);
  killed.child.kill('SIGKILL');
  expect(await Promise.all(others.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  expect(await noted()).toEqual(['begins', ...Array.from({ length: 3 }, () => ['begins', 'ends']).flat()]);
  expect(await readdir(join(folder, 'building'))).toEqual([]);
});

test('runs the existing build where nothing can be written', async () => {
  await writeFile(join(folder, 'building'), 'no folder');
  expect(await build().ended).toBe(0);
});

test('reads more sources than a shell lets a process open at once', () => {
  const project = fileURLToPath(new URL('../../../launch/fingerprint.mjs', import.meta.url));
  const files = Array.from({ length: 400 }, () => project);
  const script = `
    import { readFile } from 'node:fs/promises';
    import { fingerprint } from ${JSON.stringify(project)};
    process.stdout.write(await fingerprint(${JSON.stringify(files)}, (file) => readFile(file)));`;
  const { stdout, stderr } = spawnSync('sh', ['-c', 'ulimit -n 128; exec "$NODE" --input-type=module'], {
    input: script,
    encoding: 'utf8',
    env: { ...process.env, NODE: process.execPath },
  });
  expect([stdout, stderr]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), '']);
});
