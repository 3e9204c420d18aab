import type { TFunction } from 'i18next';
import { PERIODS } from '../about/filter-text.ts';
import type { Period } from '../period.state.ts';

/** Usual ranges, as in the address. */
export const PERIOD_PRESETS = [
  'all',
  'this-month',
  'this-quarter',
  'this-year',
  'last-1-month',
  'last-3-month',
  'last-12-month',
  'last-36-month',
  'last-1-year',
] as const;

const CURRENT = {
  day: 'report.days.current.day',
  week: 'report.days.current.week',
  month: 'report.days.current.month',
  quarter: 'report.days.current.quarter',
  year: 'report.days.current.year',
  fiscal_quarter: 'report.days.current.fiscal_quarter',
  fiscal_year: 'report.days.current.fiscal_year',
} as const;
/** 'Last 12 months', 'Year to date', 'All'. */
export function periodName(period: Period, t: TFunction): string {
  if ('last' in period) return t('report.days.last', { span: t(PERIODS[period.unit], { count: period.last }) });
  if ('current' in period) return t(CURRENT[period.current as keyof typeof CURRENT]);
  return t('report.days.all');
}
