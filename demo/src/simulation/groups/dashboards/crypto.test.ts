import { expect, test } from 'vitest';
import { createRandom } from '../../generate/random.ts';
import { crypto } from './crypto.ts';

const START = Date.parse('2026-03-18T10:30:00.000Z');
const at = (minutes: number) =>
  crypto({ now: new Date(START + minutes * 60_000), random: (label) => createRandom(label) });

test('watched coins move apart: nearly always, some rise while others fall', () => {
  const directions = Array.from(
    { length: 200 },
    (_, index) => new Set(at(index * 17).watchlist.map(({ trend }) => trend.dir)),
  );
  expect(directions.filter(({ size }) => size === 2).length).toBeGreaterThan(170);
});

test('a price that was shown stays, when time goes on', () => {
  const [before, after] = [at(0), at(5)].map(({ watchlist }) => watchlist[0]!.series[0]!.data.map(({ y }) => y));
  expect(after!.slice(0, -5)).toEqual(before!.slice(5));
});
