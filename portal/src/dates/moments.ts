const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const RELATIVE_DAYS = 7;

/** Date and time in the browser's time zone; `iso` is ISO 8601. */
export function formatMoment(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}

/** Relative time within the last week ("2 days ago", "now" within a minute), else the date. */
export function formatAgo(iso: string, now: Date, locale: string): string {
  const passed = now.getTime() - Date.parse(iso);
  if (passed > RELATIVE_DAYS * 86_400_000)
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(iso));
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const [unit, size] = STEPS.find(([, milliseconds]) => passed >= milliseconds) ?? ['second', Number.POSITIVE_INFINITY];
  return words.format(-Math.max(0, Math.floor(passed / size)), unit);
}

/** A time as the clocks of the tenant's zone show it, wherever the reader is. */
export const timeInZone = (iso: string, zone: string, language: string): string =>
  new Intl.DateTimeFormat(language, {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  }).format(new Date(iso));

/** Hours and minutes in the browser's time zone. */
export const formatTime = (iso: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(iso));
