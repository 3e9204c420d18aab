/** Catches typing errors only; whether the address exists, only an email could tell. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim());
}

export function isUsername(text: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{2,29}$/.test(text);
}

/** Digits as people group them; seven of them make the shortest number, fifteen the longest. */
export function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  return /^\+?[\d\s().-]+$/.test(text.trim()) && digits >= 7 && digits <= 15;
}
