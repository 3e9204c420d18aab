/** Catches typos only; whether the address exists is not checked. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim());
}

export function isUsername(text: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{2,29}$/.test(text);
}

/** Seven to fifteen digits, with common separators. */
export function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  return /^\+?[\d\s().-]+$/.test(text.trim()) && digits >= 7 && digits <= 15;
}
