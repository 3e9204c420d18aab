import type { Having, MeasureCondition } from '../query/having.ts';
import type { FigureFormat } from './measure-format.ts';
import type { Language, LocalizedText } from './text.ts';

const SIGNS = { gt: '>', gte: '≥', lt: '<', lte: '≤', in: '=', notIn: '≠' } as const;
type Titles = (name: string) => LocalizedText;
/** Writes a value that a measure is compared with. */
export type ValueWriter = (measure: string, value: string | number, language: Language) => string;
const asEntered: ValueWriter = (_, value) => String(value);

/** A value as the measure's own figures are written, with all of its digits: '$1,000,000', '7.25%'. */
export function conditionValue(
  value: string | number,
  { unit, currency: own }: Pick<FigureFormat, 'unit' | 'currency'>,
  { currency, language }: { currency: string; language: Language },
): string {
  const number = Number(value);
  if (unit === 'date' || unit === 'time' || !Number.isFinite(number)) return String(value);
  if (unit === 'percent')
    return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 8 }).format(number);
  if (unit === 'currency' && own !== null)
    return new Intl.NumberFormat(language, {
      style: 'currency',
      currency: own ?? currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 0,
      maximumFractionDigits: 8,
    }).format(number);
  return new Intl.NumberFormat(language, { maximumFractionDigits: 8 }).format(number);
}

interface Writing {
  language: Language;
  titleOf: Titles;
  writeValue: ValueWriter;
}

function conditionText({ measure, op, values }: MeasureCondition, { language, titleOf, writeValue }: Writing): string {
  const title = titleOf(measure);
  const name = language === 'en' ? title.en : (title.tr ?? title.en);
  if (op === 'isNull') return language === 'en' ? `${name} has no value` : `${name} boş`;
  if (op === 'isNotNull') return language === 'en' ? `${name} has a value` : `${name} dolu`;
  return `${name} ${SIGNS[op]} ${values.map((value) => writeValue(measure, value, language)).join(language === 'en' ? ' or ' : ' veya ')}`;
}

const WORDS = {
  en: { all: ' and ', any: ' or ', not: 'not', every: 'every group', no: 'no group' },
  tr: { all: ' ve ', any: ' veya ', not: 'değil', every: 'tüm gruplar', no: 'hiçbir grup' },
} as const;

function treeText(of: Having, writing: Writing): string {
  const { language } = writing;
  const words = WORDS[language];
  const inner = (item: Having) => treeText(item, writing);
  if ('not' in of) return language === 'en' ? `${words.not} (${inner(of.not)})` : `(${inner(of.not)}) ${words.not}`;
  if ('measure' in of) return conditionText(of, writing);
  const [list, word] = 'all' in of ? [of.all, words.all] : [of.any, words.any];
  if (list.length === 0) return 'all' in of ? words.every : words.no;
  return list.length === 1
    ? inner(list[0]!)
    : list.map((item) => ('measure' in item ? inner(item) : `(${inner(item)})`)).join(word);
}

/** A condition on measures in words: 'Only where Assets > 1000000000 and Net worth ratio < 0.07.' */
export const havingText = (of: Having, titleOf: Titles, writeValue = asEntered): LocalizedText => ({
  en: `Only where ${treeText(of, { language: 'en', titleOf, writeValue })}.`,
  tr: `Yalnızca: ${treeText(of, { language: 'tr', titleOf, writeValue })}.`,
});
