import { expect, test } from 'vitest';
import { newVersionNotification } from './warehouse.rules.ts';

test('the notification of a new version has its number, source and as-of date, in both languages', () => {
  expect(
    newVersionNotification({ number: 2, source: 'NCUA 5300 call report, 2025-12-31', asOf: '2025-12-31' }),
  ).toEqual({
    kind: 'data-versions',
    icon: 'database',
    title: { en: 'New data: version 2', tr: 'Yeni veri: sürüm 2' },
    description: {
      en: 'NCUA 5300 call report, 2025-12-31 was loaded. Figures are as of December 31, 2025.',
      tr: 'NCUA 5300 call report, 2025-12-31 yüklendi. Veri tarihi: 31 Aralık 2025.',
    },
    link: '/reports',
  });
  expect(newVersionNotification({ number: 1, source: 'Core data', asOf: null }).description).toEqual({
    en: 'Core data was loaded.',
    tr: 'Core data yüklendi.',
  });
});
