import type { TFunction } from 'i18next';
import type { TimeGrain } from '@rise/contract';
import { formatDay, utcDay } from '../dates/dates.ts';

/** A period by its first day, 'YYYY-MM-DD' or with a time: 'Dec 2025', 'Q4 2025'. Fiscal ones by the day they start. */
export function periodText(
  start: string,
  grain: TimeGrain,
  { t, language }: { t: TFunction; language: string },
): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(utcDay(start));
  switch (grain) {
    case 'year':
      return format({ year: 'numeric' });
    case 'quarter':
      return t('period.quarter', {
        quarter: Math.floor(utcDay(start).getUTCMonth() / 3) + 1,
        year: format({ year: 'numeric' }),
      });
    case 'month':
      return format({ month: 'short', year: 'numeric' });
    case 'hour':
      return `${formatDay(start, language)} ${start.slice(11, 16)}`;
    case 'day':
    case 'week':
    case 'fiscal_quarter':
    case 'fiscal_year':
      return formatDay(start, language);
  }
}
