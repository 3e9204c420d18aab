import type { TFunction } from 'i18next';

/** How long a visit for support may last, as it is chosen: "30 minutes", "4 hours". */
export const visitTime = (minutes: number, t: TFunction): string =>
  minutes % 60 === 0 ? t('support.inHours', { count: minutes / 60 }) : t('support.inMinutes', { count: minutes });
