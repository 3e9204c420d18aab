import { expect, test } from 'vitest';
import { brandOf, grouped, isCardNumber, isPast, monthOf, formatMonth } from './card.ts';

test('a number with a valid check digit is accepted, one with a typo is not', () => {
  for (const number of ['4242 4242 4242 4242', '5555-5555-5555-4444', '378282246310005', '6011111111111117'])
    expect(isCardNumber(number), number).toBe(true);
  for (const number of ['4242 4242 4242 4241', '4242', '', '4242 4242 4242 424x', '0'.repeat(20)])
    expect(isCardNumber(number), number).toBe(false);
});

test('the card network follows from the number’s prefix', () => {
  expect(['4242', '5100', '2720', '37', '6011'].map(brandOf)).toEqual([
    'visa',
    'mastercard',
    'mastercard',
    'amex',
    'other',
  ]);
});

test('a number is grouped as on the card', () => {
  expect(grouped('42424242424242')).toBe('4242 4242 4242 42');
  expect(grouped('378282246310005')).toBe('3782 822463 10005');
  expect(grouped('')).toBe('');
});

test('a month is parsed in its usual formats, and a card is valid through its last day', () => {
  expect(['04/30', '4/30', '12-2031', '13/30', '00/30', 'soon'].map(monthOf)).toEqual([
    '2030-04',
    '2030-04',
    '2031-12',
    null,
    null,
    null,
  ]);
  expect(formatMonth('2030-04')).toBe('04/30');
  const lastDay = new Date(2030, 3, 30, 23);
  expect([isPast('2030-04', lastDay), isPast('2030-03', lastDay)]).toEqual([false, true]);
});
