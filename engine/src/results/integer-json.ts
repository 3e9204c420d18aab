/**
 * An integer as JSON: a number, or a string where a double would lose digits. Takes and keeps the digits as text.
 */
export function integerJson(digits: string): string {
  return digits.length < 16 || Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`;
}
