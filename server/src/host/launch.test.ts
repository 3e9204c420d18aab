import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runProgram } from '../testing/program.ts';

const BUILD = new URL('../testing/build-alone.mjs', import.meta.url);

let folder: string;
let log: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rise-launch-'));
  log = join(folder, 'log');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const build = (milliseconds = 50) => runProgram(BUILD, { args: [join(folder, 'building'), log, String(milliseconds)] });
const noted = async () => (await readFile(log, 'utf8')).trim().split('\n');

test('of starts at the same time one builds after the other; one that is killed holds up nobody', async () => {
  const killed = build(60_000);
  await killed.says('builds');
  const others = [build(), build(), build()];
  for (const other of others) await other.says('Another start is installing or building here; waiting for it …');
  expect(await noted()).toEqual(['begins']);
  killed.child.kill('SIGKILL');
  expect(await Promise.all(others.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  expect(await noted()).toEqual(['begins', ...Array.from({ length: 3 }, () => ['begins', 'ends']).flat()]);
  expect(await readdir(join(folder, 'building'))).toEqual([]);
});

test('where nothing can be written, what is built runs', async () => {
  await writeFile(join(folder, 'building'), 'no folder');
  expect(await build().ended).toBe(0);
});
