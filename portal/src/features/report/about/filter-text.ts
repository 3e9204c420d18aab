import type { Condition, During, FieldComparison, Filter, Report } from '@rise/contract';
import type { TFunction } from 'i18next';
import { dimensionNamed, valueTitle } from '../fields.ts';

export interface PhraseContext {
  t: TFunction;
  language: string;
  localize: (text: { en: string; tr?: string | undefined }) => string;
}

/** A filter as sentences joined by AND; empty without a filter. */
export function describeFilter(filter: Filter | null | undefined, report: Report, context: PhraseContext): string[] {
  if (!filter) return [];
  if ('all' in filter) return filter.all.flatMap((part) => describeFilter(part, report, context));
  return [phrase(filter, report, context)];
}

function phrase(filter: Filter, report: Report, context: PhraseContext): string {
  const { t, language } = context;
  if ('during' in filter) return describePeriod(filter, report, context);
  if ('otherField' in filter) return describeComparison(filter, report, context);
  if ('field' in filter) return describeCondition(filter, report, context);
  if ('not' in filter) return t('report.filter.not', { phrase: phrase(filter.not, report, context) });
  const [parts, type] = 'all' in filter ? [filter.all, 'conjunction' as const] : [filter.any, 'disjunction' as const];
  return new Intl.ListFormat(language, { type }).format(parts.map((part) => phrase(part, report, context)));
}

/** Spans of periods, by their number. */
export const PERIODS = {
  day: 'report.period.day',
  week: 'report.period.week',
  month: 'report.period.month',
  quarter: 'report.period.quarter',
  year: 'report.period.year',
  fiscal_quarter: 'report.period.fiscal_quarter',
  fiscal_year: 'report.period.fiscal_year',
} as const;
const TO_DATE = {
  day: 'report.current.day',
  week: 'report.current.week',
  month: 'report.current.month',
  quarter: 'report.current.quarter',
  year: 'report.current.year',
  fiscal_quarter: 'report.current.fiscal_quarter',
  fiscal_year: 'report.current.fiscal_year',
} as const;

function describePeriod({ field, during }: During, report: Report, { t, language, localize }: PhraseContext): string {
  const dimension = dimensionNamed(report, field);
  const name = dimension ? localize(dimension.title) : field;
  if ('last' in during) {
    const span = t(PERIODS[during.unit], { count: during.last });
    return t(during.including ? 'report.filter.lastAndCurrent' : 'report.filter.last', { field: name, span });
  }
  if ('current' in during) return t('report.filter.current', { field: name, span: t(TO_DATE[during.current]) });
  const day = (text: string | undefined) =>
    text === undefined
      ? '…'
      : new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
          new Date(`${text}T00:00:00Z`),
        );
  return t('report.filter.between', { field: name, since: day(during.since), until: day(during.until) });
}

const SIGNS = { eq: '=', ne: '≠', gt: '>', gte: '≥', lt: '<', lte: '≤' } as const;

function describeComparison(
  { field, op, otherField }: FieldComparison,
  report: Report,
  { localize }: PhraseContext,
): string {
  const named = (name: string) => {
    const dimension = dimensionNamed(report, name);
    return dimension ? localize(dimension.title) : name;
  };
  return `${named(field)} ${SIGNS[op]} ${named(otherField)}`;
}

function describeCondition({ field, op, values }: Condition, report: Report, context: PhraseContext): string {
  const { t, language, localize } = context;
  const dimension = dimensionNamed(report, field);
  const name = dimension ? localize(dimension.title) : field;
  const titles = values.map((value) => valueTitle(dimension, value, localize));
  const list = new Intl.ListFormat(language, { type: 'disjunction' }).format(titles);
  switch (op) {
    case 'in':
      return t('report.filter.in', { field: name, values: list });
    case 'notIn':
      return t('report.filter.notIn', { field: name, values: list });
    case 'contains':
      return t('report.filter.contains', { field: name, values: list });
    case 'startsWith':
      return t('report.filter.startsWith', { field: name, values: list });
    case 'endsWith':
      return t('report.filter.endsWith', { field: name, values: list });
    case 'gt':
      return t('report.filter.gt', { field: name, values: list });
    case 'gte':
      return t('report.filter.gte', { field: name, values: list });
    case 'lt':
      return t('report.filter.lt', { field: name, values: list });
    case 'lte':
      return t('report.filter.lte', { field: name, values: list });
    case 'isNull':
      return t('report.filter.isNull', { field: name });
    case 'isNotNull':
      return t('report.filter.isNotNull', { field: name });
  }
}
