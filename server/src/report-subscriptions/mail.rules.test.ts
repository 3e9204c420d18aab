import { reportDocument, type QueryResult, type Report } from '@rise/contract';
import { expect, test } from 'vitest';
import { onePage } from '../testing/one-page.ts';
import { figureText } from '../reports/figure-text.ts';
import { keyFigures } from './key-figures.rules.ts';
import { mailTexts } from './mail-texts.ts';
import { reportLink } from '../reports/report-link.ts';
import { subscriptionsPath } from './notices.rules.ts';

const percent = { unit: 'percent', decimals: 2, truncate: true } as const;
const money = { unit: 'currency', decimals: 0, truncate: false } as const;

test('figures are exact, in the language of their reader, and truncated where their measure is', () => {
  const style = { language: 'en', currency: 'USD' } as const;
  expect(figureText('0.06999', percent, style)).toBe('6.99%');
  expect(figureText('12345678901234567890', money, style)).toBe('$12,345,678,901,234,567,890');
  expect(figureText('0.0912', percent, { ...style, language: 'tr' })).toBe('%9,12');
  expect(figureText(null, percent, style)).toBeNull();
  expect(figureText('2025-12-31', { unit: 'date', decimals: 0, truncate: false }, style)).toBe('December 31, 2025');
});

test('a figure of a period has its change, ratios in percentage points, and none while the period is incomplete', () => {
  const title = { en: 'Quarter' };
  const tile = { id: 'q', kind: 'figures', title, measures: ['assets', 'ratio'], time: { field: 'as_of', grain: 'quarter' }, compare: 'previous_period' }; // prettier-ignore
  const document = reportDocument.parse({
    title,
    purpose: title,
    dataset: 'd',
    peers: [],
    filters: [],
    measures: [],
    ...onePage([tile]),
  });
  const report = { document, currency: 'USD', fields: { dimensions: [], measures: [] } } as unknown as Report;
  const result = (incompleteFrom: string | null) =>
    ({
      columns: [
        { name: 'as_of', title, period: { grain: 'quarter', incompleteFrom } },
        { name: 'assets', title: { en: 'Assets' }, format: money },
        { name: 'ratio', title: { en: 'Ratio' }, format: percent },
        { name: 'assets_change', title },
        { name: 'ratio_change', title },
      ],
      rows: [
        ['2025-10-01', '1500', '0.0712', 0.125, -0.0042],
        ['2025-07-01', '1300', '0.0754', null, null],
      ],
    }) as unknown as QueryResult;
  const blocks = (incompleteFrom: string | null) =>
    keyFigures(report, new Map([['q', { trend: { result: result(incompleteFrom) } }]]), 'en');
  expect(blocks(null)).toEqual([
    {
      head: ['Quarter, period from October 1, 2025', 'Value', 'Change'],
      rows: [
        ['Assets', '$1,500', '+12.5% from the previous period'],
        ['Ratio', '7.12%', '-0.42 percentage points from the previous period'],
      ],
    },
  ]);
  expect(blocks('2025-10-01')).toMatchObject([
    {
      head: ['Quarter, period from October 1, 2025, incomplete period', 'Value', 'Change'],
      rows: [
        ['Assets', '$1,500', ''],
        ['Ratio', '7.12%', ''],
      ],
    },
  ]);
});

test('a link has the selections as the portal reads them', () => {
  const state = {
    subject: '68',
    measure: 'roa',
    filters: { state: ['VT', 'N,H'], page: ['1'], empty: [] },
    peers: 'all' as const,
    minimums: { ranking: '10m' },
    period: { last: 12, unit: 'month' as const, including: false, from: 'data' as const },
    parameters: { growth: 0.05 },
  };
  const link = reportLink(new URL('https://rise.example'), 'r1', state);
  expect(link.pathname).toBe('/reports/r1');
  expect([...link.searchParams]).toEqual([
    ['institution', '68'],
    ['period', 'last-12-month'],
    ['measure', 'roa'],
    ['state', String.raw`VT,N\,H`],
    ['f.page', '1'],
    ['peers', 'all'],
    ['from.ranking', '10m'],
    ['set.growth', '0.05'],
  ]);
  expect(subscriptionsPath('r1')).toBe('/reports/r1?subscriptions=open');
});

test('a mail says by whom and when it is sent', () => {
  const origin = { owner: 'a@b.example', title: 'M', zone: 'Europe/Istanbul' };
  const monday = { every: 'week', on: 1, at: '08:00' } as const;
  const last = { every: 'month', on: 'last', at: '18:30' } as const;
  expect(mailTexts.en.origin({ ...origin, rule: monday })).toBe(
    'a@b.example set up this mail as “M”: every Monday at 08:00 (Europe/Istanbul).',
  );
  expect(mailTexts.tr.origin({ ...origin, rule: last })).toBe(
    'Bu e-postayı a@b.example, “M” adıyla kurdu: her ayın son günü 18:30 (Europe/Istanbul).',
  );
});
