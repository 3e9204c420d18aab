import { expect, test } from 'vitest';
import { generator } from '../testing/generate.ts';
import { robustMean } from './quantiles.rules.ts';
import { sharedBySiblings } from './shared-course.rules.ts';

/** Parts of series at each place: noise of one, and what all of them have. */
interface PartsOptions {
  readonly series?: number;
  readonly places?: number;
  readonly seed?: number;
  readonly all?: (place: number) => number;
}
function parts({ series = 20, places = 24, seed = 3, all = () => 0 }: PartsOptions = {}): number[][] {
  const { normal } = generator(seed);
  return Array.from({ length: places }, (_, place) => Array.from({ length: series }, () => all(place) + normal()));
}

test('series that do nothing together are judged without the noise of the others', () => {
  const found = Array.from({ length: 40 }, (_, seed) => sharedBySiblings(parts({ seed })));
  expect(found.filter((shared) => shared === null).length).toBeGreaterThan(30);
});

test('a season that all have is known as exactly as so many series tell', () => {
  const all = (place: number) => 2 * Math.sin((place * Math.PI) / 6);
  const { course, doubt } = sharedBySiblings(parts({ all }))!;
  for (const [place, value] of course.entries()) expect(Math.abs(value - all(place))).toBeLessThan(1);
  expect(doubt).toBeCloseTo(1.05 / 20, 6);
});

test('what all do in the last period alone is shared as well', () => {
  const { course } = sharedBySiblings(parts({ all: (place) => (place === 23 ? 3 : 0) }))!;
  expect(course.at(-1)).toBeGreaterThan(2);
});

test('one that is far off does not move what is shared', () => {
  const values = parts({ places: 1 })[0]!;
  const far = [...values.slice(1), 60];
  expect(Math.abs(robustMean(far) - robustMean(values))).toBeLessThan(0.3);
  expect(robustMean([1, 1, 1, 1])).toBe(1);
});
