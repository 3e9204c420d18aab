import { defineTexts } from '../texts/texts.ts';

export const usePaletteTexts = defineTexts('shell-palette', {
  en: {
    goTo: 'Go to {{place}}',
    scheme: 'Appearance: {{scheme}}',
    theme: 'Color: {{theme}}',
    language: 'Language: {{language}}',
    layout: 'Layout: {{layout}}',
  },
  tr: {
    goTo: 'Git: {{place}}',
    scheme: 'Görünüm: {{scheme}}',
    theme: 'Renk: {{theme}}',
    language: 'Dil: {{language}}',
    layout: 'Düzen: {{layout}}',
  },
});
