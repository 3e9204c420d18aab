import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './project.ts';

const PAGE = join(ROOT, 'docs/performance.md');
const GROWTH = '## Growth\n';

/** Writes one of the two parts of docs/performance.md; the other stays as it was measured last. */
export async function writePart(part: 'budget' | 'growth', text: string): Promise<void> {
  const before = await readFile(PAGE, 'utf8').catch(() => '');
  const at = before.indexOf(GROWTH);
  const [budget, growth] = at < 0 ? [before, ''] : [before.slice(0, at), before.slice(at)];
  const parts = part === 'budget' ? [text, growth] : [budget, text];
  await writeFile(PAGE, `${parts.map((each) => each.trim()).join('\n\n')}\n`);
  execFileSync(join(ROOT, 'node_modules/.bin/oxfmt'), [PAGE]);
}
