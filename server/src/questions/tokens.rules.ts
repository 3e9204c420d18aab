import { fold } from '@rise/contract';

/** A word, number or comparison sign of a question, with its place in the text. */
export interface Token {
  /** Folded: lower case, without accents. */
  readonly word: string;
  readonly text: string;
  /** [from, to) in the question, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** Folded text behind an apostrophe: 'ta' of “Texas’ta”. */
  readonly ending: string | null;
  readonly isNumber: boolean;
  /** Written with a capital first letter that is not the question's first. */
  readonly isCapitalized: boolean;
  /** Written in capitals only, of two letters or more. */
  readonly isUpper: boolean;
  readonly isQuoted: boolean;
  /** Whether a comma or a similar mark stands before it. */
  readonly isListed: boolean;
  /** Whether a sign of division stands before it. */
  readonly isDivided: boolean;
  /** What stands right before or after a number: '$', '%'. */
  readonly sign: string;
}

const PART =
  /(?<before>[%$€£₺]\s?)?(?<number>\d+(?:[.,]\d+)*)(?<after>\s?%)?|(?<word>[\p{L}\p{M}\p{N}_]+)|(?<mark>>=|<=|[<>≥≤])/gu;
const APOSTROPHE = /^['’ʼ`](\p{L}+)/u;
const QUOTES: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ['“', '”'],
  ['«', '»'],
];

/** Splits a question. What is neither word, number nor comparison sign separates. */
export function tokensOf(question: string): Token[] {
  const quoted = quotedRanges(question);
  const tokens: Token[] = [];
  let skipTo = 0;
  for (const match of question.matchAll(PART)) {
    const from = match.index;
    if (from < skipTo) continue;
    const { before = '', number, after = '', word, mark } = match.groups!;
    const text = match[0];
    const apostrophe = APOSTROPHE.exec(question.slice(from + text.length));
    const to = from + text.length + (apostrophe ? apostrophe[0].length : 0);
    skipTo = to;
    // 'O'Neill' is one word: only what follows a word of two letters and more, or a number, is an ending.
    const letters = word ?? '';
    const between = question.slice(tokens.at(-1)?.to ?? 0, from);
    tokens.push({
      word: fold(number ?? word ?? mark!),
      text,
      from,
      to,
      ending: apostrophe ? fold(apostrophe[1]!) : null,
      isNumber: number !== undefined,
      isCapitalized: tokens.length > 0 && /^\p{Lu}/u.test(letters),
      isUpper: /^\p{Lu}{2,}$/u.test(letters),
      isListed: /[,;:&+]/.test(between),
      isDivided: tokens.length > 0 && /^\s*[/÷]\s*$/.test(between),
      isQuoted: quoted.some(([start, end]) => from >= start && to <= end),
      sign: `${before.trim()}${after.trim()}`,
    });
  }
  return tokens;
}

function quotedRanges(question: string): [number, number][] {
  return QUOTES.flatMap(([open, close]) => {
    const ranges: [number, number][] = [];
    for (let at = question.indexOf(open); at !== -1;) {
      const end = question.indexOf(close, at + 1);
      if (end === -1) break;
      ranges.push([at, end + 1]);
      at = question.indexOf(open, end + 1);
    }
    return ranges;
  });
}

/** Without digits, apostrophes and letters that must be folded: the words are what stands between other characters. */
const PLAIN_NAME = /^[A-Za-z_ ,.&()/-]*$/;

/** The folded words of a name, as `tokensOf` splits questions; a lexicon has those of thousands of plain names. */
export const nameWords = (name: string): string[] =>
  PLAIN_NAME.test(name) ? (name.toLowerCase().match(/[a-z_]+/g) ?? []) : tokensOf(name).map(({ word }) => word);
