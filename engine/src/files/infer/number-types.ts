import type { TextColumnType } from '@rise/contract';
import { numberPattern } from '../cast-column.ts';

type Numeric = Extract<TextColumnType, { kind: 'integer' | 'decimal' | 'number' }>;
type Signs = Pick<Extract<TextColumnType, { kind: 'decimal' }>, 'decimal' | 'thousands' | 'affix'>;

const AFFIXES = ['$', '€', '£', '₺', '%'] as const;
const SIGNS: readonly Omit<Signs, 'affix'>[] = [
  { decimal: '.', thousands: '' },
  { decimal: ',', thousands: '' },
  { decimal: '.', thousands: ',' },
  { decimal: ',', thousands: '.' },
  { decimal: '.', thousands: ' ' },
  { decimal: ',', thousands: ' ' },
  { decimal: '.', thousands: "'" },
  { decimal: ',', thousands: "'" },
];

const whole = (pattern: string) => new RegExp(`^${pattern}$`);
/** A sign that stands for decimals, or for thousands: 1.234 and 12,345. */
const AMBIGUOUS = /^\D{0,4}\d{1,3}([.,])\d{3}\D{0,4}$/;
const MAX_EXACT_DECIMALS = 6;

export interface NumberReading {
  type: Numeric;
  /** Another reading of the same texts, where one sign decides. */
  other: Numeric | null;
}

/** The affix that some of the texts have, if there is one. */
function affixOf(texts: readonly string[]): Signs['affix'] | null {
  const found = AFFIXES.filter((affix) => texts.some((text) => text.includes(affix)));
  if (found.length > 1) return null;
  return found[0] ?? '';
}

function decimalsOf(texts: readonly string[], { decimal, affix }: Signs): number {
  let most = 0;
  for (const text of texts) {
    const bare = affix === '' ? text : text.replaceAll(affix, '');
    const at = bare.lastIndexOf(decimal);
    if (at !== -1) most = Math.max(most, bare.slice(at + 1).replaceAll(/\D/g, '').length);
  }
  return most;
}

const digitsBefore = (text: string, { decimal }: Signs) => text.split(decimal)[0]!.replaceAll(/\D/g, '').length;

/** The type that holds numbers with these signs: exact decimals where they fit, with room for the next file. */
function typeWith(texts: readonly string[], signs: Signs): Numeric {
  const { thousands, affix } = signs;
  const integer: Numeric = { kind: 'integer', thousands, affix };
  const isInteger = whole(numberPattern(integer));
  if (texts.every((text) => isInteger.test(text))) return integer;
  const decimals = decimalsOf(texts, signs);
  const digits = texts.reduce((most, text) => Math.max(most, digitsBefore(text, signs)), 0);
  // Wider decimals hold amounts that a number would round.
  const scale = digits > 14 ? MAX_EXACT_DECIMALS : decimals <= 2 ? 2 : decimals <= 4 ? 4 : MAX_EXACT_DECIMALS;
  const exact: Numeric = { kind: 'decimal', scale, ...signs };
  const isExact = whole(numberPattern(exact));
  const fits = decimals <= MAX_EXACT_DECIMALS && digits <= 30 && texts.every((text) => isExact.test(text));
  return fits ? exact : { kind: 'number', ...signs };
}

/**
 * How texts are numbers; null if they are not. `decimal` is the sign of the file's other columns, for texts such as
 * 1.234 that it decides.
 */
export function readNumbers(texts: readonly string[], decimal: '.' | ',' | null): NumberReading | null {
  const affix = affixOf(texts);
  if (affix === null) return null;
  const first = SIGNS.find(({ decimal: sign, thousands }) => {
    const matches = whole(numberPattern({ kind: 'number', decimal: sign, thousands, affix }));
    return texts.every((text) => matches.test(text));
  });
  if (first === undefined) return null;
  const signed = texts.filter((text) => /[.,]/.test(text));
  if (
    signed.length > 0 &&
    signed.every((text) => AMBIGUOUS.test(text)) &&
    new Set(signed.map((text) => AMBIGUOUS.exec(text)![1])).size === 1
  )
    return readAmbiguous(texts, AMBIGUOUS.exec(signed[0]!)![1] as '.' | ',', affix, decimal);
  return { type: typeWith(texts, { ...first, affix }), other: null };
}

function readAmbiguous(
  texts: readonly string[],
  sign: '.' | ',',
  affix: Signs['affix'],
  decimal: '.' | ',' | null,
): NumberReading {
  const opposite = sign === '.' ? ',' : '.';
  const asDecimals = typeWith(texts, { decimal: sign, thousands: '', affix });
  const asThousands = typeWith(texts, { decimal: opposite, thousands: sign, affix });
  // Zeros before the sign, as in 0.125, are decimals' alone.
  if (texts.some((text) => /^\D*0[.,]\d/.test(text))) return { type: asDecimals, other: null };
  const isDecimal = decimal === null ? sign === '.' : decimal === sign;
  return isDecimal ? { type: asDecimals, other: asThousands } : { type: asThousands, other: asDecimals };
}
