import { expect, it } from 'vitest';
import { countTitle, lowerTitle, pluralTitle } from './plural-title.ts';

it.each([
  ['State', 'States'],
  ['Credit union', 'Credit unions'],
  ['City', 'Cities'],
  ['Branch', 'Branches'],
  ['Class', 'Classes'],
  ['Day', 'Days'],
  ['NCUA region', 'NCUA regions'],
])('the plural of “%s” is “%s”', (title, plural) => {
  expect(pluralTitle(title)).toBe(plural);
});

it.each(['Status', 'Loans', 'Active in 2025', 'Delinquent loans', 'Is closed', 'Rating (A–E)', ''])(
  '“%s” has none that is known',
  (title) => {
    expect(pluralTitle(title)).toBeNull();
  },
);

it('a count is called by the members that it counts', () => {
  expect(countTitle({ en: 'Credit union', tr: 'Kredi birliği' })).toEqual({
    en: 'Credit unions',
    tr: 'Kredi birliği sayısı',
  });
  expect(countTitle({ en: 'Status' })).toEqual({ en: 'Status' });
});

it('within a sentence a title begins with a small letter, an acronym does not', () => {
  expect(lowerTitle('Credit union', 'en')).toBe('credit union');
  expect(lowerTitle('NCUA region', 'en')).toBe('NCUA region');
  expect(lowerTitle('İlçe', 'tr')).toBe('ilçe');
});
