import type { Report } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../dates/dates.ts';
import { formatMoment } from '../../dates/moments.ts';

/** The as-of date for the page header; no property where the report has no data yet. */
export function useAsOf({ asOf, dataVersion, loadedAt }: Report): { asOf?: { label: string; detail: string } } {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  if (!asOf) return {};
  const moment = loadedAt ? formatMoment(loadedAt, language) : '–';
  return {
    asOf: {
      label: t('report.asOf', { date: formatDay(asOf, language) }),
      detail: t('report.freshness', { number: dataVersion, moment }),
    },
  };
}
