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
  const found = Array.from({ length: 40 }, (_, seed) => sharedBySiblings(parts({ seed }), 12));
  expect(found.filter((shared) => shared === null).length).toBeGreaterThan(33);
});

const wave = (place: number) => 2 * Math.sin((place * Math.PI) / 6);

test('a season that all have is known from all of its cycles', () => {
  const { course, doubt } = sharedBySiblings(parts({ all: wave }), 12)!;
  for (const [place, value] of course.entries()) expect(Math.abs(value - wave(place))).toBeLessThan(0.8);
  // Half as uncertain as one period of 20 series, and by the line around which it is.
  expect(doubt / (1.05 / 20)).toBeCloseTo(1 / 2 + 36 / 864, 6);
  expect(sharedBySiblings(parts({ all: wave, places: 36 }), 12)!.doubt).toBeLessThan(doubt * 0.75);
});

test('a course that no season explains is known period by period', () => {
  const turning = (place: number) => (place < 9 ? 0 : 3) + wave(place);
  const { course, doubt, spent } = sharedBySiblings(parts({ all: turning }), 12)!;
  for (const [place, value] of course.entries()) expect(Math.abs(value - turning(place))).toBeLessThan(1);
  expect([doubt, spent]).toEqual([1.05 / 20, 24 / 20]);
});

test('what all do in the last period alone is shared as well, and no season', () => {
  const fallen = (place: number) => (place === 23 ? 3 : 0);
  for (const all of [fallen, (place: number) => fallen(place) + wave(place)]) {
    const { course } = sharedBySiblings(parts({ all }), 12)!;
    expect(course.at(-1)! - all(23)).toBeGreaterThan(-1);
  }
});

test('one that is far off does not move what is shared', () => {
  const values = parts({ places: 1 })[0]!;
  const far = [...values.slice(1), 60];
  expect(Math.abs(robustMean(far) - robustMean(values))).toBeLessThan(0.3);
  expect(robustMean([1, 1, 1, 1])).toBe(1);
});
