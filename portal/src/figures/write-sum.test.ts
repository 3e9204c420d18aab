import { expect, test } from 'vitest';
import { writeSum } from './write-sum.ts';

test('a sum has all digits that say something, amounts two decimals', () => {
  expect(writeSum('25001250.000000000000', 'en')).toBe('25,001,250.00');
  expect(writeSum('2100.5', 'tr')).toBe('2.100,5');
  expect(writeSum('0.3333333000', 'en')).toBe('0.3333333');
  expect(writeSum('-7.50', 'en')).toBe('−7.50');
  expect(writeSum('12', 'en', { signed: true })).toBe('+12');
});
