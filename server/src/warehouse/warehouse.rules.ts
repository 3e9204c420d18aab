import type { LocalizedText } from '@rise/contract';
import type { NewNotification } from '../inbox/inbox.service.ts';

/** The notification about a version that became current. */
export function newVersionNotification(version: {
  number: number;
  source: string;
  asOf: string | null;
}): NewNotification {
  const { number, source, asOf } = version;
  const title: LocalizedText = { en: `New data: version ${number}`, tr: `Yeni veri: sürüm ${number}` };
  const loaded: LocalizedText = { en: `${source} was loaded.`, tr: `${source} yüklendi.` };
  const description =
    asOf === null
      ? loaded
      : {
          en: `${loaded.en} Figures are as of ${longDate(asOf, 'en')}.`,
          tr: `${loaded.tr} Veri tarihi: ${longDate(asOf, 'tr')}.`,
        };
  return { kind: 'data-versions', icon: 'database', title, description, link: '/reports' };
}

/** `day` is 'YYYY-MM-DD'. */
function longDate(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}
