import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FOLDER_LIMITS } from '@rise/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderUnreadable, listFolder, readListed } from './list-folder.ts';

let base: string;
let folder: string;
const put = async (path: string, text = 'Text.') => {
  await mkdir(join(base, path, '..'), { recursive: true });
  await writeFile(join(base, path), text);
};
const list = () => listFolder(folder, new AbortController().signal);

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'rise-folder-'));
  folder = join(base, 'handbook');
  await mkdir(folder);
});
afterEach(() => rm(base, { recursive: true }));

test('lists Markdown files in order, without hidden ones and other kinds', async () => {
  for (const path of ['b.md', 'a/z.markdown', 'a/B.MD', '.git/x.md', '.hidden.md', 'picture.png', 'notes.txt'])
    await put(`handbook/${path}`);
  expect(await list()).toEqual({ paths: ['a/B.MD', 'a/z.markdown', 'b.md'], skips: [] });
});

test('follows links to files within the folder, and none that leads out of it', async () => {
  await put('handbook/..data/fees.md', 'Fees.');
  await put('secret/secret.md', 'Secret.');
  await put('handbook2/near.md', 'Near.');
  await symlink(join(folder, '..data/fees.md'), join(folder, 'fees.md'));
  await symlink('../secret/secret.md', join(folder, 'out.md'));
  await symlink('../handbook2/near.md', join(folder, 'near.md'));
  await symlink('../secret', join(folder, 'outer'));
  await symlink('.', join(folder, 'loop'));
  await symlink('nowhere.md', join(folder, 'broken.md'));
  const { paths, skips } = await list();
  expect(paths).toEqual(['broken.md', 'fees.md']);
  expect(skips).toEqual(['near.md', 'out.md', 'outer'].map((title) => ({ title, reason: 'outside' })));
  expect(String(await readListed(folder, 'fees.md'))).toBe('Fees.');
  expect(await readListed(folder, 'broken.md')).toBe('unreadable');
  // Put there after the listing.
  for (const path of ['out.md', 'near.md', 'outer/secret.md']) expect(await readListed(folder, path)).toBe('outside');
});

test('the folder itself may be a link', async () => {
  await put('handbook/a.md', 'Inside.');
  await symlink(folder, join(base, 'link'));
  expect((await listFolder(join(base, 'link'), new AbortController().signal)).paths).toEqual(['a.md']);
  expect(String(await readListed(join(base, 'link'), 'a.md'))).toBe('Inside.');
});

test('does not read what is too large, and does not wait for a pipe', async () => {
  await put('handbook/large.md');
  await truncate(join(folder, 'large.md'), FOLDER_LIMITS.bytes + 1);
  execFileSync('mkfifo', [join(folder, 'pipe.md')]);
  expect(await readListed(folder, 'large.md')).toBe('large');
  expect(await readListed(folder, 'pipe.md')).toBe('kind');
});

test('more files or depth than the limits are reported', async () => {
  for (let at = 0; at <= FOLDER_LIMITS.files; at++)
    await writeFile(join(folder, `${String(at).padStart(5, '0')}.md`), '');
  await put(`handbook/${Array.from({ length: FOLDER_LIMITS.depth + 1 }, () => 'x').join('/')}/deep.md`);
  const { paths, skips } = await list();
  expect(paths).toHaveLength(FOLDER_LIMITS.files);
  expect(skips.map(({ title, reason }) => [title.length, reason])).toEqual([
    [8, 'limit'],
    [2 * FOLDER_LIMITS.depth - 1, 'limit'],
  ]);
});

test('a folder that is not there is no empty one', async () => {
  await rm(folder, { recursive: true });
  await expect(list()).rejects.toThrow(FolderUnreadable);
});
