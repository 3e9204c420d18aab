#!/usr/bin/env node
/**
 * What a reader's browser loads of JavaScript before a screen is there: the entry's and the screen's static imports,
 * summed up as gzip (level 9). Needs a build. `node portal/first-load.mjs` prints a table; the bench imports `firstLoad`.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const DIST = join(dirname(fileURLToPath(import.meta.url)), 'dist');
/** Screens by the name of their chunk. */
export const SCREENS = ['landing', 'home', 'reports'];

/** @returns {{ screen: string, bytes: number, files: { file: string, bytes: number }[] }[]} gzip bytes a screen */
export function firstLoad(dist = DIST) {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry);
  return SCREENS.map((screen) => {
    const key = Object.keys(manifest).find((name) => name.endsWith(`features/${screen}/${screen}.page.tsx`));
    if (!key) throw new Error(`The build has no screen "${screen}".`);
    const files = new Map();
    const visit = (chunk) => {
      if (!chunk.file.endsWith('.js') || files.has(chunk.file)) return;
      files.set(chunk.file, gzipSync(readFileSync(join(dist, chunk.file)), { level: 9 }).length);
      for (const imported of chunk.imports ?? []) visit(manifest[imported]);
    };
    visit(entry);
    visit(manifest[key]);
    const appearance = 'boot-appearance.js';
    files.set(appearance, gzipSync(readFileSync(join(dist, appearance)), { level: 9 }).length);
    const listed = [...files].map(([file, bytes]) => ({ file: posix.basename(file), bytes }));
    return { screen, bytes: listed.reduce((sum, { bytes }) => sum + bytes, 0), files: listed };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { screen, bytes, files } of firstLoad()) {
    process.stdout.write(`${screen}: ${(bytes / 1000).toFixed(1)} kB gz\n`);
    for (const { file, bytes: own } of files.toSorted((a, b) => b.bytes - a.bytes))
      process.stdout.write(`  ${(own / 1000).toFixed(1).padStart(6)}  ${file}\n`);
  }
