import { expect, it } from 'vitest';
import { sumDifference } from './version-rows.ts';

it.each([
  ['12345678901234567.89', '12345678901234567.88', '0.01'],
  ['5', '7.25', '-2.25'],
  ['-0.50', '0.50', '-1.00'],
  ['10', '10', '0'],
  ['0.07', '0.1', '-0.03'],
])('%s after %s is a change of %s, to the last digit', (now, before, change) =>
  expect(sumDifference(now, before)).toBe(change),
);
