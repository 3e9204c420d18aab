import { expect, it } from 'vitest';
import {
  anomalySentence,
  forecastSentence,
  missingSentence,
  outlierSentence,
  repeatedSentence,
  standingSentence,
  stoppedSentence,
  thresholdSentence,
  type Subject,
} from './insight-texts.rules.ts';

const MICHIGAN: Subject = {
  measure: { en: 'Shares of potential members', tr: 'Potansiyel üye payı' },
  member: { dimension: { en: 'State', tr: 'Eyalet' }, label: { en: 'Michigan' } },
  format: { unit: 'percent', decimals: 2, truncate: false },
  currency: 'USD',
};
const NEW_MEMBERS: Subject = {
  measure: { en: 'New members', tr: 'Yeni üyeler' },
  member: null,
  format: { unit: 'count', decimals: 0, truncate: false },
  currency: 'USD',
};
const MARCH = { period: '2026-03-01', grain: 'month' as const };

it('an outlier says what it is compared with, whether or not the measure is plural', () => {
  const figures = { value: 0.0105, median: 0.0429, count: 51 };
  expect(outlierSentence(MICHIGAN, figures)).toEqual({
    en: 'State “Michigan”: Shares of potential members at 1.05%; the median of 51 states is 4.29%.',
    tr: 'Eyalet “Michigan”: Potansiyel üye payı %1,05; karşılaştırılan 51 eyalet arasında medyan %4,29.',
  });
  const status = { ...MICHIGAN, member: { dimension: { en: 'Status', tr: 'Durum' }, label: { en: 'Open' } } };
  expect(outlierSentence(status, figures).en).toContain('the median of 51 values is');
});

it('the tenant’s own place is among the others', () => {
  const figures = { value: 0.08, median: 0.11, count: 386, share: 0.9612, isHigh: false };
  const own = { dimension: { en: 'Credit union', tr: 'Kredi birliği' }, label: { en: 'VERMONT' } };
  expect(standingSentence({ ...MICHIGAN, member: own }, figures)).toEqual({
    en: 'Credit union “VERMONT”: Shares of potential members at 8.00%, lower than in 96.1% of the other 385 credit unions. The median is 11.00%.',
    tr: 'Kredi birliği “VERMONT”: Potansiyel üye payı %8,00; diğer 385 kredi birliği arasında değeri bundan yüksek olanların oranı %96,1. Medyan: %11,00.',
  });
});

it('a forecast needs no verb that agrees with its measure', () => {
  expect(forecastSentence(NEW_MEMBERS, { value: 120, low: 100, high: 140, ...MARCH })).toEqual({
    en: 'Forecast of New members for March 2026: 120; 90% interval: 100 to 140.',
    tr: 'Yeni üyeler için Mart 2026 tahmini: 120; %90 olasılıkla 100 ile 140 arasında.',
  });
});

it('no sentence makes a plural measure singular', () => {
  const sentences = [
    anomalySentence(NEW_MEMBERS, { before: 10, value: 30, low: 8, high: 12, ...MARCH }),
    thresholdSentence(NEW_MEMBERS, { value: 9, limit: 10, band: { en: 'Watch' }, hasCrossed: true }),
    thresholdSentence(NEW_MEMBERS, { value: 11, limit: 10, band: { en: 'Watch' }, hasCrossed: false }),
    stoppedSentence(NEW_MEMBERS, { last: 5, ...MARCH }),
    repeatedSentence(NEW_MEMBERS, { value: 5, ...MARCH }),
  ].map(({ en }) => en);
  expect(sentences).toEqual([
    'New members rose 200% to 30 in March 2026; the past pointed to between 8 and 12.',
    'New members crossed 10 to 9; the class is now “Watch”.',
    'New members at 11, 1 from 10, where “Watch” begins.',
    'New members without a value in March 2026; the period before had 5.',
    'New members in March 2026 exactly as in the period before: 5. That never happened before.',
  ]);
});

it('rows without a value are a share in Turkish, too', () => {
  const loans = { en: 'Loans', tr: 'Krediler' };
  const days = { en: 'Days past due a month ago', tr: 'Bir ay önceki gecikme günü' };
  expect(missingSentence(days, loans, { share: 0.028, isUnmapped: false })).toEqual({
    en: 'Loans: 2.8% of the rows have no Days past due a month ago.',
    tr: 'Krediler: Bir ay önceki gecikme günü değeri boş olan kayıtların oranı %2,8.',
  });
});
