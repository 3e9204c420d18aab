import { defineTexts } from '@rise/shell/texts';

export const useShortcutTexts = defineTexts('shortcuts', {
  en: {
    question: 'Delete this shortcut?',
    text: '“{{label}}” goes from your shortcuts. The page it leads to stays.',
    delete: 'Delete',
    cancel: 'Cancel',
  },
  tr: {
    question: 'Bu kısayol silinsin mi?',
    text: '“{{label}}” kısayollarınızdan çıkar. Götürdüğü sayfa durur.',
    delete: 'Sil',
    cancel: 'Vazgeç',
  },
});
