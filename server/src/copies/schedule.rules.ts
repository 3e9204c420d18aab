import type { CopySchedule } from '@rise/contract';

/** One with times of its own. */
export type TimedSchedule = Exclude<CopySchedule, { every: 'load' }>;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

interface LocalTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

/** What clocks in a time zone show at an instant. */
function localTime(instant: Date, timeZone: string): LocalTime {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const read = (part: Intl.DateTimeFormatPartTypes) => parts.get(part) ?? 0;
  return { year: read('year'), month: read('month'), day: read('day'), hour: read('hour'), minute: read('minute') };
}

const asUtc = ({ year, month, day, hour, minute }: LocalTime) => Date.UTC(year, month - 1, day, hour, minute);

/** The instant at which clocks show a time; of one that a change of the clocks skips, an hour before. */
function instantOf(local: LocalTime, timeZone: string): Date {
  const target = asUtc(local);
  let instant = target;
  // The second time with the offset of the right side of a change of the clocks.
  for (let round = 0; round < 2; round += 1) instant += target - asUtc(localTime(new Date(instant), timeZone));
  return new Date(instant);
}

/** Monday is 1, Sunday 7. */
const weekdayOf = (day: Date) => ((day.getUTCDay() + 6) % 7) + 1;

/** The first time after an instant at which a schedule is due. */
export function nextRun(schedule: TimedSchedule, timeZone: string, after: Date): Date {
  if (schedule.every === 'hour') return nextInHour(schedule.minute, timeZone, after);
  const [hour = 0, minute = 0] = schedule.at.split(':').map(Number);
  const today = localTime(after, timeZone);
  for (let offset = 0; ; offset += 1) {
    const date = new Date(Date.UTC(today.year, today.month - 1, today.day) + offset * DAY_MS);
    const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    const instant = instantOf({ ...day, hour, minute }, timeZone);
    if (instant > after && fits(schedule, weekdayOf(date))) return instant;
  }
}

function fits(schedule: TimedSchedule, weekday: number): boolean {
  if (schedule.every === 'weekday') return weekday <= 5;
  return schedule.every !== 'week' || weekday === schedule.day;
}

/** Minutes of the time zone, which may be half an hour off those of UTC. */
function nextInHour(minute: number, timeZone: string, after: Date): Date {
  const start = Math.floor(after.getTime() / MINUTE_MS) * MINUTE_MS;
  const shown = localTime(after, timeZone).minute;
  const wait = (minute - shown + 60) % 60 || 60;
  return new Date(start + wait * MINUTE_MS);
}
