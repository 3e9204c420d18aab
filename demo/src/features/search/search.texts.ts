import { defineTexts } from '@rise/shell/texts';

export const useSearchTexts = defineTexts('search', {
  en: {
    done: 'Done',
    resetData: 'Reset or export the demo data',
    lock: 'Lock',
    signOut: 'Sign out',
  },
  tr: {
    done: 'Bitti',
    resetData: 'Demo verilerini sıfırla ya da dışa aktar',
    lock: 'Kilitle',
    signOut: 'Çıkış yap',
  },
});
