// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { compareFigures, formatDate, formatFigure, formatPoints } from './format-figure.ts';

const en = { locale: 'en', currency: 'USD' };
const tr = { locale: 'tr', currency: 'USD' };

describe('formatFigure', () => {
  it('keeps every digit of an exact decimal', () => {
    expect(formatFigure('2433113000000', { unit: 'currency' }, en)).toBe('$2,433,113,000,000');
    expect(formatFigure('12', { unit: 'currency' }, { locale: 'en', currency: 'EUR' })).toBe('€12');
    expect(formatFigure('12', { unit: 'currency' }, { locale: 'tr', currency: 'TRY' })).toBe('₺12');
    expect(formatFigure('90071992547409931234.56', { unit: 'currency', decimals: 2 }, en)).toBe(
      '$90,071,992,547,409,931,234.56',
    );
    expect(formatFigure('90071992547409931234', { unit: 'count' }, tr)).toBe('90.071.992.547.409.931.234');
  });

  it('shows the currency of amounts in another than the page’s', () => {
    const price = (currency: string | null) => ({ unit: 'currency', decimals: 2, currency }) as const;
    expect(formatFigure('1.5', price('USD'), en)).toBe('$1.50');
    expect(formatFigure('1.5', price('CAD'), en)).toBe('CA$1.50');
    expect(formatFigure('1.5', price('EUR'), tr)).toBe('€1,50');
    // Amounts in several currencies.
    expect(formatFigure('1.5', price(null), en)).toBe('1.50');
  });

  it('writes fractions as percent in the reader’s language', () => {
    expect(formatFigure(0.0912, { unit: 'percent', decimals: 2 }, en)).toBe('9.12%');
    expect(formatFigure(0.0912, { unit: 'percent', decimals: 2 }, tr)).toBe('%9,12');
    expect(formatFigure('0.5', { unit: 'percent', decimals: 1 }, tr)).toBe('%50,0');
  });

  it('writes days and local times in the reader’s language, whatever the time zone', () => {
    expect(formatFigure('2025-12-31', { unit: 'date' }, en)).toBe('Dec 31, 2025');
    expect(formatFigure('2025-12-31', { unit: 'date' }, tr)).toBe('31 Ara 2025');
    expect(formatFigure('2025-12-31T23:30:00', { unit: 'time' }, en)).toMatch(/^Dec 31, 2025, 11:30\sPM$/);
    expect(formatFigure(null, { unit: 'date' }, en)).toBe('–');
    expect(formatFigure('2025-12-31', { unit: 'number' }, en)).toBe('–');
    expect(compareFigures('2025-12-31', '2025-02-01')).toBe(1);
    expect(compareFigures('2025-01-31', '2025-02-01')).toBe(-1);
    expect(compareFigures('2025-01-31', null)).toBe(-1);
  });

  it('truncates if configured, else rounds', () => {
    expect(formatFigure('0.06999', { unit: 'percent', decimals: 2, truncate: true }, en)).toBe('6.99%');
    expect(formatFigure('0.06999', { unit: 'percent', decimals: 2 }, en)).toBe('7.00%');
    expect(formatFigure('-0.06999', { unit: 'percent', decimals: 2, truncate: true }, en)).toBe('−6.99%');
  });

  it('uses a true minus sign and never a negative zero', () => {
    expect(formatFigure(-1234, { unit: 'count' }, en)).toBe('−1,234');
    expect(formatFigure(-1234.5, { unit: 'currency' }, en)).toBe('−$1,235');
    expect(formatFigure(-0.00001, { unit: 'percent', decimals: 2 }, en)).toBe('0.00%');
    expect(formatFigure(-12, { unit: 'number', decimals: 1 }, tr)).toBe('−12,0');
  });

  it('shows a missing value as an en dash', () => {
    for (const value of [null, undefined, '', 'n/a', Number.NaN, Number.POSITIVE_INFINITY])
      expect(formatFigure(value, { unit: 'number' }, en)).toBe('–');
    expect(formatFigure(0, { unit: 'count' }, en)).toBe('0');
  });

  it('is compact only if requested, and only for amounts and counts', () => {
    expect(formatFigure('2433113000000', { unit: 'currency' }, { ...en, compact: true })).toBe('$2.43T');
    expect(formatFigure(1_240_000, { unit: 'count' }, { ...en, compact: true })).toBe('1.24M');
    expect(formatFigure(1_240_000, { unit: 'count' }, { ...tr, compact: true })).toBe('1,24\u00a0Mn');
    expect(formatFigure(812.5, { unit: 'number', decimals: 1 }, { ...en, compact: true })).toBe('812.5');
    expect(formatFigure(0.1234, { unit: 'percent', decimals: 2 }, { ...en, compact: true })).toBe('12.34%');
  });

  it('formats changes with their sign, in percentage points for percent', () => {
    expect(formatFigure(0.031, { unit: 'percent', decimals: 1 }, { ...en, signed: true })).toBe('+3.1%');
    expect(formatPoints(-0.0042, 2, 'en')).toBe('−0.42');
    expect(formatPoints(0, 2, 'en')).toBe('0.00');
  });
});

describe('formatDate', () => {
  it('shows a day as that day in every time zone', () => {
    expect(formatDate('2025-12-31', 'en')).toBe('Dec 31, 2025');
    expect(formatDate('2025-12-31', 'tr', 'long')).toBe('31 Aralık 2025');
  });
});

describe('compareFigures', () => {
  it('orders exact decimals, those without a value last', () => {
    const values = ['9007199254740993', null, '9007199254740992', '-5', 3];
    expect(values.toSorted(compareFigures)).toEqual(['-5', 3, '9007199254740992', '9007199254740993', null]);
  });
});
