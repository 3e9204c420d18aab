import type { ReportFreeze } from '@rise/contract';
import type { TFunction } from 'i18next';
import { formatDay } from '../../../dates/dates.ts';
import { formatMoment } from '../../../dates/moments.ts';

/** Digits of a hash that identify a freeze among those of a report. */
const SHORT = 12;

export const shortHash = ({ hash }: ReportFreeze): string => hash.slice(0, SHORT);

/** Who froze it and when, of which day, and the versions behind it, each as a phrase. */
export function factsOf(freeze: ReportFreeze, t: TFunction, language: string): string[] {
  const { asOf, frozenAt, frozenBy, dataVersion, model, reportVersion } = freeze;
  const moment = formatMoment(frozenAt, language);
  return [
    t('report.freeze.by', { person: frozenBy ?? 'Rise', moment }),
    ...(asOf === null ? [] : [t('report.asOf', { date: formatDay(asOf, language) })]),
    t('report.freeze.dataVersion', { number: dataVersion }),
    t('report.freeze.modelVersion', { number: model.version }),
    t('report.freeze.reportVersion', { number: reportVersion }),
  ];
}
