import type { FigureFormat, Language, LocalizedText, TimeGrain } from '@rise/contract';
import { localize, lowerTitle, pluralTitle } from '@rise/contract';
import { figureText } from '../reports/figure-text.ts';

/** Amounts from here on are written in thousands, millions and so on. */
const COMPACT_FROM = 100_000;

interface Style {
  readonly language: Language;
  readonly currency: string;
}

/** A text in both languages. */
export const both = (write: (language: Language) => string): LocalizedText => ({ en: write('en'), tr: write('tr') });

/** A figure as sentences have it: large ones with four digits at most. */
export function shortFigure(value: number, format: FigureFormat, { language, currency }: Style): string {
  const isLarge = Math.abs(value) >= COMPACT_FROM && format.unit !== 'percent';
  if (!isLarge) {
    // A mean of counts, or a rate of 0.04 per mille, has more places than the figure itself.
    const decimals =
      format.unit !== 'percent' && value !== 0 && Math.abs(value) < 10 ? Math.max(format.decimals, 1) : format.decimals;
    const isWhole = Number.isInteger(value);
    return (
      figureText(value, { ...format, decimals: isWhole ? format.decimals : decimals }, { language, currency }) ?? '–'
    );
  }
  const unit: Intl.NumberFormatOptions =
    format.unit === 'currency' && format.currency !== null
      ? { style: 'currency', currency: format.currency ?? currency }
      : {};
  return new Intl.NumberFormat(language, { ...unit, notation: 'compact', maximumSignificantDigits: 4 }).format(value);
}

const percent = (share: number, language: Language): string =>
  new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: Math.abs(share) < 0.1 ? 1 : 0,
  }).format(share);

const number = (value: number, language: Language, decimals: number): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value);

/** Percentage points: of fractions. */
export const points = (value: number, language: Language, decimals = 2): string => {
  const text = number(value * 100, language, decimals);
  return language === 'tr' ? `${text} puan` : `${text} points`;
};

/** The size of a change: of percent figures in points, of others relative to what it was, where that is above 0. */
function sizeOf(before: number, value: number, format: FigureFormat, style: Style): string {
  const by = Math.abs(value - before);
  if (format.unit === 'percent') return points(by, style.language, format.decimals);
  return before > 0 && by / before < 20 ? percent(by / before, style.language) : shortFigure(by, format, style);
}

const MONTHS: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  tr: new Intl.DateTimeFormat('tr', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
};

/** A period by its first day. */
export function periodName(period: string, grain: TimeGrain, language: Language): string {
  const day = new Date(`${period.slice(0, 10)}T00:00:00Z`);
  const [year, quarter] = [day.getUTCFullYear(), Math.floor(day.getUTCMonth() / 3) + 1];
  if (grain === 'month') return MONTHS[language].format(day);
  if (grain === 'quarter') return language === 'tr' ? `${year} ${quarter}. çeyrek` : `Q${quarter} ${year}`;
  if (grain === 'year') return String(year);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(day);
  return grain === 'week' ? (language === 'tr' ? `${date} haftası` : `the week of ${date}`) : date;
}

const GRAINS: Record<Language, Partial<Record<TimeGrain, readonly [string, string]>>> = {
  en: {
    day: ['day', 'days'],
    week: ['week', 'weeks'],
    month: ['month', 'months'],
    quarter: ['quarter', 'quarters'],
    year: ['year', 'years'],
  },
  tr: {
    day: ['günde', 'günde'],
    week: ['haftada', 'haftada'],
    month: ['ayda', 'ayda'],
    quarter: ['çeyrekte', 'çeyrekte'],
    year: ['yılda', 'yılda'],
  },
};

/** How a measure is called in a sentence: of a member, with its name, which takes no suffix. */
export interface Subject {
  readonly measure: LocalizedText;
  readonly member: { readonly dimension: LocalizedText; readonly label: LocalizedText } | null;
  readonly format: FigureFormat;
  readonly currency: string;
}

function nameOf({ measure, member }: Subject, language: Language): string {
  const title = localize(measure, language);
  return member === null
    ? title
    : `${localize(member.dimension, language)} ${quoted(localize(member.label, language))}: ${title}`;
}

/** So many members: “51 states”, “51 eyalet”; values, where the title has no plural that is known. */
function countOf({ member }: Subject, count: number, language: Language): string {
  const of = number(count, language, 0);
  const title = member === null ? null : localize(member.dimension, language);
  const noun = title !== null && language === 'en' ? pluralTitle(title) : title;
  return `${of} ${noun === null ? { en: 'values', tr: 'değer' }[language] : lowerTitle(noun, language)}`;
}

/** A name that stands in a sentence as it is. */
const quoted = (name: string): string => `“${name}”`;

const styleOf = ({ currency }: Subject, language: Language): Style => ({ language, currency });

/** That a value changed over some periods. */
export const changeSentence = (
  subject: Subject,
  change: { before: number; value: number; periods: number; grain: TimeGrain },
) =>
  both((language) => {
    const { before, value, periods, grain } = change;
    const style = styleOf(subject, language);
    const [size, now] = [sizeOf(before, value, subject.format, style), shortFigure(value, subject.format, style)];
    const [one, several] = GRAINS[language][grain] ?? GRAINS[language].month!;
    if (language === 'tr')
      return `${nameOf(subject, language)} ${periods} ${one} ${size} ${value > before ? 'artarak' : 'azalarak'} ${now} oldu.`;
    const time = periods === 1 ? one : `${periods} ${several}`;
    return `${nameOf(subject, language)} ${value > before ? 'rose' : 'fell'} ${size} over ${time} to ${now}.`;
  });

/** That the last value is not where it was to be expected. */
export const anomalySentence = (
  subject: Subject,
  anomaly: { before: number; value: number; low: number; high: number; period: string; grain: TimeGrain },
) =>
  both((language) => {
    const { before, value, low, high, period, grain } = anomaly;
    const style = styleOf(subject, language);
    const figure = (of: number) => shortFigure(of, subject.format, style);
    const when = periodName(period, grain, language);
    const isUp = value > before;
    const size = sizeOf(before, value, subject.format, style);
    if (language === 'tr') {
      const moved =
        value === before
          ? `${figure(value)} olarak kaldı`
          : `${size} ${isUp ? 'artarak' : 'azalarak'} ${figure(value)} oldu`;
      return `${nameOf(subject, language)} (${when}) ${moved}; geçmişe göre ${figure(low)} ile ${figure(high)} arasında olması beklenirdi.`;
    }
    const moved =
      value === before ? `stayed at ${figure(value)}` : `${isUp ? 'rose' : 'fell'} ${size} to ${figure(value)}`;
    return `${nameOf(subject, language)} ${moved} in ${when}; the past pointed to between ${figure(low)} and ${figure(high)}.`;
  });

/** What a change is due to most. */
export const driverSentence = (
  dimension: LocalizedText,
  { label, contribution, few, count }: { label: LocalizedText; contribution: number; few: number; count: number },
) =>
  both((language) => {
    const [by, member] = [localize(dimension, language), quoted(localize(label, language))];
    const size = points(contribution, language, Math.abs(contribution) < 0.01 ? 2 : 1);
    if (language === 'tr')
      return `${by} bazında en büyük pay: ${member} (${size})${few > 1 ? `; değişimin üçte ikisi ${count} değerden ${few} tanesine ait` : ''}.`;
    return `Largest part by ${by}: ${member} (${size})${few > 1 ? `; ${few} of ${count} make up two thirds of the change` : ''}.`;
  });

/** That a member is unlike its peers. */
export const outlierSentence = (
  subject: Subject,
  { value, median, count }: { value: number; median: number; count: number },
) =>
  both((language) => {
    const style = styleOf(subject, language);
    const [own, usual] = [shortFigure(value, subject.format, style), shortFigure(median, subject.format, style)];
    const of = countOf(subject, count, language);
    return language === 'tr'
      ? `${nameOf(subject, language)} ${own}; karşılaştırılan ${of} arasında medyan ${usual}.`
      : `${nameOf(subject, language)} at ${own}; the median of ${of} is ${usual}.`;
  });

/** That the tenant's own member is among the first or last of its peers. */
export const standingSentence = (
  subject: Subject,
  {
    value,
    median,
    count,
    share,
    isHigh,
  }: { value: number; median: number; count: number; share: number; isHigh: boolean },
) =>
  both((language) => {
    const style = styleOf(subject, language);
    const [own, usual] = [shortFigure(value, subject.format, style), shortFigure(median, subject.format, style)];
    const part = new Intl.NumberFormat(language, {
      style: 'percent',
      maximumFractionDigits: 1,
      roundingMode: 'trunc',
    }).format(share);
    const of = countOf(subject, count - 1, language);
    return language === 'tr'
      ? `${nameOf(subject, language)} ${own}; diğer ${of} arasında değeri bundan ${isHigh ? 'düşük' : 'yüksek'} olanların oranı ${part}. Medyan: ${usual}.`
      : `${nameOf(subject, language)} at ${own}, ${isHigh ? 'higher' : 'lower'} than in ${part} of the other ${of}. The median is ${usual}.`;
  });

/** That a value is close to, or has crossed, the edge of a band. */
export const thresholdSentence = (
  subject: Subject,
  { value, limit, band, hasCrossed }: { value: number; limit: number; band: LocalizedText; hasCrossed: boolean },
) =>
  both((language) => {
    const style = styleOf(subject, language);
    const [own, edge] = [shortFigure(value, subject.format, style), shortFigure(limit, subject.format, style)];
    const name = quoted(localize(band, language));
    const by =
      subject.format.unit === 'percent'
        ? points(Math.abs(value - limit), language)
        : shortFigure(Math.abs(value - limit), subject.format, style);
    if (language === 'tr')
      return hasCrossed
        ? `${nameOf(subject, language)} ${own} ile ${edge} sınırını geçti; yeni sınıf: ${name}.`
        : `${nameOf(subject, language)} ${own}; ${name} sınıfının başladığı ${edge} sınırına ${by} kaldı.`;
    return hasCrossed
      ? `${nameOf(subject, language)} crossed ${edge} to ${own}; the class is now ${name}.`
      : `${nameOf(subject, language)} at ${own}, ${by} from ${edge}, where ${name} begins.`;
  });

export const forecastSentence = (
  subject: Subject,
  { value, low, high, period, grain }: { value: number; low: number; high: number; period: string; grain: TimeGrain },
) =>
  both((language) => {
    const style = styleOf(subject, language);
    const figure = (of: number) => shortFigure(of, subject.format, style);
    const when = periodName(period, grain, language);
    return language === 'tr'
      ? `${nameOf(subject, language)} için ${when} tahmini: ${figure(value)}; %90 olasılıkla ${figure(low)} ile ${figure(high)} arasında.`
      : `Forecast of ${nameOf(subject, language)} for ${when}: ${figure(value)}; 90% interval: ${figure(low)} to ${figure(high)}.`;
  });

/** That rows have no value of a dimension, or one that is not mapped. */
export const missingSentence = (
  dimension: LocalizedText,
  dataset: LocalizedText,
  { share, isUnmapped }: { share: number; isUnmapped: boolean },
) =>
  both((language) => {
    const [by, of, size] = [localize(dimension, language), localize(dataset, language), percent(share, language)];
    if (language === 'tr')
      return isUnmapped
        ? `${of}: ${by} kodu eşleştirilmemiş kayıtların oranı ${size}.`
        : `${of}: ${by} değeri boş olan kayıtların oranı ${size}.`;
    return isUnmapped
      ? `${of}: ${size} of the rows have an unmapped code of ${by}.`
      : `${of}: ${size} of the rows have no ${by}.`;
  });

/** That a member that always had figures has none. */
export const stoppedSentence = (
  subject: Subject,
  { period, grain, last }: { period: string; grain: TimeGrain; last: number },
) =>
  both((language) => {
    const before = shortFigure(last, subject.format, styleOf(subject, language));
    const when = periodName(period, grain, language);
    return language === 'tr'
      ? `${nameOf(subject, language)} değeri ${when} döneminde yok; önceki dönemde ${before} idi.`
      : `${nameOf(subject, language)} without a value in ${when}; the period before had ${before}.`;
  });

/** That the data lacks a period. */
export const gapSentence = (dataset: LocalizedText, { period, grain }: { period: string; grain: TimeGrain }) =>
  both((language) => {
    const [of, when] = [localize(dataset, language), periodName(period, grain, language)];
    return language === 'tr' ? `${of}: ${when} için hiç kayıt yok.` : `${of}: there are no rows for ${when}.`;
  });

/** That figures are exactly those of the period before. */
export const repeatedSentence = (
  subject: Subject,
  { value, period, grain }: { value: number; period: string; grain: TimeGrain },
) =>
  both((language) => {
    const own = shortFigure(value, subject.format, styleOf(subject, language));
    const when = periodName(period, grain, language);
    return language === 'tr'
      ? `${nameOf(subject, language)} (${when}) önceki dönemle birebir aynı: ${own}. Daha önce hiç aynı kalmamıştı.`
      : `${nameOf(subject, language)} in ${when} exactly as in the period before: ${own}. That never happened before.`;
  });

export const LIMITS = {
  noPeriods: (dataset: LocalizedText, periods: number): LocalizedText =>
    both((language) => {
      const of = localize(dataset, language);
      if (language === 'tr')
        return `${of}: ${periods} tam dönem var. Değişim ve olağan dışılık için en az 8 dönem gerekir; benzerler ve veri kalitesi incelendi.`;
      return `${of}: there ${periods === 1 ? 'is 1 complete period' : `are ${periods} complete periods`}. Changes and anomalies need at least 8; peers and data quality were examined.`;
    }),
  noTime: (dataset: LocalizedText): LocalizedText =>
    both((language) =>
      language === 'tr'
        ? `${localize(dataset, language)}: modelde verinin tarihi yok; benzerler ve veri kalitesi incelendi.`
        : `${localize(dataset, language)}: the model names no date of the data; peers and data quality were examined.`,
    ),
};
