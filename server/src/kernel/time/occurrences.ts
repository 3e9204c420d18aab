import type { SubscriptionRule } from '@rise/contract';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    const number = 'numeric';
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: number,
      month: number,
      day: number,
      hour: number,
      minute: number,
      second: number,
    });
    formats.set(zone, format);
  }
  return format;
}

/** What the clocks of a zone show at an instant, as the instant at which those of UTC show it. */
export function wallTime(instant: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const read = (part: Intl.DateTimeFormatPartTypes) => parts.get(part) ?? 0;
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'));
}

const offsetAt = (instant: number, zone: string): number => {
  const whole = Math.floor(instant / 1000) * 1000;
  return wallTime(whole, zone) - whole;
};

/**
 * The instant at which the clocks of a zone show a time. One that they show twice is the first; one that they skip is the
 * first instant after the gap.
 */
export function instantOf(wall: number, zone: string): number {
  const [before, after] = [offsetAt(wall - DAY_MS, zone), offsetAt(wall + DAY_MS, zone)];
  const shown = [wall - before, wall - after].filter((instant) => wallTime(instant, zone) === wall);
  if (shown.length > 0) return Math.min(...shown);
  // The clocks are put forward between the two: from `low`, still with the former offset, to `high`.
  let [low, high] = [wall - after, wall - before];
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000;
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** Monday is 1, Sunday 7. */
const weekdayOf = (day: Date): number => ((day.getUTCDay() + 6) % 7) + 1;
const isLastOfMonth = (day: Date): boolean => new Date(day.getTime() + DAY_MS).getUTCDate() === 1;

function fits(rule: SubscriptionRule, day: Date): boolean {
  switch (rule.every) {
    case 'day':
      return true;
    case 'weekday':
      return weekdayOf(day) <= 5;
    case 'week':
      return weekdayOf(day) === rule.on;
    case 'month':
      return rule.on === 'last' ? isLastOfMonth(day) : day.getUTCDate() === rule.on;
    default:
      return rule satisfies never;
  }
}

/** The first time after an instant at which a rule is due, in the wall time of a zone. */
export function nextOccurrence(rule: SubscriptionRule, zone: string, after: Date): Date {
  const [hour = 0, minute = 0] = rule.at.split(':').map(Number);
  const time = (hour * 60 + minute) * MINUTE_MS;
  const today = Math.floor(wallTime(after.getTime(), zone) / DAY_MS) * DAY_MS;
  // From the day before: a time that is skipped at its end is due on the next.
  for (let day = today - DAY_MS; ; day += DAY_MS) {
    if (!fits(rule, new Date(day))) continue;
    const instant = instantOf(day + time, zone);
    if (instant > after.getTime()) return new Date(instant);
  }
}

export function nextOccurrences(rule: SubscriptionRule, zone: string, after: Date, count: number): Date[] {
  const found: Date[] = [];
  while (found.length < count) found.push(nextOccurrence(rule, zone, found.at(-1) ?? after));
  return found;
}
