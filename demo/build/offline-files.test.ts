import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listFiles } from './offline-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rise-offline-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  const names = [
    'index.html',
    'index.html.br',
    'service-worker.js',
    '.vite/manifest.json',
    'assets/a.js',
    'assets/a.js.gz',
  ];
  for (const name of names) await writeFile(join(folder, name), name);
});
afterEach(() => rm(folder, { recursive: true }));

test('lists what screens load, with a version that follows the content', async () => {
  const before = await listFiles(folder);
  expect(before.files).toEqual(['assets/a.js', 'index.html']);
  expect(await listFiles(folder)).toEqual(before);
  await writeFile(join(folder, 'index.html'), 'changed');
  expect((await listFiles(folder)).version).not.toBe(before.version);
});
