import { defineTexts } from '@rise/shell/texts';

export const useActivitiesTexts = defineTexts('activities', {
  en: {
    title: 'Activities',
    purpose: 'What happened around you, the newest first.',
    emptyTitle: 'Nothing has happened yet',
    emptyText: 'What you and your colleagues do shows up here.',
  },
  tr: {
    title: 'Etkinlikler',
    purpose: 'Çevrenizde olup bitenler, en yenisi en üstte.',
    emptyTitle: 'Henüz bir şey olmadı',
    emptyText: 'Sizin ve iş arkadaşlarınızın yaptıkları burada görünür.',
  },
});
