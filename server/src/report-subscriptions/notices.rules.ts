import type { NewNotification } from '../inbox/inbox.service.ts';

/** The page of a report on which its subscriptions are changed and stopped. */
export const subscriptionsPath = (report: string): string => `/reports/${report}?subscriptions=open`;

interface Subscription {
  readonly reportId: string;
  readonly title: string;
}

/** To the person whose report could not be sent. */
export const failedNotification = ({ reportId, title }: Subscription, failure: string): NewNotification => ({
  kind: 'subscriptions',
  icon: 'alert',
  title: { en: `“${title}” could not be sent`, tr: `“${title}” gönderilemedi` },
  description: {
    en: `${failure} It is tried again at its next time.`,
    tr: `${failure} Bir sonraki zamanında yeniden denenecek.`,
  },
  link: subscriptionsPath(reportId),
});

/** To those who manage the workspace. */
export const pausedNotification = (
  { reportId, title }: Subscription,
  reason: 'archived' | 'owner',
): NewNotification => ({
  kind: 'subscriptions',
  icon: 'alert',
  title: { en: `The subscription “${title}” is paused`, tr: `“${title}” aboneliği duraklatıldı` },
  description:
    reason === 'archived'
      ? { en: 'Its report is archived, so nothing is sent.', tr: 'Raporu arşivlendiği için gönderilmiyor.' }
      : {
          en: 'Who set it up may not send the report any more. Resume it to send it in your name.',
          tr: 'Kuran kişi raporu artık gönderemiyor. Kendi adınıza göndermek için sürdürün.',
        },
  link: subscriptionsPath(reportId),
});
