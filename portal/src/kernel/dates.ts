/**
 * A day as the moment of its beginning in UTC. `month` counts from 0. Throws for a month or a day that there is not:
 * nothing rolls over into the next month.
 */
export function utcDate(year: number, month: number, date: number): Date {
  if (month < 0 || month > 11)
    throw new Error(`Invalid month index "${month}". Month index has to be between 0 and 11.`);
  if (date < 1) throw new Error(`Invalid date "${date}". Date has to be greater than 0.`);
  const made = new Date(0);
  made.setUTCFullYear(year, month, date);
  if (made.getUTCMonth() !== month) throw new Error(`Invalid date "${date}" for month with index "${month}".`);
  return made;
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})/;

/** The day that an ISO text begins with ('2025-12-31'). Throws where it names none. */
export function utcDay(iso: string): Date {
  const [, year, month, date] = DAY.exec(iso) ?? [];
  if (year === undefined) throw new Error(`Invalid day "${iso}".`);
  return utcDate(Number(year), Number(month) - 1, Number(date));
}

/** The day as the reader writes it; it is the same day in every time zone. */
export function formatDay(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(utcDay(iso));
}
