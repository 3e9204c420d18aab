import type { ValueType } from './tree.ts';

/** What an argument has to be: a type, a family of types, or a fixed word written as a text. */
export type Wanted =
  | 'string'
  | 'numeric'
  | 'whole'
  | 'boolean'
  | 'date'
  | 'code'
  | 'same'
  | 'any'
  | { words: readonly string[] };

/** How a function of the language is called and what it gives. */
export interface Signature {
  arguments: readonly Wanted[];
  /** How many of the last arguments may be left out; `more` repeats the last one. */
  optional?: number;
  more?: boolean;
  /** `first`: the type of the first argument; `common`: what all `same` arguments have in common. */
  gives: ValueType | 'first' | 'common';
}

const GRAINS = ['year', 'quarter', 'month', 'week', 'day'] as const;
const grain = { words: GRAINS } as const;

/**
 * Every function there is. Each engine writes each of them in its own words (see the dialects), with the same result:
 * texts count from 1, a division by zero and a wrong argument's value give null, rounding goes away from zero at half.
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
  abs: { arguments: ['numeric'], gives: 'first' },
  sign: { arguments: ['numeric'], gives: 'integer' },
  floor: { arguments: ['numeric'], gives: 'integer' },
  ceil: { arguments: ['numeric'], gives: 'integer' },
  round: { arguments: ['numeric', 'whole'], optional: 1, gives: 'first' },
  trunc: { arguments: ['numeric', 'whole'], optional: 1, gives: 'first' },
  coalesce: { arguments: ['same', 'same'], more: true, gives: 'common' },
  nullif: { arguments: ['same', 'same'], gives: 'first' },
  greatest: { arguments: ['same', 'same'], more: true, gives: 'common' },
  least: { arguments: ['same', 'same'], more: true, gives: 'common' },
  year: { arguments: ['date'], gives: 'integer' },
  quarter: { arguments: ['date'], gives: 'integer' },
  month: { arguments: ['date'], gives: 'integer' },
  day: { arguments: ['date'], gives: 'integer' },
  date_trunc: { arguments: [grain, 'date'], gives: 'date' },
  date_add: { arguments: ['date', 'whole', grain], gives: 'date' },
  date_diff: { arguments: [grain, 'date', 'date'], gives: 'integer' },
  /** What a source code means by one of the tenant's mappings, or an attribute that the mapping says of it. */
  mapped: { arguments: ['code', 'string', 'string'], optional: 1, gives: 'string' },
} as const satisfies Record<string, Signature>;

export type FunctionName = keyof typeof FUNCTIONS;

export function signatureOf(name: string): Signature | null {
  return Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name as FunctionName] : null;
}
