import { expect, test } from 'vitest';
import { newsOfVersion } from './warehouse.rules.ts';

test('a new version is told with its number, its source and its day, in both languages', () => {
  expect(newsOfVersion({ number: 2, source: 'NCUA 5300 call report, 2025-12-31', asOf: '2025-12-31' })).toEqual({
    icon: 'database',
    title: { en: 'New data: version 2', tr: 'Yeni veri: sürüm 2' },
    description: {
      en: 'NCUA 5300 call report, 2025-12-31 was loaded. Figures are as of December 31, 2025.',
      tr: 'NCUA 5300 call report, 2025-12-31 yüklendi. Rakamlar 31 Aralık 2025 tarihlidir.',
    },
    link: '/reports',
  });
  expect(newsOfVersion({ number: 1, source: 'Core data', asOf: null }).description).toEqual({
    en: 'Core data was loaded.',
    tr: 'Core data yüklendi.',
  });
});
