import type { ColumnProfile, TableProfile } from './profile.ts';
import { isCalledIdentifier, wordsOf } from '../profiles/column-words.ts';

/** The guessed role of a column, and the reason in words for the model's author. */
export type Guess =
  | { readonly as: 'dimension'; readonly why: string }
  | { readonly as: 'measure'; readonly kind: 'sum' | 'average'; readonly format: GuessedFormat; readonly why: string }
  /** A figure of which neither name nor content says what it is. */
  | { readonly as: 'question'; readonly why: string }
  | { readonly as: 'nothing'; readonly why: string };

export interface GuessedFormat {
  readonly unit: 'currency' | 'percent' | 'count' | 'number';
  readonly decimals: number;
}

const has = (words: readonly string[], known: ReadonlySet<string>) => words.find((word) => known.has(word));
const set = (words: string) => new Set(words.split(' '));

const CODES = set(
  'id ID code type kind class status year month quarter week grade rank ZIP zip state district region branch county country category level flag key version sequence group segment',
);
const MONEY = set(
  'amount amounts balance balances payment payments paid fee fees income expense expenses interest principal limit price cost costs salary deposit deposits installment assets liabilities loss losses premium utilized collected',
);
const RATES = set('rate ratio percent percentage APR APY margin yield score share average price');
const SPANS = set('age term duration length months days years since');
const COUNTS = set('count counts lines accounts cards inquiries members loans employees branches quantity');
const BALANCES = set('balance balances outstanding');

/** Whether a figure is a balance, which is valid on one day and not additive over days. */
export const standsOnDay = (name: string): boolean => has(wordsOf(name), BALANCES) !== undefined;

const values = (count: number) => `${count} different ${count === 1 ? 'value' : 'values'}`;

/** A code has at most this many values, each in many rows. */
const CODE_VALUES = 12;
const ROWS_A_VALUE = 20;

/** Whether a whole number is a day without separators: 20251231, or 251231. */
function isDayNumber(value: string | null): boolean {
  const [, month, day] = /^(?:\d\d|19\d\d|20\d\d)(\d\d)(\d\d)$/.exec(value ?? '') ?? [];
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
}

/** Whether a column numbers the rows: as many different values as rows, with hardly a gap between them. */
const isSerial = ({ rows }: TableProfile, { distinct, least, greatest }: ColumnProfile): boolean =>
  rows > 20 && distinct === rows && Number(greatest) - Number(least) < rows * 1.2;

/** Guesses a column's role from its name, its title, type and content. `isKey`: it identifies rows or joins them. */
export function guessColumn(
  table: TableProfile,
  column: ColumnProfile,
  { isKey, title }: { isKey: boolean; title: string | undefined },
): Guess {
  const { type, distinct, filled } = column;
  if (filled === 0) return { as: 'nothing', why: 'empty' };
  if (isKey) return { as: 'dimension', why: 'a key' };
  if (distinct === 1) return { as: 'nothing', why: `always ${column.greatest ?? 'the same'}` };
  const words = [...wordsOf(column.name), ...(title?.toLowerCase().match(/[a-z]+/g) ?? [])];
  switch (type) {
    case 'date':
    case 'timestamp':
      return {
        as: 'dimension',
        why: `days from ${String(column.least).slice(0, 10)} to ${String(column.greatest).slice(0, 10)}`,
      };
    case 'boolean':
      return { as: 'dimension', why: 'yes or no' };
    case 'string':
    case 'unknown':
      return distinct > table.rows / 2 && table.rows > 50
        ? { as: 'dimension', why: `a text that hardly repeats, ${values(distinct)} in ${filled} rows` }
        : { as: 'dimension', why: `codes, ${values(distinct)} in ${filled} rows` };
    case 'integer': {
      if (isCalledIdentifier(column.name))
        return { as: 'dimension', why: 'called an identifier, which is not added up' };
      if (isSerial(table, column))
        return { as: 'dimension', why: 'another whole number in each row without gaps, so an identifier' };
      const counted =
        words.length > 1 && (words[0] === 'number' || words[0] === 'count') ? words[0] : has(words, COUNTS);
      const code = words.at(-1) === 'number' ? 'number' : has(words, CODES);
      const money = has(words, MONEY);
      const [least, greatest] = [Number(column.least), Number(column.greatest)];
      if (distinct === 2 && least === 0 && greatest === 1)
        return { as: 'dimension', why: 'yes or no, written as 1 and 0' };
      if (least >= 1900 && greatest <= 2100) return { as: 'dimension', why: `years from ${least} to ${greatest}` };
      if (isDayNumber(column.least) && isDayNumber(column.greatest))
        return { as: 'dimension', why: `days written as numbers, from ${least} to ${greatest}` };
      if (counted && counted !== code && !money)
        return {
          as: 'measure',
          kind: 'sum',
          format: { unit: 'count', decimals: 0 },
          why: `called '${counted}', so it counts`,
        };
      if (code && !money) return { as: 'dimension', why: `a whole number called '${code}'` };
      if (money)
        return { as: 'measure', kind: 'sum', format: { unit: 'currency', decimals: 0 }, why: `called '${money}'` };
      const known = rateIn(words) ?? has(words, SPANS);
      if (known === undefined && distinct <= CODE_VALUES && filled >= distinct * ROWS_A_VALUE)
        return { as: 'dimension', why: `whole numbers with ${values(distinct)} only, so a code` };
      return guessFigure(column, words, { decimals: 0, title });
    }
    case 'decimal':
    case 'number': {
      const money = has(words, MONEY);
      const rate = rateIn(words);
      if (money && !rate)
        return { as: 'measure', kind: 'sum', format: { unit: 'currency', decimals: 2 }, why: `called '${money}'` };
      return guessFigure(column, words, { decimals: 2, title });
    }
  }
}

/** Words for figures that may be written as fractions, in percent or in hundredths of it. */
const SHARES = set('rate ratio percent percentage APR APY yield share margin');

/** Whether a figure is a share of something, such as an interest rate. */
export const isShare = (name: string): boolean => has(wordsOf(name), SHARES) !== undefined;

/** Words for figures that are not additive. 'debt to income' is one without such a word. */
const rateIn = (words: readonly string[]) => has(words, RATES) ?? (words.indexOf('to') > 0 ? 'to' : undefined);

function guessFigure(
  column: ColumnProfile,
  words: readonly string[],
  { decimals, title }: { decimals: number; title: string | undefined },
): Guess {
  const rate = rateIn(words);
  const span = has(words, SPANS);
  if (rate !== undefined) {
    const isFraction = decimals > 0 && Number(column.least) >= 0 && Number(column.greatest) <= 1;
    return {
      as: 'measure',
      kind: 'average',
      format: isFraction ? { unit: 'percent', decimals: 2 } : { unit: 'number', decimals: 2 },
      why: `called '${rate}', which is not added up${isFraction ? '; a share of 1' : ''}`,
    };
  }
  if (span !== undefined)
    return {
      as: 'measure',
      kind: 'average',
      format: { unit: 'number', decimals: 1 },
      why: `called '${span}', which is not added up`,
    };
  const range = `numbers from ${column.least} to ${column.greatest}`;
  // Accounts of a form are amounts.
  if (title !== undefined)
    return { as: 'measure', kind: 'sum', format: { unit: 'number', decimals }, why: `an account of a form, ${range}` };
  return { as: 'question', why: range };
}
