import { script } from './command.ts';
import type { Measured } from './project.ts';

/** The screen with the most JavaScript of those that can be a reader's first. */
export async function firstLoad(): Promise<Measured> {
  const lines = (await script('portal/first-load.mjs')).split('\n');
  const sizes = lines.flatMap((line) => {
    const match = /^(\w+): ([\d.]+) kB gz$/.exec(line);
    return match ? [{ screen: match[1]!, size: Number(match[2]) }] : [];
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
