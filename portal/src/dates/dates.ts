/**
 * The start of a day in UTC; `month` counts from 0. Throws for a month or day that does not exist instead of rolling
 * over, as `Date` does.
 */
export function utcDate(year: number, month: number, date: number): Date {
  if (!Number.isInteger(month) || month < 0 || month > 11)
    throw new Error(`Invalid month index "${month}". Month index has to be between 0 and 11.`);
  if (!(date >= 1)) throw new Error(`Invalid date "${date}". Date has to be greater than 0.`);
  const day = new Date(0);
  day.setUTCFullYear(year, month, date);
  if (day.getUTCMonth() !== month) throw new Error(`Invalid date "${date}" for month with index "${month}".`);
  return day;
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})/;

/** The day at the start of an ISO 8601 text ('2025-12-31'). Throws if there is none. */
export function utcDay(iso: string): Date {
  const [, year, month, date] = DAY.exec(iso) ?? [];
  if (year === undefined) throw new Error(`Invalid day "${iso}".`);
  return utcDate(Number(year), Number(month) - 1, Number(date));
}

/** Formats a day for the locale; the same day in every time zone. */
export function formatDay(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(utcDay(iso));
}
