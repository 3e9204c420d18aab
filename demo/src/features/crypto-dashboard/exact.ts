/** Amounts are integers in their smallest unit, so that converting back and forth loses nothing. */
export const COIN_DIGITS = 8;
export const USD_DIGITS = 2;
const PRICE_DIGITS = 8;

export type Parsed = { readonly units: bigint } | { readonly issue: 'notNumber' | 'tooFine' };

const escaped = (text: string) => text.replaceAll(/[.\s]/g, (sign) => (sign === '.' ? '\\.' : '\\s'));

/** Parses a localized number: "1,234.5" in English, "1.234,5" in Turkish. */
export function parseAmount(typed: string, locale: string, digits: number): Parsed {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6);
  const sign = (type: 'group' | 'decimal') => escaped(parts.find((part) => part.type === type)?.value ?? '');
  const pattern = new RegExp(`^(\\d{1,3}(?:${sign('group')}\\d{3})+|\\d*)(?:${sign('decimal')}(\\d*))?$`);
  const [, whole = '', fraction = ''] = pattern.exec(typed.trim()) ?? [];
  if (whole === '' && fraction === '') return { issue: 'notNumber' };
  if (fraction.length > digits) return { issue: 'tooFine' };
  return { units: BigInt(whole.replaceAll(/\D/g, '') + fraction.padEnd(digits, '0')) };
}

/** A number of the response in whole units. */
export const unitsOf = (value: number, digits: number): bigint => BigInt(value.toFixed(digits).replace('.', ''));

/** As a plain decimal, exact: "0.5", "12". */
export function decimalOf(units: bigint, digits: number): string {
  const text = units.toString().padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, '');
}

/** Integer division, rounding half up. */
const divided = (amount: bigint, by: bigint): bigint => (2n * amount + by) / (2n * by);
const SCALE = 10n ** BigInt(COIN_DIGITS + PRICE_DIGITS - USD_DIGITS);

/** Converts coins to dollars at a price in dollars per coin. */
export const usdFor = (coins: bigint, price: number): bigint => divided(coins * unitsOf(price, PRICE_DIGITS), SCALE);

/** Converts dollars to coins. */
export const coinsFor = (usd: bigint, price: number): bigint => divided(usd * SCALE, unitsOf(price, PRICE_DIGITS));
