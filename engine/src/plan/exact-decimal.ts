/** An exact decimal: `digits` × 10^−`scale`. */
export interface ExactDecimal {
  digits: bigint;
  scale: number;
}

export function parseDecimal(text: string): ExactDecimal {
  const [whole = '0', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

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
