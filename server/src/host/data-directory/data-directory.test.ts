import promises, { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { runProgram } from '../../testing/program.ts';
import { openDataDirectory, viewDataDirectory } from './data-directory.ts';
import { lockDirectory } from './directory-lock.ts';
import { processStart } from './process-identity.ts';

const HOLDER = new URL('../../testing/lock-data-directory.ts', import.meta.url);

let path: string;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'rise-data-'));
});
afterEach(() => rm(path, { recursive: true, force: true }));

test('a directory that a running process has locked is rejected with its process id and the remedy', async () => {
  const holder = runProgram(HOLDER, { args: [path] });
  await holder.waitForOutput('held');
  await expect(openDataDirectory(path)).rejects.toThrow(
    `the data directory ${path} is in use by process ${holder.child.pid}; stop that process, or set RISE_DATA to another folder`,
  );
  holder.child.kill('SIGKILL');
  await holder.ended;
  await (await openDataDirectory(path)).release();
});

test.each<[string, string]>([
  ['below a folder that accepts no subfolders', '/proc/rise-data/of-nobody'],
  ['directly in such a folder', '/proc/rise-data'],
  ['below a file', '/dev/null/data'],
])('a path %s is rejected with the remedy', async (_name, place) => {
  const remedy = `cannot be used \\((ENOENT|ENOTDIR|EPERM|EACCES)\\); make it writable for this user, or set RISE_DATA to another folder`;
  await expect(openDataDirectory(place)).rejects.toThrow(new RegExp(`the data directory ${place} ${remedy}`));
  await expect(viewDataDirectory(place).folder('secrets')).rejects.toThrow(/ENOENT|ENOTDIR|EPERM|EACCES/);
});

test('creates parent folders that other users cannot enter', async () => {
  const deep = join(path, 'a', 'b', 'data');
  await (await openDataDirectory(deep)).release();
  for (const folder of [deep, join(path, 'a')]) expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('data directories that are created at the same time create their parent together', async () => {
  for (let round = 0; round < 20; round++) {
    const parent = join(path, String(round));
    const names = Array.from({ length: 10 }, (_, index) => join(parent, String(index)));
    const opening: ReturnType<typeof openDataDirectory>[] = [];
    // One after the other, each while those before it are at another step.
    for (const name of names) {
      opening.push(openDataDirectory(name));
      for (let turn = 0; turn < round; turn++) await new Promise(setImmediate);
    }
    const opened = await Promise.all(opening);
    expect(await readdir(parent)).toHaveLength(names.length);
    for (const directory of opened) await directory.release();
  }
});

test('a lock is stale when its process id now belongs to another process', async () => {
  await writeFile(join(path, 'lock.of-another'), JSON.stringify({ pid: process.pid, started: 'long ago' }));
  expect(await lockDirectory(path)).toHaveProperty('release');
});

test.each(['', '{', '{"pid":"1"}', 'null'])('a lock file that contains %j is stale', async (text) => {
  await writeFile(join(path, 'lock.of-another'), text);
  expect(await lockDirectory(path)).toHaveProperty('release');
});

test('of many processes that compete for a stale lock, exactly one gets it', async () => {
  await writeFile(join(path, 'lock.of-another'), JSON.stringify({ pid: process.pid, started: 'long ago' }));
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => lockDirectory(path)));
  expect(outcomes.filter((outcome) => 'release' in outcome)).toHaveLength(1);
  expect(await readdir(path)).toHaveLength(1);
});

test('on a slow disk one of them gets it, too, instead of all seeing each other until they give up', async () => {
  const { readdir: read } = promises;
  const slow = vi.spyOn(promises, 'readdir') as unknown as MockInstance<(...of: unknown[]) => Promise<unknown>>;
  slow.mockImplementation(async (...of) => {
    await wait(20);
    return Reflect.apply(read, promises, of);
  });
  syncBuiltinESMExports();
  try {
    for (let round = 0; round < 6; round++) {
      const folder = await mkdtemp(join(path, 'slow-'));
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => lockDirectory(folder)));
      expect([round, outcomes.filter((outcome) => 'release' in outcome).length]).toEqual([round, 1]);
    }
  } finally {
    slow.mockRestore();
    syncBuiltinESMExports();
  }
});

test('a waiting process gets the lock when its holder releases it', async () => {
  const first = await lockDirectory(path);
  const second = lockDirectory(path, 5000);
  if ('release' in first) await first.release();
  expect(await second).toHaveProperty('release');
});

test('a process’s start time distinguishes it from others with the same id', () => {
  expect(processStart(process.pid)).toBe(processStart(process.pid));
  expect(processStart(process.pid)).not.toBe(processStart(process.ppid));
  expect(processStart(2 ** 30)).toBeNull();
});

test('a secret is generated once and only its owner can read it', async () => {
  const data = await openDataDirectory(path);
  const secrets = await Promise.all(['a', 'b', 'c'].map((text) => data.secret('session', () => text)));
  expect(new Set(secrets).size).toBe(1);
  expect(await data.secret('session', () => 'another')).toBe(secrets[0]);
  expect((await stat(join(path, 'secrets', 'session'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(path, 'secrets'))).mode & 0o077).toBe(0);
  await data.release();
});

test('what earlier versions or a restored copy left open to others is closed when the directory is opened', async () => {
  const outside = join(path, '..', `${basename(path)}-outside`);
  await writeFile(outside, 'not ours');
  const folders = ['secrets', 'warehouse', 'warehouse/tenant', 'postgres', 'postgres/cluster'];
  const files = ['format', 'secrets/session', 'warehouse/tenant/1.duckdb', 'postgres/postgres.log'];
  for (const folder of folders) await mkdir(join(path, folder));
  for (const file of files) await writeFile(join(path, file), '1\n');
  await symlink(outside, join(path, 'warehouse', 'link'));
  await chmod(outside, 0o644);
  for (const folder of ['', ...folders]) await chmod(join(path, folder), 0o755);
  for (const file of files) await chmod(join(path, file), 0o664);
  await (await openDataDirectory(path)).release();
  const modeOf = async (name: string) => (await stat(join(path, name))).mode & 0o777;
  for (const folder of ['', ...folders]) expect([folder, await modeOf(folder)]).toEqual([folder, 0o700]);
  for (const file of files) expect([file, await modeOf(file)]).toEqual([file, 0o600]);
  expect((await stat(outside)).mode & 0o777).toBe(0o644);
  await rm(outside);
});

test('the modes of a folder that contains something else stay as they are, except those of our entries', async () => {
  await mkdir(join(path, 'secrets'));
  await writeFile(join(path, 'letters.txt'), 'not ours');
  await chmod(join(path, 'letters.txt'), 0o644);
  for (const folder of ['', 'secrets']) await chmod(join(path, folder), 0o755);
  await (await openDataDirectory(path)).release();
  const modes = ['', 'letters.txt', 'secrets'].map(async (name) => (await stat(join(path, name))).mode & 0o777);
  expect(await Promise.all(modes)).toEqual([0o755, 0o644, 0o700]);
});

test('a directory in a newer format is rejected and stays unlocked', async () => {
  await writeFile(join(path, 'format'), '99\n');
  await expect(openDataDirectory(path)).rejects.toThrow(/has format 99, .* start the version of Rise that wrote it/);
  expect(await lockDirectory(path)).toHaveProperty('release');
});

test('a path that is a file is rejected in one line', async () => {
  await writeFile(join(path, 'file'), '');
  await expect(openDataDirectory(join(path, 'file'))).rejects.toThrow(/cannot be used \(E\w+\); make it writable/);
});
