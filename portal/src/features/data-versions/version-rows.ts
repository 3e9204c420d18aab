/** A difference with its sign, in the language's own; 0 has none. */
export function signedInteger(value: number, language: string): string {
  return value.toLocaleString(language, { maximumFractionDigits: 0, signDisplay: 'exceptZero' });
}

/** The exact difference of two decimals. */
export function sumDifference(now: string, before: string): string {
  const decimals = Math.max(...[now, before].map((sum) => sum.split('.')[1]?.length ?? 0));
  const scaled = (sum: string): bigint => {
    const [whole = '0', part = ''] = sum.split('.');
    return BigInt(whole + part.padEnd(decimals, '0'));
  };
  const difference = scaled(now) - scaled(before);
  const digits = String(difference < 0n ? -difference : difference).padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  return `${difference < 0n ? '-' : ''}${digits.slice(0, at)}${decimals > 0 ? `.${digits.slice(at)}` : ''}`;
}
