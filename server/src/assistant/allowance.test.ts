import { expect, test } from 'vitest';
import { createAllowance } from './allowance.ts';

test('so many a minute for each person, whatever others do', () => {
  let now = 0;
  const allowance = createAllowance(2, () => now);
  expect([allowance.take('ada'), allowance.take('ada'), allowance.take('ada')]).toEqual([true, true, false]);
  expect(allowance.take('cem')).toBe(true);
  now = 59_999;
  expect(allowance.take('ada')).toBe(false);
  now = 60_000;
  expect(allowance.take('ada')).toBe(true);
});
