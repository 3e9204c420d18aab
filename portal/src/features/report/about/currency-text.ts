import type { FigureCurrency } from '@rise/contract';
import type { TFunction } from 'i18next';
import { formatDay } from '../../../dates/dates.ts';

/** What the amounts of a figure are in and how they were converted, in sentences. */
export function describeCurrency(
  { code, conversion, from }: FigureCurrency,
  { t, language }: { t: TFunction; language: string },
): string[] {
  if (code === null) return [t('report.about.inOwnCurrency'), ...from.map((item) => rowsText(item, { t, language }))];
  if (!conversion) return [t('report.about.inCurrency', { code })];
  const { table, base, carryDays: days } = conversion;
  return [
    t('report.about.convertedTo', { code }),
    ...conversion.at.map((at) =>
      t(at === 'day' ? 'report.about.convertedAt.day' : 'report.about.convertedAt.period_end'),
    ),
    t('report.about.ratesTable', { table, base, days }),
    ...from.map((item) => rowsText(item, { t, language })),
    ...from.flatMap(({ currency, missingOn }) =>
      missingOn === null
        ? []
        : [t('report.about.missingRate', { currency: named(currency, t), day: formatDay(missingOn, language) })],
    ),
  ];
}

const named = (currency: string | null, t: TFunction): string => currency ?? t('report.uncomputed.no_currency');

/** The rows in a currency, and the day of the last rate that they were converted at. */
function rowsText(
  { currency, rows, lastRate }: FigureCurrency['from'][number],
  { t, language }: { t: TFunction; language: string },
): string {
  const values = { currency: named(currency, t), count: rows, rows: rows.toLocaleString(language) };
  return lastRate === null
    ? t('report.about.sameCurrency', values)
    : t('report.about.fromCurrency', { ...values, day: formatDay(lastRate, language) });
}
