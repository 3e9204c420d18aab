import { defineTexts } from '../i18n/texts.ts';

export const useDashboardTexts = defineTexts('dashboards', {
  en: {
    exportCsv: 'Export as CSV',
    about: 'About “{{title}}”',
    low: 'low',
    medium: 'medium',
    high: 'high',
  },
  tr: {
    exportCsv: 'CSV olarak dışa aktar',
    about: '“{{title}}” hakkında',
    low: 'düşük',
    medium: 'orta',
    high: 'yüksek',
  },
});
