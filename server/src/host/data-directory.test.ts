import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runProgram } from '../testing/program.ts';
import { openDataDirectory, viewDataDirectory } from './data-directory.ts';
import { lockDirectory } from './directory-lock.ts';
import { processStart } from './process-identity.ts';

const HOLDER = new URL('../testing/hold-directory.ts', import.meta.url);

let path: string;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'rise-data-'));
});
afterEach(() => rm(path, { recursive: true, force: true }));

test('a directory that a living process holds is refused with its number and the remedy', async () => {
  const holder = runProgram(HOLDER, { args: [path] });
  await holder.says('held');
  await expect(openDataDirectory(path)).rejects.toThrow(
    `the data directory ${path} is in use by process ${holder.child.pid}; stop that process, or set RISE_DATA to another folder`,
  );
  holder.child.kill('SIGKILL');
  await holder.ended;
  await (await openDataDirectory(path)).release();
});

test.each<[string, string]>([
  ['under a folder that takes none in', '/proc/rise-data/of-nobody'],
  ['directly in one', '/proc/rise-data'],
  ['under a file', '/dev/null/data'],
])('a place %s is refused with the remedy', async (_name, place) => {
  const remedy = `cannot be used \\((ENOENT|ENOTDIR|EPERM|EACCES)\\); make it writable for this user, or set RISE_DATA to another folder`;
  await expect(openDataDirectory(place)).rejects.toThrow(new RegExp(`the data directory ${place} ${remedy}`));
  await expect(viewDataDirectory(place).folder('secrets')).rejects.toThrow(/ENOENT|ENOTDIR|EPERM|EACCES/);
});

test('folders above it are made, closed to others', async () => {
  const deep = join(path, 'a', 'b', 'data');
  await (await openDataDirectory(deep)).release();
  for (const folder of [deep, join(path, 'a')]) expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('a lock whose process number now belongs to another process is stale', async () => {
  await writeFile(join(path, 'lock.of-another'), JSON.stringify({ pid: process.pid, started: 'long ago' }));
  expect(await lockDirectory(path)).toHaveProperty('release');
});

test.each(['', '{', '{"pid":"1"}', 'null'])('a lock file that holds %j is stale', async (text) => {
  await writeFile(join(path, 'lock.of-another'), text);
  expect(await lockDirectory(path)).toHaveProperty('release');
});

test('of many that want a stale lock at once one gets it', async () => {
  await writeFile(join(path, 'lock.of-another'), JSON.stringify({ pid: process.pid, started: 'long ago' }));
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => lockDirectory(path)));
  expect(outcomes.filter((outcome) => 'release' in outcome)).toHaveLength(1);
  expect(await readdir(path)).toHaveLength(1);
});

test('one that waits gets the lock when its holder lets go', async () => {
  const first = await lockDirectory(path);
  const second = lockDirectory(path, 5000);
  if ('release' in first) await first.release();
  expect(await second).toHaveProperty('release');
});

test('a process’s start tells it from every other with its number', () => {
  expect(processStart(process.pid)).toBe(processStart(process.pid));
  expect(processStart(process.pid)).not.toBe(processStart(process.ppid));
  expect(processStart(2 ** 30)).toBeNull();
});

test('a secret is made once and only its owner reads it', async () => {
  const data = await openDataDirectory(path);
  const made = await Promise.all(['a', 'b', 'c'].map((text) => data.secret('session', () => text)));
  expect(new Set(made).size).toBe(1);
  expect(await data.secret('session', () => 'another')).toBe(made[0]);
  expect((await stat(join(path, 'secrets', 'session'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(path, 'secrets'))).mode & 0o077).toBe(0);
  await data.release();
});

test('a directory in a newer format is refused, and left unlocked', async () => {
  await writeFile(join(path, 'format'), '99\n');
  await expect(openDataDirectory(path)).rejects.toThrow(/has format 99, .* start the version of Rise that wrote it/);
  expect(await lockDirectory(path)).toHaveProperty('release');
});

test('a path that is a file is refused in one line', async () => {
  await writeFile(join(path, 'file'), '');
  await expect(openDataDirectory(join(path, 'file'))).rejects.toThrow(/cannot be used \(E\w+\); make it writable/);
});
