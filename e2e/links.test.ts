import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

const files = execFileSync('git', ['ls-files', '-z', '--', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '');

const withoutCode = (text: string) => text.replaceAll(/^```[^]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
/** The anchors of a document's headings, as the usual renderers of Markdown write them. */
const anchorsOf = (text: string): string[] =>
  [...text.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );

/** What is wrong with a link of a document; null if it leads to a file and, with an anchor, to a heading in it. */
function issueOf(file: string, link: string): string | null {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? join(ROOT, file) : join(ROOT, dirname(file), path);
  if (!existsSync(target)) return `${file}: there is no ${link}`;
  if (anchor === undefined || !target.endsWith('.md')) return null;
  return anchorsOf(readFileSync(target, 'utf8')).includes(anchor) ? null : `${file}: there is no heading ${link}`;
}

test('links between documents lead to files and headings', () => {
  let count = 0;
  const issues = files.flatMap((file) => {
    const links = [...withoutCode(readFileSync(join(ROOT, file), 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)];
    // Guides link to screens of the portal, whose own tests follow them.
    const between = links.map(([, link]) => link!).filter((link) => !/^([a-z]+:|\/)/.test(link));
    count += between.length;
    return between.map((link) => issueOf(file, link)).filter((issue) => issue !== null);
  });
  expect(issues).toEqual([]);
  expect(count).toBeGreaterThan(100);
});
