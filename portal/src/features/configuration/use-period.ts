import { useTranslation } from 'react-i18next';
import { utcDay } from '../../dates/dates.ts';

/** Writes a period by its first day: a month, a quarter or a year. */
export function usePeriod(): (first: string, grain: 'month' | 'quarter' | 'year') => string {
  const { t, i18n } = useTranslation();
  return (first, grain) => {
    const day = utcDay(first);
    const year = String(day.getUTCFullYear());
    if (grain === 'year') return year;
    if (grain === 'quarter')
      return t('configuration.quarter', { quarter: Math.floor(day.getUTCMonth() / 3) + 1, year });
    return new Intl.DateTimeFormat(i18n.language, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(day);
  };
}
