const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const DAYS_SAID_AS_AGO = 7;

/** A moment as date and time of the reader's clock; `iso` is ISO 8601. */
export function formatMoment(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}

/** How long ago, in words, for the last week; the date before that. */
export function formatAgo(iso: string, now: Date, locale: string): string {
  const passed = now.getTime() - Date.parse(iso);
  if (passed > DAYS_SAID_AS_AGO * 86_400_000)
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(iso));
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const [unit, size] = STEPS.find(([, milliseconds]) => passed >= milliseconds) ?? ['minute', 60_000];
  return words.format(-Math.max(0, Math.floor(passed / size)), unit);
}
