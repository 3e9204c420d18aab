import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { INSPECTOR_ENTRY, LOADER_ENTRY, READER_ENTRY } from './entries.ts';

// Evaluating schemas, which neither uses, took longer than the rest of a reader's start.
it.each([
  ['reader', READER_ENTRY],
  ['loader', LOADER_ENTRY],
  ['inspector', INSPECTOR_ENTRY],
])('the built %s is one file without schemas', (_name, entry) => {
  const program = readFileSync(entry, 'utf8');
  const packages = new Set([...program.matchAll(/node_modules\/((?:@[\w-]+\/)?[\w-]+)\//g)].map(([, name]) => name));
  expect(packages).toContain('@duckdb/node-api');
  expect(packages).not.toContain('zod');
  expect(program.match(/^import .* from "\.\/.*/gm)).toBeNull();
});
