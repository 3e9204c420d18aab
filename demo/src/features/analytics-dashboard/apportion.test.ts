import { describe, expect, it } from 'vitest';
import { apportion } from './apportion.ts';

describe('visitors by share', () => {
  it('are integers that add up to the total', () => {
    expect(apportion(107_736, [58, 42])).toEqual([62_487, 45_249]);
    expect(apportion(10, [33.3, 33.3, 33.4])).toEqual([3, 3, 4]);
    for (const whole of [0, 1, 7, 99_991]) {
      const counts = apportion(whole, [12.5, 37.5, 20, 30]);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(whole);
    }
  });

  it('are zero without visitors', () => {
    expect(apportion(12, [])).toEqual([]);
    expect(apportion(12, [0, 0])).toEqual([0, 0]);
  });
});
