import { describe, expect, it } from 'vitest';
import type { Having } from '../query/having.ts';
import { conditionValue, havingText } from './having-text.ts';

const us = { currency: 'USD', language: 'en' } as const;

describe('conditions on measures in words', () => {
  it('writes values as the figures of their measures, with all digits', () => {
    expect(conditionValue(1_000_000_000, { unit: 'currency' }, us)).toBe('$1,000,000,000');
    expect(conditionValue('0.0725', { unit: 'percent' }, us)).toBe('7.25%');
    expect(conditionValue(1500, { unit: 'count' }, { ...us, language: 'tr' })).toBe('1.500');
    expect(conditionValue(0.071, { unit: 'percent' }, { ...us, language: 'tr' })).toBe('%7,1');
    expect(conditionValue(12.5, { unit: 'currency', currency: null }, us)).toBe('12.5');
    expect(conditionValue('2025-12-31', { unit: 'date' }, us)).toBe('2025-12-31');
  });

  it('says in both languages what is shown', () => {
    const having: Having = {
      all: [
        { measure: 'assets', op: 'gte', values: [10] },
        {
          any: [
            { measure: 'ratio', op: 'lt', values: [7] },
            { measure: 'ratio', op: 'isNull', values: [] },
          ],
        },
      ],
    };
    const titleOf = (name: string) =>
      name === 'assets' ? { en: 'Assets', tr: 'Varlıklar' } : { en: 'Ratio', tr: 'Oran' };
    expect(
      havingText(having, titleOf, (measure, value) => (measure === 'assets' ? `$${value}` : String(value))),
    ).toEqual({
      en: 'Only where Assets ≥ $10 and (Ratio < 7 or Ratio has no value).',
      tr: 'Yalnızca: Varlıklar ≥ $10 ve (Oran < 7 veya Oran boş).',
    });
  });
});
