import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './project.ts';

const PAGE = join(ROOT, 'docs/performance.md');
const HEADINGS = { growth: '## Growth\n', tests: '## Test times\n' } as const;

/** Writes one of the measured parts of docs/performance.md; the others keep their last measurements. */
export async function writePart(part: 'budget' | 'growth', text: string): Promise<void> {
  const page = await readFile(PAGE, 'utf8').catch(() => '');
  const [budget = '', ...sections] = page.split(/^(?=## )/m);
  const sectionOf = (heading: string) => sections.find((section) => section.startsWith(heading)) ?? '';
  const parts = { budget, growth: sectionOf(HEADINGS.growth), tests: sectionOf(HEADINGS.tests), [part]: text };
  const texts = [parts.budget, parts.growth, parts.tests].map((section) => section.trim());
  await writeFile(PAGE, `${texts.filter((section) => section !== '').join('\n\n')}\n`);
  execFileSync(join(ROOT, 'node_modules/.bin/oxfmt'), [PAGE]);
}
