import type { Having, LocalizedText, MeasureCondition } from '@rise/contract';

const SIGNS = { gt: '>', gte: '≥', lt: '<', lte: '≤', in: '=', notIn: '≠' } as const;
type Titles = (name: string) => LocalizedText;

function conditionText({ measure, op, values }: MeasureCondition, language: 'en' | 'tr', titleOf: Titles): string {
  const title = titleOf(measure);
  const name = language === 'en' ? title.en : (title.tr ?? title.en);
  if (op === 'isNull') return language === 'en' ? `${name} has no value` : `${name} boş`;
  if (op === 'isNotNull') return language === 'en' ? `${name} has a value` : `${name} dolu`;
  return `${name} ${SIGNS[op]} ${values.join(language === 'en' ? ' or ' : ' veya ')}`;
}

const WORDS = {
  en: { all: ' and ', any: ' or ', not: 'not', every: 'every group', no: 'no group' },
  tr: { all: ' ve ', any: ' veya ', not: 'değil', every: 'tüm gruplar', no: 'hiçbir grup' },
} as const;

function treeText(of: Having, language: 'en' | 'tr', titleOf: Titles): string {
  const words = WORDS[language];
  const inner = (item: Having) => treeText(item, language, titleOf);
  if ('not' in of) return language === 'en' ? `${words.not} (${inner(of.not)})` : `(${inner(of.not)}) ${words.not}`;
  if ('measure' in of) return conditionText(of, language, titleOf);
  const [list, word] = 'all' in of ? [of.all, words.all] : [of.any, words.any];
  if (list.length === 0) return 'all' in of ? words.every : words.no;
  return list.length === 1
    ? inner(list[0]!)
    : list.map((item) => ('measure' in item ? inner(item) : `(${inner(item)})`)).join(word);
}

/** A condition on measures in words: 'Only where Assets > 1000000000 and Net worth ratio < 0.07.' */
export const havingText = (of: Having, titleOf: Titles): LocalizedText => ({
  en: `Only where ${treeText(of, 'en', titleOf)}.`,
  tr: `Yalnızca: ${treeText(of, 'tr', titleOf)}.`,
});
