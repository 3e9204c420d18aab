const DAY_MS = 86_400_000;

/** ISO time `days` after the given UTC day (before it if negative), at a time of day. */
export function dayFrom(now: Date, days: number, hour = 0, minute = 0): string {
  return new Date(startOfDay(now) + days * DAY_MS + (hour * 60 + minute) * 60_000).toISOString();
}

/** ISO time the given number of minutes earlier, truncated to the minute. */
export function minutesBefore(now: Date, minutes: number): string {
  return new Date((Math.floor(now.getTime() / 60_000) - minutes) * 60_000).toISOString();
}

function startOfDay(now: Date): number {
  return Math.floor(now.getTime() / DAY_MS) * DAY_MS;
}

/** Cached: creating an `Intl` formatter costs far more than using it. */
const formats = Object.fromEntries(
  ['en', 'tr'].map((language) => [
    language,
    new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  ]),
) as Record<'en' | 'tr', Intl.DateTimeFormat>;

/** A range of days as a label in both languages: "Mar 2 – 8". */
export function span(from: string, to: string): { en: string; tr: string } {
  const [start, end] = [new Date(from), new Date(to)];
  return { en: formats.en.formatRange(start, end), tr: formats.tr.formatRange(start, end) };
}
