import type { Language } from '@rise/contract';
import type { Token } from './tokens.rules.ts';

/** A number as a question writes it. A percentage is a fraction. */
export interface NumberPhrase {
  readonly value: number;
  readonly isPercent: boolean;
  /** How many tokens it takes. */
  readonly length: number;
  /** Ending of the last token: 'dan' of “1 milyardan”. */
  readonly ending: string;
}

const FACTORS: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  bin: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  million: 1e6,
  millions: 1e6,
  milyon: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  billions: 1e9,
  milyar: 1e9,
  tn: 1e12,
  trillion: 1e12,
  trilyon: 1e12,
};
const CURRENCIES = /^(?:dollars?|usd|dolar|tl|lira|eur|euros?|avro)/;
const PERCENTS = /^(?:percent|pct|points?|yuzde)$/;
const WORDS: Readonly<Record<string, number>> = {
  zero: 0,
  sifir: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  iki: 2,
  uc: 3,
  dort: 4,
  bes: 5,
  yedi: 7,
  sekiz: 8,
  dokuz: 9,
};

/** The number written as text in a language: '1.500' is 1,500 in Turkish and 1.5 in English, '1,5' the other way around. */
export function readNumber(text: string, language: Language): number {
  const marks = [...text.matchAll(/[.,]/g)].map(([mark]) => mark);
  const last = marks.at(-1);
  if (last === undefined) return Number(text);
  const isGrouped = (mark: string) => new RegExp(`^\\d{1,3}(?:\\${mark}\\d{3})+$`).test(text);
  // Several equal marks, or the language's own before three digits, group thousands.
  if (new Set(marks).size === 1 && isGrouped(last)) {
    const groups = language === 'tr' ? '.' : ',';
    if (marks.length > 1 || last === groups) return Number(text.replaceAll(last, ''));
  }
  const at = text.lastIndexOf(last);
  return Number(`${text.slice(0, at).replaceAll(/[.,]/g, '')}.${text.slice(at + 1)}`);
}

/** The number that begins at a token; null where none does. */
export function numberAt(tokens: readonly Token[], at: number, language: Language): NumberPhrase | null {
  const first = tokens[at];
  if (!first) return null;
  if (PERCENTS.test(first.word) && first.word === 'yuzde' && tokens[at + 1]?.isNumber) {
    const rest = numberAt(tokens, at + 1, language)!;
    return { ...rest, value: rest.isPercent ? rest.value : rest.value / 100, isPercent: true, length: rest.length + 1 };
  }
  const value = first.isNumber ? readNumber(first.word, language) : WORDS[first.word];
  if (value === undefined || Number.isNaN(value)) return null;
  let length = 1;
  let factor = 1;
  let { ending } = first;
  let isPercent = first.sign.includes('%');
  const next = () => tokens[at + length];
  const unit = ending === null ? unitOf(next()?.word) : null;
  if (unit) {
    ({ factor } = unit);
    ending = unit.ending === '' ? next()!.ending : unit.ending;
    length += 1;
  }
  const percent = next();
  if (percent && PERCENTS.test(percent.word) && percent.word !== 'yuzde') {
    isPercent = true;
    length += 1;
  }
  const currency = next();
  if (currency && CURRENCIES.test(currency.word)) {
    ending = currency.ending ?? currency.word.replace(CURRENCIES, '');
    length += 1;
  }
  return { value: rounded(isPercent ? value / 100 : value * factor), isPercent, length, ending: ending ?? '' };
}

/** 'milyardan' is a billion with an ending. */
function unitOf(word: string | undefined): { factor: number; ending: string } | null {
  if (word === undefined) return null;
  const factor = FACTORS[word];
  if (factor !== undefined) return { factor, ending: '' };
  const match = /^(?<unit>milyon|milyar|trilyon|bin)(?<ending>[dt][ae]n|[iu]n|l[iu]k|[dt][ae]|a|e|i|u)$/.exec(word);
  return match ? { factor: FACTORS[match.groups!['unit']!]!, ending: match.groups!['ending']! } : null;
}

/** Without the digits that binary fractions add: 7 / 100 is 0.07. */
const rounded = (value: number) => Number(value.toPrecision(15));
