import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './project.ts';

const PAGE = join(ROOT, 'docs/performance.md');
const GROWTH = '## Growth\n';

/** Writes one of the measured parts of docs/performance.md; all others keep their last measurements. */
export async function writePart(part: 'budget' | 'growth', text: string): Promise<void> {
  const page = await readFile(PAGE, 'utf8').catch(() => '');
  const [budget = '', ...sections] = page.split(/^(?=## )/m);
  const isMeasured = (section: string) => part === 'growth' && section.startsWith(GROWTH);
  const others = sections.map((section) => (isMeasured(section) ? text : section));
  if (part === 'growth' && !sections.some(isMeasured)) others.push(text);
  const texts = [part === 'budget' ? text : budget, ...others].map((section) => section.trim());
  await writeFile(PAGE, `${texts.filter((section) => section !== '').join('\n\n')}\n`);
  execFileSync(join(ROOT, 'node_modules/.bin/oxfmt'), [PAGE]);
}
