import { defineTexts } from '@rise/shell/texts';

export const useDashboardTexts = defineTexts('dashboards', {
  en: {
    exportCsv: 'Export as CSV',
    about: 'About “{{title}}”',
    againstDaysBefore_one: 'yesterday vs. the day before',
    againstDaysBefore_other: 'last {{count}} days vs. the {{count}} before',
    low: 'low',
    medium: 'medium',
    high: 'high',
  },
  tr: {
    exportCsv: 'CSV olarak dışa aktar',
    about: '“{{title}}” hakkında',
    againstDaysBefore_one: 'dün, önceki güne göre',
    againstDaysBefore_other: 'son {{count}} gün, önceki {{count}} güne göre',
    low: 'düşük',
    medium: 'orta',
    high: 'yüksek',
  },
});
