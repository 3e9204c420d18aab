import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canWrite } from './write-check.ts';

test('a directory that takes files can be told from one that is full or gone', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'rise-write-check-'));
  expect([await canWrite(directory), await canWrite(directory)]).toEqual([true, true]);
  await rm(join(directory, '.write-check'));
  // Writes to this device fail as on a full disk.
  await symlink('/dev/full', join(directory, '.write-check'));
  expect(await canWrite(directory)).toBe(false);
  await rm(directory, { recursive: true });
  expect(await canWrite(directory)).toBe(false);
});
