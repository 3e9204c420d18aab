import { defineTexts } from '@rise/shell/texts';

export const useQuickChatTexts = defineTexts('quick-chat', {
  en: {
    discard: 'Delete what was not sent?',
    discardText: 'It has reached nobody, and will be gone for good.',
    delete: 'Delete',
    cancel: 'Cancel',
  },
  tr: {
    discard: 'Gönderilemeyen mesaj silinsin mi?',
    discardText: 'Kimseye ulaşmadı; kalıcı olarak silinecek.',
    delete: 'Sil',
    cancel: 'Vazgeç',
  },
});
