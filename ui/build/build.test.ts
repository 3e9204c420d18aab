// @vitest-environment node
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bootAppearance, precompress, preloadFont } from './index.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'rise-page-'));
  await writeFile(join(root, 'page.css'), `@import '${join(import.meta.dirname, '../src/theme/theme.css')}';`);
  await writeFile(
    join(root, 'index.html'),
    '<html><head><link rel="stylesheet" href="./page.css"></head><body></body></html>',
  );
});
afterEach(() => rm(root, { recursive: true }));

it.each(['/', './', '/demo/'])('builds a page that is served at %s', async (base) => {
  await build({
    root,
    base,
    configFile: false,
    logLevel: 'error',
    plugins: [bootAppearance(), preloadFont(/inter-latin-wght-normal/), precompress()],
  });
  const page = await readFile(join(root, 'dist/index.html'), 'utf8');
  const font = /<link rel="preload" as="font"[^>]* href="([^"]+)"/.exec(page)?.[1] ?? '';
  expect(font.startsWith(`${base}assets/`)).toBe(true);
  const files = await readdir(join(root, 'dist'), { recursive: true });
  expect(files).toContain(font.slice(base.length));
  expect(files).toEqual(
    expect.arrayContaining(['boot-appearance.js', 'boot-appearance.js.br', 'boot-appearance.js.gz']),
  );
});
