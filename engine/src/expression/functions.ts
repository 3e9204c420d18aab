import type { ValueType } from './tree.ts';

/** What an argument has to be: a type, a family of types, or one of a set of fixed words in quotes. */
export type ArgumentType =
  | 'string'
  | 'numeric'
  | 'whole'
  | 'boolean'
  | 'date'
  | 'time'
  | 'code'
  | 'same'
  | 'any'
  | { words: readonly string[] };

/** Signature of a function in the language. */
export interface Signature {
  arguments: readonly ArgumentType[];
  /** How many of the last arguments are optional; `more`: the last one can repeat. */
  optional?: number;
  more?: boolean;
  /** `first`: the type of the first argument; `common`: the common type of all `same` arguments. */
  gives: ValueType | 'first' | 'common';
}

const GRAINS = ['year', 'quarter', 'month', 'week', 'day'] as const;
const grain = { words: GRAINS } as const;

/**
 * Every function of the language. Each dialect implements them with the same results: text positions start at 1, a
 * division by zero or an invalid argument value returns null, and rounding is half away from zero.
 */
export const FUNCTIONS = {
  upper: { arguments: ['string'], gives: 'string' },
  lower: { arguments: ['string'], gives: 'string' },
  trim: { arguments: ['string'], gives: 'string' },
  length: { arguments: ['string'], gives: 'integer' },
  substring: { arguments: ['string', 'whole', 'whole'], optional: 1, gives: 'string' },
  replace: { arguments: ['string', 'string', 'string'], gives: 'string' },
  concat: { arguments: ['any'], more: true, gives: 'string' },
  contains: { arguments: ['string', 'string'], gives: 'boolean' },
  starts_with: { arguments: ['string', 'string'], gives: 'boolean' },
  ends_with: { arguments: ['string', 'string'], gives: 'boolean' },
  /** Lower case without accents; the Turkish dotless ı counts as i, as in filters by text. */
  fold: { arguments: ['string'], gives: 'string' },
  abs: { arguments: ['numeric'], gives: 'first' },
  sign: { arguments: ['numeric'], gives: 'integer' },
  floor: { arguments: ['numeric'], gives: 'integer' },
  ceil: { arguments: ['numeric'], gives: 'integer' },
  round: { arguments: ['numeric', 'whole'], optional: 1, gives: 'first' },
  trunc: { arguments: ['numeric', 'whole'], optional: 1, gives: 'first' },
  sqrt: { arguments: ['numeric'], gives: 'number' },
  power: { arguments: ['numeric', 'numeric'], gives: 'number' },
  exp: { arguments: ['numeric'], gives: 'number' },
  ln: { arguments: ['numeric'], gives: 'number' },
  log10: { arguments: ['numeric'], gives: 'number' },
  /** The value, but at least the second and at most the third. */
  clamp: { arguments: ['same', 'same', 'same'], gives: 'common' },
  coalesce: { arguments: ['same', 'same'], more: true, gives: 'common' },
  nullif: { arguments: ['same', 'same'], gives: 'first' },
  greatest: { arguments: ['same', 'same'], more: true, gives: 'common' },
  least: { arguments: ['same', 'same'], more: true, gives: 'common' },
  year: { arguments: ['date'], gives: 'integer' },
  quarter: { arguments: ['date'], gives: 'integer' },
  month: { arguments: ['date'], gives: 'integer' },
  day: { arguments: ['date'], gives: 'integer' },
  /** 1 is Monday, 7 is Sunday. */
  weekday: { arguments: ['date'], gives: 'integer' },
  /** Of a time in the tenant's time zone: 0 to 23, and 0 to 59. */
  hour: { arguments: ['time'], gives: 'integer' },
  minute: { arguments: ['time'], gives: 'integer' },
  /** The number of a week in its ISO year, and that year: weeks start on Monday and belong to the year of their Thursday. */
  iso_week: { arguments: ['date'], gives: 'integer' },
  iso_year: { arguments: ['date'], gives: 'integer' },
  date_trunc: { arguments: [grain, 'date'], gives: 'date' },
  date_add: { arguments: ['date', 'whole', grain], gives: 'date' },
  date_diff: { arguments: [grain, 'date', 'date'], gives: 'integer' },
  /** The label of a source code in one of the tenant's mappings, or an attribute of it. */
  mapped: { arguments: ['code', 'string', 'string'], optional: 1, gives: 'string' },
} as const satisfies Record<string, Signature>;

export type FunctionName = keyof typeof FUNCTIONS;

export function signatureOf(name: string): Signature | null {
  return Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name as FunctionName] : null;
}
