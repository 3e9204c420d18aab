import { describe, expect, it } from 'vitest';
import { typeOfKind } from './column-types.ts';
import { dateExample, DATE_FORMATS, guessDateFormat, isDateIn } from './date-format.ts';
import { exampleOf, guessNumberStyle, NUMBER_STYLES } from './number-style.ts';

describe('a column that becomes numbers', () => {
  it.each([
    [['1.234,50', '7,00', '-1.000.000,25'], { decimal: ',', thousands: '.', affix: '', scale: 2 }],
    [['1,234.5', '12'], { decimal: '.', thousands: ',', affix: '', scale: 1 }],
    [['12,5', '3,25'], { decimal: ',', thousands: '', affix: '', scale: 2 }],
    [['1 234,50 €', '7,00 €'], { decimal: ',', thousands: ' ', affix: '€', scale: 2 }],
    [['$1,234.00', '$5.00'], { decimal: '.', thousands: ',', affix: '$', scale: 2 }],
    [['10.65%', '7.9%'], { decimal: '.', thousands: '', affix: '%', scale: 2 }],
    [['5', '17'], { decimal: '.', thousands: '', affix: '', scale: 0 }],
    [['n/a', 'none'], { decimal: '.', thousands: '', affix: '', scale: 0 }],
    [[], { decimal: '.', thousands: '', affix: '', scale: 0 }],
  ])('%j is read as it is written', (samples, style) => expect(guessNumberStyle(samples)).toEqual(style));

  it('reads the examples that its styles are chosen by', () => {
    for (const { decimal, thousands } of NUMBER_STYLES)
      expect(guessNumberStyle([exampleOf({ decimal, thousands })])).toMatchObject({ decimal, thousands });
  });

  it('has two decimals where the samples have none', () => {
    expect(typeOfKind('decimal', ['5', '17'])).toMatchObject({ scale: 2 });
    expect(typeOfKind('integer', ['1.234'])).toMatchObject({ kind: 'integer' });
  });
});

describe('a column that becomes dates', () => {
  it('reads the examples that its formats are chosen by', () => {
    for (const format of DATE_FORMATS) expect(isDateIn(format, dateExample(format)), format).toBe(true);
  });

  it.each([
    [['31.12.2025', '1.2.2025'], '%d.%m.%Y'],
    [['12/31/2025', '01/02/2025'], '%m/%d/%Y'],
    [['01/02/2025', '03/04/2025'], '%d/%m/%Y'],
    [['930101', '981231'], '%y%m%d'],
    [['20251231'], '%Y%m%d'],
    [['Dec-2025', '1'], null],
    [['29.02.2023'], null],
    [['29.02.2024 10:15'], '%d.%m.%Y'],
    [['5 Dec 2025'], '%d %b %Y'],
    [[' '], null],
  ])('finds the format of %j', (samples, format) => expect(guessDateFormat(samples)).toBe(format));

  it('has a zone where each sample has one', () => {
    expect(typeOfKind('timestamp', ['2025-01-31T10:00:00+03:00'])).toMatchObject({ zoned: true });
    expect(typeOfKind('timestamp', ['2025-01-31 10:00'])).toMatchObject({ format: '%Y-%m-%d', zoned: false });
  });
});

it('two values become yes and no, whichever comes first', () => {
  expect(typeOfKind('boolean', ['N', 'Y'])).toEqual({ kind: 'boolean', trueText: 'Y', falseText: 'N' });
  expect(typeOfKind('boolean', ['open', 'closed'])).toMatchObject({ trueText: 'open', falseText: 'closed' });
  expect(typeOfKind('boolean', [])).toMatchObject({ trueText: 'yes', falseText: 'no' });
});
