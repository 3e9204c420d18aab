import type { Calculation, LocalizedText } from '@rise/contract';

const BEFORE = {
  previous_period: { en: 'the previous period', tr: 'önceki dönem' },
  same_period_last_year: { en: 'the same period a year earlier', tr: 'bir yıl önceki aynı dönem' },
  prior_year_end: { en: 'the end of the prior year', tr: 'önceki yıl sonu' },
} as const;

const PERIODS = {
  month: { en: 'month', tr: 'ayın' },
  quarter: { en: 'quarter', tr: 'çeyreğin' },
  year: { en: 'year', tr: 'yılın' },
  fiscal_quarter: { en: 'fiscal quarter', tr: 'mali çeyreğin' },
  fiscal_year: { en: 'fiscal year', tr: 'mali yılın' },
} as const;

/** Describes a calculation in words; `titleOf` returns column titles of the result. */
export function calculationText(calculation: Calculation, titleOf: (column: string) => LocalizedText): LocalizedText {
  switch (calculation.kind) {
    case 'share': {
      const among = amongWords(calculation.within, titleOf);
      return {
        en: `Its part of the sum over all rows${among.en}.`,
        tr: `${among.tr}tüm satırların toplamındaki payı.`,
      };
    }
    case 'rank': {
      const among = amongWords(calculation.within, titleOf);
      const [en, tr] = calculation.best === 'greatest' ? ['greatest', 'en büyük'] : ['least', 'en küçük'];
      return {
        en: `Its place among all rows${among.en}, 1 being the ${en}; equal values share a place.`,
        tr: `${among.tr}tüm satırlar arasındaki sırası; 1 ${tr} değerdir, eşit değerler aynı sıradadır.`,
      };
    }
    case 'percentile': {
      const among = amongWords(calculation.within, titleOf);
      return {
        en: `The share of all other rows${among.en} with a lower value, equal ones counted half.`,
        tr: `${among.tr}diğer tüm satırlardan değeri daha düşük olanların oranı; eşitler yarım sayılır.`,
      };
    }
    case 'compare': {
      const before = beforeWords(calculation);
      if (calculation.show === 'value') return { en: `Its value in ${before.en}.`, tr: `Değeri: ${before.tr}.` };
      return calculation.show === 'change'
        ? { en: `Its value less that of ${before.en}.`, tr: `Değerinin şuna göre farkı: ${before.tr}.` }
        : {
            en: `Its change since ${before.en}, as a share of the size of the value then.`,
            tr: `Değerinin şuna göre değişimi, o zamanki değerin büyüklüğüne oranla: ${before.tr}.`,
          };
    }
    case 'retention': {
      const title = titleOf(calculation.since);
      return {
        en: `Its value as a share of that of the same group in its first period, where ${title.en} is 0.`,
        tr: `Değerinin, aynı grubun ilk dönemindeki (${title.tr ?? title.en}: 0) değerine oranı.`,
      };
    }
    case 'moving_average':
      return {
        en: `The average of its values in the last ${calculation.last} periods, the row's own being the last; periods without a value are left out.`,
        tr: `Satırın dönemiyle biten son ${calculation.last} dönemdeki değerlerinin ortalaması; değeri olmayan dönemler sayılmaz.`,
      };
    case 'accumulate': {
      const { over } = calculation;
      if (typeof over !== 'string')
        return {
          en: `Over the last ${over.last} periods, the row's own being the last; a ratio from its parts.`,
          tr: `Satırın dönemiyle biten son ${over.last} dönem boyunca; oranlar parçalarından hesaplanır.`,
        };
      const period = PERIODS[over];
      return {
        en: `From the beginning of the ${period.en} to the row's own period; a ratio from its parts.`,
        tr: `İçinde bulunulan ${period.tr} başından satırın dönemine kadar; oranlar parçalarından hesaplanır.`,
      };
    }
  }
}

function beforeWords({ with: how, likeForLike }: Extract<Calculation, { kind: 'compare' }>) {
  const { en, tr } =
    typeof how === 'string'
      ? BEFORE[how]
      : { en: `the period ${how.periods} periods ago`, tr: `${how.periods} dönem önceki dönem` };
  if (!likeForLike) return { en, tr };
  return {
    en: `${en}, up to the same day where the row's own period is incomplete`,
    tr: `${tr}, satırın dönemi tamamlanmamışsa aynı güne kadar`,
  };
}

function amongWords(within: readonly string[], titleOf: (column: string) => LocalizedText): { en: string; tr: string } {
  if (within.length === 0) return { en: '', tr: '' };
  const titles = within.map(titleOf);
  const tr = titles.map((title) => title.tr ?? title.en).join(', ');
  return { en: ` of the same ${titles.map(({ en }) => en).join(', ')}`, tr: `${tr} aynı olan ` };
}
