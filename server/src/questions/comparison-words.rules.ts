import type { Language, MeasureCondition } from '@rise/contract';
import { numberAt, type NumberPhrase } from './numbers.rules.ts';
import type { Token } from './tokens.rules.ts';

export type ComparisonOp = Extract<MeasureCondition['op'], 'gt' | 'gte' | 'lt' | 'lte'>;

/** A comparison with one number, or two of a range. */
export interface ComparisonPhrase {
  readonly tests: readonly { readonly op: ComparisonOp; readonly value: number }[];
  readonly isPercent: boolean;
  readonly length: number;
}

const BEFORE: readonly (readonly [RegExp, ComparisonOp])[] = [
  [/^(?:(?:no|not) (?:less|fewer|lower) than|at least|minimum(?: of)?|en az|asgari|>=|≥)$/, 'gte'],
  [/^(?:(?:no|not) (?:more|greater|higher) than|at most|up to|maximum(?: of)?|en fazla|en cok|azami|<=|≤)$/, 'lte'],
  [/^(?:(?:more|greater|higher|larger|bigger) than|over|above|exceeding|exceeds?|>)$/, 'gt'],
  [/^(?:(?:less|lower|fewer|smaller) than|under|below|<)$/, 'lt'],
];
const AFTER: readonly (readonly [RegExp, ComparisonOp])[] = [
  [
    /^(?:(?:or|and) (?:more|over|above|higher|up)|ve (?:uzeri|uzerinde|ustu|ustunde|fazla|fazlasi)|veya (?:uzeri|fazlasi))/,
    'gte',
  ],
  [/^(?:(?:or|and) (?:less|fewer|under|below|lower)|ve (?:alti|altinda|azi)|veya (?:alti|azi))/, 'lte'],
  [/^(?:(?:uzerinde|uzerindeki|ustunde|ustundeki|uzeri|ustu|asan|gecen)(?:l[ae]r\w*)?)(?![a-z])/, 'gt'],
  [/^(?:(?:altinda|altindaki|alti)(?:l[ae]r\w*)?)(?![a-z])/, 'lt'],
];
const FROM: readonly (readonly [RegExp, ComparisonOp])[] = [
  [/^(?:daha )?(?:fazla|buyuk|yuksek|cok)(?![a-z])/, 'gt'],
  [/^(?:daha )?(?:az|kucuk|dusuk)(?![a-z])/, 'lt'],
];
const LONGEST_CUE = 4;

/** Words of comparisons, for the correction of spelling. */
export const COMPARISON_WORDS: readonly string[] =
  'more less than exceeding exceeds maximum minimum over above under below than least most between greater higher larger lower fewer smaller fazla buyuk yuksek kucuk dusuk uzerinde altinda ustunde arasinda'.split(
    ' ',
  );

/** The comparison with numbers that begins at a token; null where none does. */
export function comparisonAt(tokens: readonly Token[], at: number, language: Language): ComparisonPhrase | null {
  const words = tokens.slice(at, at + LONGEST_CUE).map(({ word }) => word);
  return (
    signAt(words) ??
    rangeAt(tokens, at, words, language) ??
    cueBefore(tokens, at, words, language) ??
    cueAfter(tokens, at, language)
  );
}

/** “negative net income”: below zero. */
function signAt([word = '']: readonly string[]): ComparisonPhrase | null {
  const op = /^negati(?:ve|f)$/.test(word) ? 'lt' : /^pozitif$|^positive$/.test(word) ? 'gt' : null;
  return op && { tests: [{ op, value: 0 }], isPercent: false, length: 1 };
}

function rangeAt(tokens: readonly Token[], at: number, words: readonly string[], language: Language) {
  const cue = words[0] === 'between' || words[0] === 'from';
  const first = numberAt(tokens, at + (cue ? 1 : 0), language);
  if (!first) return null;
  const middle = at + (cue ? 1 : 0) + first.length;
  const joint = tokens[middle]?.word;
  const isJoint = joint !== undefined && /^(?:and|to|ile|ila|ve)$/.test(joint);
  const second = numberAt(tokens, middle + (isJoint ? 1 : 0), language);
  if (!second) return null;
  const end = middle + (isJoint ? 1 : 0) + second.length;
  const isTurkish = tokens[end]?.word.startsWith('aras') === true;
  if (!isTurkish && !(isJoint && (cue || joint === 'to'))) return null;
  // “1 to 10 billion” is from one billion on, “5 to 10 %” from five percent on.
  const scale = scaleOf(tokens, middle + (isJoint ? 1 : 0), second, language);
  const isBare = first.length === 1 && second.length > 1 && !first.isPercent;
  const low = isBare
    ? Number((first.value * scale).toPrecision(15))
    : first.isPercent === second.isPercent
      ? first.value
      : second.isPercent
        ? first.value / 100
        : first.value;
  const high = first.isPercent && !second.isPercent ? second.value / 100 : second.value;
  return {
    tests: [
      { op: 'gte' as const, value: low },
      { op: 'lte' as const, value: high },
    ],
    isPercent: first.isPercent || second.isPercent,
    length: end - at + (isTurkish ? 1 : 0),
  };
}

function scaleOf(tokens: readonly Token[], at: number, number: NumberPhrase, language: Language): number {
  const alone = numberAt([{ ...tokens[at]!, sign: '' }], 0, language);
  return alone && alone.value !== 0 ? number.value / alone.value : 1;
}

function cueBefore(tokens: readonly Token[], at: number, words: readonly string[], language: Language) {
  for (let length = LONGEST_CUE; length >= 1; length--) {
    const text = words.slice(0, length).join(' ');
    const found = words.length >= length && BEFORE.find(([pattern]) => pattern.test(text));
    const number = found && numberAt(tokens, at + length, language);
    if (found && number) return result(found[1], number, length + number.length);
  }
  return null;
}

function cueAfter(tokens: readonly Token[], at: number, language: Language) {
  const number = numberAt(tokens, at, language);
  if (!number) return null;
  const rest = tokens.slice(at + number.length, at + number.length + 3).map(({ word }) => word);
  const text = rest.join(' ');
  const isFrom = /[dt][ae]n$/.test(number.ending);
  const found = isFrom ? FROM.find(([pattern]) => pattern.test(text)) : AFTER.find(([pattern]) => pattern.test(text));
  if (!found) return null;
  const length = found[0].exec(text)![0].trim().split(' ').length;
  return result(found[1], number, number.length + length);
}

const result = (op: ComparisonOp, { value, isPercent }: NumberPhrase, length: number): ComparisonPhrase => ({
  tests: [{ op, value }],
  isPercent,
  length,
});
