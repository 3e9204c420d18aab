import { defineTexts } from '@rise/shell/texts';

export const useConversationTexts = defineTexts('quick-chat', {
  en: {
    chatWith: 'The chat with {{name}}',
    discard: 'Delete the unsent message?',
    discardText: 'This message was never sent and will be permanently deleted.',
    delete: 'Delete',
    cancel: 'Cancel',
    emoji: 'Insert emoji',
    attach: 'Send files',
    tooLarge: 'Not sent because files can have 1 MB at most: {{names}}',
  },
  tr: {
    chatWith: '{{name}} ile sohbet',
    discard: 'Gönderilemeyen mesaj silinsin mi?',
    discardText: 'Kimseye ulaşmadı; kalıcı olarak silinecek.',
    delete: 'Sil',
    cancel: 'Vazgeç',
    emoji: 'Emoji ekle',
    attach: 'Dosya gönder',
    tooLarge: 'Dosyalar en çok 1 MB olabildiği için gönderilmedi: {{names}}',
  },
});
