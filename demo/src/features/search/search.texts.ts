import { defineTexts } from '@rise/shell/texts';

export const useSearchTexts = defineTexts('search', {
  en: {
    done: 'Done',
    goTo: 'Go to {{place}}',
    scheme: 'Appearance: {{scheme}}',
    theme: 'Colour: {{theme}}',
    language: 'Language: {{language}}',
    layout: 'Layout: {{layout}}',
    resetData: 'Reset or export the demo data',
    lock: 'Lock',
    signOut: 'Sign out',
  },
  tr: {
    done: 'Bitti',
    goTo: 'Git: {{place}}',
    scheme: 'Görünüm: {{scheme}}',
    theme: 'Renk: {{theme}}',
    language: 'Dil: {{language}}',
    layout: 'Düzen: {{layout}}',
    resetData: 'Demo verilerini sıfırla ya da dışa aktar',
    lock: 'Kilitle',
    signOut: 'Çıkış yap',
  },
});
