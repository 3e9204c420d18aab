import { defineTexts } from '@rise/shell/texts';

export const useInboxTexts = defineTexts('inbox', {
  en: {
    deleteMessage: 'Delete this message?',
    deleteNotification: 'Delete this notification?',
    deleteText: '“{{title}}” will be gone until the demo data is reset.',
    messages: 'Your messages',
    notifications: 'Your notifications',
    delete: 'Delete',
    cancel: 'Cancel',
  },
  tr: {
    deleteMessage: 'Bu mesaj silinsin mi?',
    deleteNotification: 'Bu bildirim silinsin mi?',
    deleteText: '“{{title}}” silinecek; demo verileri sıfırlanana dek geri gelmez.',
    messages: 'Mesajlarınız',
    notifications: 'Bildirimleriniz',
    delete: 'Sil',
    cancel: 'Vazgeç',
  },
});
