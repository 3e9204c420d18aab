import type { AreaSeries } from '../../src/charts/index.ts';

const DAY = 86_400_000;
const START = Date.UTC(2025, 0, 1);

/** Waves that look like a course: the same at every start. */
const course = (place: number, seed: number) =>
  Math.sin(place / 9 + seed) + 0.6 * Math.sin(place / 3.7 + seed * 2) + 0.3 * Math.sin(place * 1.9 + seed);

const days = (count: number, level: number, swing: number, seed: number) =>
  Array.from({ length: count }, (_, place) => ({
    x: new Date(START + place * DAY).toISOString().slice(0, 10),
    y: Math.round(level + place * level * 0.002 + swing * course(place, seed)),
  }));

export const visitors: readonly AreaSeries[] = [{ name: 'Visitors', data: days(365, 5200, 900, 1) }];

export const comparison: readonly AreaSeries[] = [
  { name: 'Page views', data: days(60, 3200, 420, 2) },
  { name: 'Visitors', data: days(60, 1900, 260, 4) },
];

/** x: minutes from now. */
export const price: readonly AreaSeries[] = [
  {
    name: 'Price',
    data: Array.from({ length: 49 }, (_, place) => ({
      x: (place - 48) * 5,
      y: place === 20 ? null : 67_240 + 60 * course(place, 3),
    })),
  },
];

export const rising = Array.from({ length: 30 }, (_, place) => place * 3 + 8 * course(place, 2));
export const falling = rising.map((value) => -value);
