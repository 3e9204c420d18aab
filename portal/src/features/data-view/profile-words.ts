import type { ColumnProfile } from '@rise/contract';
import { useUiContext } from '@rise/ui';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bar } from './profile-filters.ts';

/** Numbers of a profile in the reader's locale. */
export function useProfileNumbers() {
  const { locale } = useUiContext();
  const number = useCallback(
    (value: number | string) =>
      new Intl.NumberFormat(locale, { maximumSignificantDigits: 8 })
        .format(value as Intl.StringNumericLiteral)
        .replace('-', '−'),
    [locale],
  );
  const percent = useCallback(
    (part: number, whole: number) => {
      const share = whole === 0 ? 0 : part / whole;
      // A few of many are more than none.
      if (part > 0 && share < 0.001)
        return `< ${new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1 }).format(0.001)}`;
      return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share);
    },
    [locale],
  );
  return { number, percent };
}

/** What a bar of a histogram covers. */
export function useRangeText({ date }: ColumnProfile): (bar: Pick<Bar, 'from' | 'to'>) => string {
  const { t } = useTranslation();
  const { locale } = useUiContext();
  const { number } = useProfileNumbers();
  return ({ from, to }) => {
    if (date) {
      const day = new Date(`${String(from)}T00:00:00Z`);
      return new Intl.DateTimeFormat(locale, {
        year: 'numeric',
        ...(date.grain === 'month' && { month: 'short' }),
        timeZone: 'UTC',
      }).format(day);
    }
    if (from === -Infinity) return t('dataView.profile.below', { value: number(to) });
    if (to === Infinity) return t('dataView.profile.above', { value: number(from) });
    return t('dataView.profile.between', { from: number(from), to: number(to) });
  };
}

/** One line about a column: the only value it has, or its distinct and missing values. */
export function useProfileLine(): (profile: ColumnProfile, estimate: boolean) => string {
  const { t } = useTranslation();
  const { number, percent } = useProfileNumbers();
  return ({ rows, nulls, distinct, top }, estimate) => {
    if (rows === 0) return t('dataView.profile.noRows');
    if (nulls === rows) return t('dataView.profile.alwaysNull');
    const [only] = top ?? [];
    const values =
      distinct.values === 1 && only !== undefined && nulls === 0
        ? t('dataView.profile.always', { value: only.value.slice(0, 30) })
        : distinct.exact && distinct.values === rows
          ? t('dataView.profile.unique')
          : t(distinct.exact ? 'dataView.profile.distinct' : 'dataView.profile.distinctAbout', {
              value: number(distinct.values),
              count: distinct.values,
            });
    const missing = nulls === 0 ? [] : [t('dataView.profile.missing', { share: percent(nulls, rows) })];
    return [...(estimate ? [t('dataView.profile.estimated')] : []), values, ...missing].join(' · ');
  };
}
