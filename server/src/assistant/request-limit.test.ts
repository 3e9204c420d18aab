import { expect, test } from 'vitest';
import { RequestLimit } from './request-limit.ts';

test('limits each person separately within a sliding minute', () => {
  let now = 0;
  const limit = new RequestLimit(2, () => now);
  expect([limit.take('ada'), limit.take('ada'), limit.take('ada')]).toEqual([true, true, false]);
  expect(limit.take('cem')).toBe(true);
  now = 59_999;
  expect(limit.take('ada')).toBe(false);
  now = 60_000;
  expect(limit.take('ada')).toBe(true);
});
