import { expect, test } from 'vitest';
import { COIN_DIGITS, coinsFor, decimalOf, parseAmount, USD_DIGITS, usdFor } from './exact.ts';

const units = (typed: string, locale: string, digits = USD_DIGITS) => parseAmount(typed, locale, digits);

test('amounts are parsed in each language’s format', () => {
  expect(units('1,234.5', 'en')).toEqual({ units: 123_450n });
  expect(units('1.234,5', 'tr')).toEqual({ units: 123_450n });
  expect(units('.5', 'en')).toEqual({ units: 50n });
  expect(units('0,00000001', 'tr', COIN_DIGITS)).toEqual({ units: 1n });
  for (const [typed, locale] of [
    ['0,5', 'en'],
    ['0.5', 'tr'],
    ['-1', 'en'],
    ['1e3', 'en'],
    ['', 'en'],
    ['.', 'en'],
  ] as const)
    expect(units(typed, locale), typed).toEqual({ issue: 'notNumber' });
  expect(units('0.001', 'en')).toEqual({ issue: 'tooFine' });
});

test('converting dollars to coins and back returns the same dollars at any price', () => {
  for (const price of [67_412.37, 3_180.05, 462.1, 2.1234])
    for (const usd of [1n, 99n, 123_456n, 98_765_432_101n]) expect(usdFor(coinsFor(usd, price), price)).toBe(usd);
});

test('coins are converted to the nearest cent, without floating-point errors', () => {
  expect(usdFor(41_720_000n, 67_400.01)).toBe(2_811_928n);
  expect(usdFor(123_456_789_012_345_678n, 2.1234)).toBe(262_148_145_788_814_813n / 10n ** 6n + 1n);
  expect(decimalOf(coinsFor(10_000n, 3_180), COIN_DIGITS)).toBe('0.03144654');
});
