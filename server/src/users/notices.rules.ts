import type { NewNotification } from '../inbox/inbox.service.ts';

/** To someone who has taken over what a removed person owned. */
export const handOverNotification = (name: string, count: number): NewNotification => ({
  kind: 'handovers',
  icon: 'users',
  title: { en: `You have taken over from ${name}`, tr: `${name} adlı kişiden devraldınız` },
  description: {
    en: `${count === 1 ? 'One item is' : `${count} items are`} yours now: subscriptions, alerts, saved queries, copies or roles in workspaces. What is scheduled runs with your rights.`,
    tr: `${count} öğe artık sizin: abonelikler, uyarılar, kayıtlı sorgular, kopyalar ya da çalışma alanlarındaki roller. Zamanlananlar sizin yetkilerinizle çalışır.`,
  },
  link: '/home',
});
