import { expect, test } from 'vitest';
import { RecentTimes } from './recent-times.ts';

const MINUTE = 60_000;

test('nothing is known before there is anything', () => {
  expect(new RecentTimes().read()).toEqual({ count: 0, p95Ms: null, marked: 0 });
});

test('the 95th percentile is that of the last 15 minutes', () => {
  const times = new RecentTimes();
  for (let index = 0; index < 100; index += 1) times.add(9000, true, 0);
  for (let index = 0; index < 95; index += 1) times.add(1, false, 5 * MINUTE);
  for (let index = 0; index < 5; index += 1) times.add(700, true, 5 * MINUTE);
  expect(times.read(5 * MINUTE).p95Ms).toBeGreaterThan(5000);
  expect(times.read(15 * MINUTE)).toEqual({ count: 100, p95Ms: 2, marked: 5 });
  expect(times.read(20 * MINUTE).count).toBe(0);
});

test('a minute is counted again from zero when its place is used again', () => {
  const times = new RecentTimes();
  times.add(1, true, 0);
  times.add(40_000, false, 15 * MINUTE);
  expect(times.read(15 * MINUTE)).toEqual({ count: 1, p95Ms: 30_000, marked: 0 });
});
