import { script } from './command.ts';
import type { Measured } from './project.ts';

/** The screen that needs the most JavaScript of those that may be a reader's first. */
export async function firstLoad(): Promise<Measured> {
  const lines = (await script('portal/first-load.mjs')).split('\n');
  const sizes = lines.flatMap((line) => {
    const found = /^(\w+): ([\d.]+) kB gz$/.exec(line);
    return found ? [{ screen: found[1]!, size: Number(found[2]) }] : [];
  });
  const [largest] = sizes.toSorted((a, b) => b.size - a.size);
  if (!largest) throw new Error('portal/first-load.mjs printed no sizes');
  return {
    what: `JavaScript before the first screen (${largest.screen}, the largest), gz`,
    measured: `${largest.size} kB`,
    budget: '≤ 220 kB',
    held: largest.size <= 220,
  };
}
