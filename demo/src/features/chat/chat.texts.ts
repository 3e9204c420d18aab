import { defineTexts } from '@rise/shell/texts';

export const useChatTexts = defineTexts('chat-app', {
  en: {
    title: 'Chat',
    purpose: 'What you wrote to each other.',
    search: 'Search by name',
    list: 'Chats, the latest first',
    choose: 'Choose a chat to read it',
    none: 'No chats',
    noneText: 'There are no chats yet.',
    nobody: 'No chat with anybody called that',
    nobodyText: 'No name holds “{{query}}”. Try fewer letters.',
    unread_one: '{{count}} unread',
    unread_other: '{{count}} unread',
    you: 'You',
    empty: 'Nothing has been written yet.',
  },
  tr: {
    title: 'Sohbet',
    purpose: 'Birbirinize yazdıklarınız.',
    search: 'Ada göre ara',
    list: 'Sohbetler, en yenisi önce',
    choose: 'Okumak için bir sohbet seçin',
    none: 'Sohbet yok',
    noneText: 'Henüz kimse yazmadı.',
    nobody: 'Bu adda biriyle sohbet yok',
    nobodyText: 'Adında “{{query}}” geçen yok. Daha az harfle deneyin.',
    unread_one: '{{count}} okunmamış',
    unread_other: '{{count}} okunmamış',
    you: 'Siz',
    empty: 'Henüz bir şey yazılmadı.',
  },
});
