/** Monday is 1. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
/** January is 1. */
export const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

/** The first Monday of a year whose days are only for their names. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

export const weekdayName = (day: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(MONDAY + (day - 1) * DAY_MS);

export const monthName = (month: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, month - 1, 1));

/** `EUR – Euro`; the code alone where the browser has no name for it. */
export function currencyName(code: string, locale: string): string {
  const name = new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' }).of(code);
  return name === undefined ? code : `${code} – ${name}`;
}

/** Names of the IANA database. Browsers leave out UTC, and names that were replaced but may be set. */
export const timeZones = (current: string): string[] =>
  [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])].toSorted();

export const currencies = (): string[] => Intl.supportedValuesOf('currency');
