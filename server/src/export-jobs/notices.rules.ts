import type { NewNotification } from '../inbox/inbox.service.ts';

/** Where a report's prepared exports are. */
const exportsPath = (report: string): string => `/reports/${report}?exports=open`;

/** To the person whose file is ready. */
export const readyNotice = (report: string, name: string): NewNotification => ({
  kind: 'exports',
  icon: 'download',
  title: { en: 'Your export is ready', tr: 'Dışa aktarmanız hazır' },
  description: { en: `Download “${name}” within 24 hours.`, tr: `“${name}” dosyasını 24 saat içinde indirin.` },
  link: exportsPath(report),
});

/** To the person whose file could not be written. */
export const failedNotice = (report: string, failure: string): NewNotification => ({
  kind: 'exports',
  icon: 'alert',
  title: { en: 'Your export failed', tr: 'Dışa aktarma başarısız oldu' },
  description: { en: failure, tr: failure },
  link: exportsPath(report),
});
