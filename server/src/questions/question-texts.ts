import type { Language, RefusalReason } from '@rise/contract';

const UNITS = {
  en: {
    day: 'day',
    week: 'week',
    month: 'month',
    quarter: 'quarter',
    year: 'year',
    fiscal_quarter: 'fiscal quarter',
    fiscal_year: 'fiscal year',
    hour: 'hour',
  },
  tr: {
    day: 'gün',
    week: 'hafta',
    month: 'ay',
    quarter: 'çeyrek',
    year: 'yıl',
    fiscal_quarter: 'mali çeyrek',
    fiscal_year: 'mali yıl',
    hour: 'saat',
  },
} as const;
type Unit = keyof typeof UNITS.en;

/** Texts about how a question was understood. Names stand in them without endings. */
const TEXTS = {
  en: {
    by: (name: string) => `by ${name}`,
    perUnit: (unit: Unit) => `per ${UNITS.en[unit]}`,
    unit: (unit: Unit) => UNITS.en[unit],
    is: (name: string, values: string) => `${name}: ${values}`,
    isNot: (name: string, values: string) => `${name}: not ${values}`,
    or: ' or ',
    and: ' and ',
    yes: 'yes',
    no: 'no',
    missing: 'missing',
    last: (count: number, unit: Unit) => (count === 1 ? `last ${UNITS.en[unit]}` : `last ${count} ${UNITS.en[unit]}s`),
    current: (unit: Unit) => `this ${UNITS.en[unit]}`,
    range: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
    since: (day: string) => `since ${day}`,
    until: (day: string) => `until ${day}`,
    highest: (count: number, name: string) => (count === 1 ? `highest ${name}` : `${count} highest by ${name}`),
    lowest: (count: number, name: string) => (count === 1 ? `lowest ${name}` : `${count} lowest by ${name}`),
    sorted: (name: string, isDescending: boolean, isText: boolean) =>
      `sorted by ${name}, ${isText ? (isDescending ? 'Z to A' : 'A to Z') : isDescending ? 'highest first' : 'lowest first'}`,
    within: (text: string, name: string) => `${text}, for each ${name}`,
    share: 'share of the total',
    running: 'running total',
    previous: 'change from the previous period',
    lastYear: 'change from a year earlier',
    compared: (name: string) => `${name} compared with all`,
    distribution: (name: string) => `Distribution of ${name}`,
    together: 'all of them together',
    titleBy: (measures: string, groups: string) => `${measures} by ${groups}`,
    titleWith: (title: string, rest: string) => `${title} (${rest})`,
    refusals: {
      unknown_words: 'I can’t answer that with figures: nothing in your data is called that.',
      no_measure: 'The question names no measure that I could show.',
      why: 'Figures can show where something changed, but not why.',
      unused_words: 'I understand the words, but not together.',
      no_group: 'It is not clear what should be listed or compared.',
      no_date: 'These figures have no date by which they could be restricted.',
      not_additive: 'This measure can’t be added up or averaged that way: it is computed from its parts at each level.',
      not_comparable: 'These values can’t be compared with each other.',
      no_dates: 'There is no data for these dates.',
      one_date: 'The data has only one date, so there is no change to show.',
      no_home: 'I don’t know which part of the data is yours, and the figures of all would not be yours.',
    } satisfies Record<RefusalReason, string>,
    dates: (from: string, to: string) =>
      from === to ? `The data is as of ${to}.` : `The data covers ${from} to ${to}.`,
  },
  tr: {
    by: (name: string) => `${name} bazında`,
    perUnit: (unit: Unit) => `${UNITS.tr[unit]} bazında`,
    unit: (unit: Unit) => UNITS.tr[unit],
    is: (name: string, values: string) => `${name}: ${values}`,
    isNot: (name: string, values: string) => `${name}: ${values} hariç`,
    or: ' veya ',
    and: ' ve ',
    yes: 'evet',
    no: 'hayır',
    missing: 'boş',
    last: (count: number, unit: Unit) => (count === 1 ? `son ${UNITS.tr[unit]}` : `son ${count} ${UNITS.tr[unit]}`),
    current: (unit: Unit) => `bu ${UNITS.tr[unit]}`,
    range: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
    since: (day: string) => `${day} ve sonrası`,
    until: (day: string) => `${day} ve öncesi`,
    highest: (count: number, name: string) => (count === 1 ? `en yüksek: ${name}` : `en yüksek ${count}: ${name}`),
    lowest: (count: number, name: string) => (count === 1 ? `en düşük: ${name}` : `en düşük ${count}: ${name}`),
    sorted: (name: string, isDescending: boolean, isText: boolean) =>
      `sıralama: ${name}, ${isText ? (isDescending ? 'Z’den A’ya' : 'A’dan Z’ye') : isDescending ? 'en yüksekten başlayarak' : 'en düşükten başlayarak'}`,
    within: (text: string, name: string) => `${text}, her ${name} için`,
    share: 'toplamdaki pay',
    running: 'birikimli toplam',
    previous: 'önceki döneme göre değişim',
    lastYear: 'bir yıl öncesine göre değişim',
    compared: (name: string) => `${name} ile tümünün karşılaştırması`,
    distribution: (name: string) => `${name}: dağılım`,
    together: 'hepsi birlikte',
    titleBy: (measures: string, groups: string) => `${groups} bazında ${measures}`,
    titleWith: (title: string, rest: string) => `${title} (${rest})`,
    refusals: {
      unknown_words: 'Bunu rakamlarla yanıtlayamıyorum: verilerinizde bu adla bir şey yok.',
      no_measure: 'Soruda gösterebileceğim bir gösterge yok.',
      why: 'Rakamlar bir şeyin nerede değiştiğini gösterir, nedenini göstermez.',
      unused_words: 'Sözcükleri tek tek anlıyorum ama birlikte anlamlandıramıyorum.',
      no_group: 'Neyin listeleneceği ya da karşılaştırılacağı belli değil.',
      no_date: 'Bu rakamların kısıtlanabilecekleri bir tarihi yok.',
      not_additive: 'Bu gösterge böyle toplanamaz ya da ortalaması alınamaz: her düzeyde bileşenlerinden hesaplanır.',
      not_comparable: 'Bu değerler birbiriyle karşılaştırılamaz.',
      no_dates: 'Bu tarihlere ait veri yok.',
      one_date: 'Verilerde yalnızca bir tarih var; gösterilecek bir değişim yok.',
      no_home: 'Verilerin hangi bölümünün sizin olduğunu bilmiyorum; tümünün rakamları sizin rakamınız olmaz.',
    } satisfies Record<RefusalReason, string>,
    dates: (from: string, to: string) =>
      from === to ? `Veri tarihi: ${to}.` : `Veriler ${from} ile ${to} arasını kapsar.`,
  },
} as const;

export type QuestionTexts = (typeof TEXTS)[Language];
export const questionTexts = (language: Language): QuestionTexts => TEXTS[language];

/** A day in words: 'Dec 31, 2025'. */
export const dayIn = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
