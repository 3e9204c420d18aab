/** A difference with its sign, in the language's own; 0 has none. */
export function signedInteger(value: number, language: string): string {
  return value.toLocaleString(language, { maximumFractionDigits: 0, signDisplay: 'exceptZero' });
}
