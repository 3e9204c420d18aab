import { plainDecimal } from '../plan/exact-decimal.ts';

/**
 * An integer as JSON: a number, or a string where a double would lose digits. Takes and keeps the digits as text.
 */
export function integerJson(digits: string): string {
  return digits.length < 16 || Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`;
}

/** A number's text as the JSON of an exact decimal; NaN and infinity are no figures. */
export function decimalJson(text: string): string {
  const plain = plainDecimal(text);
  return plain === null ? 'null' : `"${plain}"`;
}
