import { defineTexts } from '@rise/shell/texts';

export const useComponentTexts = defineTexts('reading', {
  en: {
    close: 'Close',
    previousPage: 'Previous page',
    nextPage: 'Next page',
    range: '{{first}}–{{last}} of {{total}}',
    pages: 'Pages',
  },
  tr: {
    close: 'Kapat',
    previousPage: 'Önceki sayfa',
    nextPage: 'Sonraki sayfa',
    range: '{{first}}–{{last}} / {{total}}',
    pages: 'Sayfalar',
  },
});
