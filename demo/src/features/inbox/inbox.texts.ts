import { defineTexts } from '@rise/shell/texts';

export const useInboxTexts = defineTexts('inbox', {
  en: {
    deleteMessage: 'Delete this message?',
    deleteNotification: 'Delete this notification?',
    deleteText: '“{{title}}” will be gone until the demo data is reset.',
    delete: 'Delete',
    cancel: 'Cancel',
  },
  tr: {
    deleteMessage: 'Bu mesaj silinsin mi?',
    deleteNotification: 'Bu bildirim silinsin mi?',
    deleteText: '“{{title}}” silinecek; demo verileri sıfırlanana dek geri gelmez.',
    delete: 'Sil',
    cancel: 'Vazgeç',
  },
});
