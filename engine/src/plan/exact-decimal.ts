/** An exact decimal: `digits` × 10^−`scale`. */
export interface ExactDecimal {
  digits: bigint;
  scale: number;
}

const NUMBER = /^([-+]?)(\d+)(?:\.(\d+))?(?:e([-+]?\d{1,3}))?$/i;

/** The value of a number's text, which may have an exponent. Throws a `TypeError` for any other text. */
export function parseDecimal(text: string): ExactDecimal {
  const [, sign, whole, fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole === undefined) throw new TypeError(`Not a decimal: ${text}`);
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** A number's text without exponent and trailing zeros; null for what is none, such as NaN. */
export const plainDecimal = (text: string): string | null =>
  NUMBER.test(text) ? formatDecimal(parseDecimal(text)) : null;

export function formatDecimal({ digits, scale }: ExactDecimal): string {
  const sign = digits < 0n ? '-' : '';
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const fraction = scale === 0 ? '' : text.slice(-scale).replace(/0+$/, '');
  const whole = scale === 0 ? text : text.slice(0, -scale);
  return `${sign}${whole}${fraction ? `.${fraction}` : ''}`;
}

export function multiply(a: string, b: string): string {
  const left = parseDecimal(a);
  const right = parseDecimal(b);
  return formatDecimal({ digits: left.digits * right.digits, scale: left.scale + right.scale });
}

export function add(a: string, b: string): string {
  const left = parseDecimal(a);
  const right = parseDecimal(b);
  const scale = Math.max(left.scale, right.scale);
  const lift = (value: ExactDecimal) => value.digits * 10n ** BigInt(scale - value.scale);
  return formatDecimal({ digits: lift(left) + lift(right), scale });
}
