import type { FigureCurrency } from '@rise/contract';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { startTranslations } from '../../../i18n/i18n.ts';
import { translationServer } from '../../../i18n/translation-server.fixture.ts';
import { describeCurrency } from './currency-text.ts';

async function write(language: 'en' | 'tr', currency: FigureCurrency): Promise<string[]> {
  const texts = await startTranslations({ language, fetch: translationServer });
  return describeCurrency(currency, { t: texts.t as TFunction, language });
}

const CONVERTED: FigureCurrency = {
  code: 'EUR',
  conversion: { at: ['day'], table: 'fx', base: 'EUR', quote: 'currency_per_base', carryDays: 7 },
  from: [
    { currency: 'EUR', rows: 1, lastRate: null, missingOn: null },
    { currency: 'USD', rows: 1200, lastRate: '2025-12-31', missingOn: '2025-11-03' },
  ],
};

describe('the currency of a figure', () => {
  it('says from which currencies it was converted, at which rates, and what is missing', async () => {
    expect(await write('en', CONVERTED)).toEqual([
      'Amounts are converted to EUR.',
      'At the rate of each row’s day.',
      'Exchange rates: table fx, against EUR; a rate holds for 7 more days.',
      'EUR: 1 row.',
      'USD: 1,200 rows, last rate of Dec 31, 2025.',
      'USD: no rate on Nov 3, 2025.',
    ]);
    expect((await write('tr', CONVERTED)).slice(0, 2)).toEqual([
      'Tutarlar EUR cinsine çevrilmiştir.',
      'Her satırın kendi gününün kuruyla.',
    ]);
  });

  it('says that it is of one currency, or of each row’s own', async () => {
    expect(await write('en', { code: 'TRY', conversion: null, from: [] })).toEqual(['Amounts are in TRY.']);
    const own: FigureCurrency = { ...CONVERTED, code: null, conversion: null };
    expect((await write('en', own))[0]).toBe(
      'Each amount is in its own currency. Amounts in several currencies are not added up.',
    );
  });
});
