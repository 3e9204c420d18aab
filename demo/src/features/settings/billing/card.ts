export type Brand = 'visa' | 'mastercard' | 'amex' | 'other';

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** The card network by the number's prefix. */
export function brandOf(number: string): Brand {
  const digits = digitsOf(number);
  if (digits.startsWith('4')) return 'visa';
  if (/^3[47]/.test(digits)) return 'amex';
  const head = Number(digits.slice(0, 4).padEnd(4, '0'));
  return (head >= 5100 && head <= 5599) || (head >= 2221 && head <= 2720) ? 'mastercard' : 'other';
}

/** Checks length and Luhn digit (ISO/IEC 7812). */
export function isCardNumber(number: string): boolean {
  const digits = digitsOf(number);
  if (!/^[\d\s-]+$/.test(number) || digits.length < 12 || digits.length > 19) return false;
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Groups the digits as printed on a card: by four, or 4-6-5 for American Express. */
export function grouped(number: string): string {
  const digits = digitsOf(number).slice(0, 19);
  const groups = brandOf(digits) === 'amex' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /(\d{1,4})/g;
  if (!groups.global) return (groups.exec(digits)?.slice(1).filter(Boolean) ?? []).join(' ');
  return (digits.match(groups) ?? []).join(' ');
}

/** `04/30` to `2030-04`; null if invalid. */
export function monthOf(text: string): string | null {
  const [, month, year] = /^\s*(0?[1-9]|1[0-2])\s*[/.-]\s*(?:20)?(\d\d)\s*$/.exec(text) ?? [];
  return month && year ? `20${year}-${month.padStart(2, '0')}` : null;
}

/** `2030-04` to `04/30`. */
export const formatMonth = (month: string): string => `${month.slice(5)}/${month.slice(2, 4)}`;

/** A card is valid through the last day of its month. */
export function isPast(month: string, now: Date): boolean {
  return month < `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`;
}
