import { defineTexts } from '../texts/texts.ts';

export const useLanguageTexts = defineTexts('shell-language', {
  en: { language: 'Language' },
  tr: { language: 'Dil' },
});
