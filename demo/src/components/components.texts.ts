import { defineTexts } from '@rise/shell/texts';

export const useComponentTexts = defineTexts('reading', {
  en: {
    previousPage: 'Previous page',
    nextPage: 'Next page',
    range: '{{first}}–{{last}} of {{total}}',
    pages: 'Pages',
  },
  tr: {
    previousPage: 'Önceki sayfa',
    nextPage: 'Sonraki sayfa',
    range: '{{first}}–{{last}} / {{total}}',
    pages: 'Sayfalar',
  },
});
