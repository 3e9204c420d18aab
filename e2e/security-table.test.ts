import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

/** The lines of the table in `docs/security.md`: number, attack, expected answer, tests, verdict. */
const lines = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| +\d+ +\|/.test(line))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

/** The tests that a line names, as file and title. */
const testsOf = (cell: string) =>
  [...cell.matchAll(/\[([^\]]+)\]\(\.\.\/([^)]+)\)/g)].map(([, title, file]) => ({ title: title!, file: file! }));

/** A title as sources write it: quotes of either kind, and places for the cases of a table. */
function isIn(file: string, title: string): boolean {
  if (!existsSync(join(ROOT, file))) return false;
  return readFileSync(join(ROOT, file), 'utf8').replaceAll("\\'", "'").includes(title.replaceAll('\\', ''));
}

test('every attack of the table has a verdict, and tests that exist under their names', () => {
  expect(lines.map(([number]) => Number(number))).toEqual(lines.map((_, index) => index + 1));
  expect(lines.length).toBeGreaterThan(42);
  const issues = lines.flatMap(([number, , , tests, verdict]) => {
    const named = testsOf(tests!);
    return [
      ...(/^(holds|partly|later)/.test(verdict!) ? [] : [`${number}: a verdict begins with holds, partly or later`]),
      ...(named.length === 0 && !verdict!.startsWith('later') ? [`${number}: no test`] : []),
      ...named
        .filter(({ title, file }) => !isIn(file, title))
        .map(({ title, file }) => `${number}: ${file} › ${title}`),
    ];
  });
  expect(issues).toEqual([]);
});
