import { expect, it } from 'vitest';
import { recentTrend } from './trend.ts';

it('compares the latest points with the same number before them', () => {
  expect(recentTrend([1, 2, 3, 6])).toEqual({ points: 2, change: 2 });
  expect(recentTrend([1, 2, 3, 6], 1)).toEqual({ points: 1, change: 1 });
  expect(recentTrend([5])).toEqual({ points: 0, change: null });
  expect(recentTrend([0, 4])).toEqual({ points: 1, change: null });
});
