import type { Calendar, Period, TimeGrain } from '@rise/contract';
import { call } from '../expression/build.ts';
import { mapParts } from '../expression/tree.ts';
import type { Expression } from '../expression/tree.ts';

export { PLAIN_CALENDAR, type Calendar } from '@rise/contract';

/** Days as 'YYYY-MM-DD', with arithmetic that involves no time zone. */
type Day = string;
const DAY_MS = 86_400_000;
const toDate = (day: Day) => new Date(`${day}T00:00:00Z`);
const toDay = (date: Date): Day => date.toISOString().slice(0, 10);

export function addDays(day: Day, count: number): Day {
  return toDay(new Date(toDate(day).getTime() + count * DAY_MS));
}

/** Adds months; clamped to the last day of a shorter month. */
function addMonths(day: Day, count: number): Day {
  const date = toDate(day);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, last));
  return toDay(date);
}

const MONTHS: Partial<Record<TimeGrain, number>> = {
  month: 1,
  quarter: 3,
  year: 12,
  fiscal_quarter: 3,
  fiscal_year: 12,
};
const isFiscal = (grain: TimeGrain) => grain === 'fiscal_quarter' || grain === 'fiscal_year';

/** First day of the period that contains a day. For hours, that is the day. */
export function startOfPeriod(day: Day, grain: TimeGrain, calendar: Calendar): Day {
  const date = toDate(day);
  const months = MONTHS[grain];
  if (months === undefined) {
    const past = grain === 'week' ? (date.getUTCDay() - calendar.weekStart + 7) % 7 : 0;
    return addDays(day, -past);
  }
  const first = isFiscal(grain) ? calendar.fiscalYearStart - 1 : 0;
  const counted = date.getUTCFullYear() * 12 + date.getUTCMonth() - first;
  const start = counted - (counted % months) + first;
  return toDay(new Date(Date.UTC(Math.floor(start / 12), start % 12, 1)));
}

/** First day of the period `count` periods after the one that starts on `start`. */
export function addPeriods(start: Day, count: number, grain: TimeGrain): Day {
  const months = MONTHS[grain];
  return months === undefined ? addDays(start, count * (grain === 'week' ? 7 : 1)) : addMonths(start, count * months);
}

/** First and last day of a period, both inclusive; null if open. */
export function daysOf(
  period: Period,
  { asOf, today, calendar }: { asOf: Day | null; today: Day; calendar: Calendar },
): { from: Day | null; to: Day | null } {
  if (!('last' in period) && !('current' in period)) return { from: period.since ?? null, to: period.until ?? null };
  const anchor = period.from === 'today' ? today : (asOf ?? today);
  const grain = 'last' in period ? period.unit : period.current;
  const current = startOfPeriod(anchor, grain, calendar);
  if ('current' in period) return { from: current, to: anchor };
  if (period.including) return { from: addPeriods(current, -period.last, grain), to: anchor };
  // Data as of the last day of a period covers all of it, but today is not over yet.
  const covers = period.from === 'data' && asOf !== null;
  const open = covers ? startOfPeriod(addDays(asOf, 1), grain, calendar) : current;
  return { from: addPeriods(open, -period.last, grain), to: addDays(open, -1) };
}

/** First period that data up to `asOf` does not fully cover; null if `asOf` is unknown. */
export function firstIncomplete(asOf: Day | null, grain: TimeGrain, calendar: Calendar): Day | null {
  if (asOf === null) return null;
  return startOfPeriod(addDays(asOf, 1), grain, calendar);
}

/**
 * The day as far into the period `count` periods before as a day is into its own. The last day of a month stays that of
 * a month.
 */
export function sameDayEarlier(day: Day, count: number, grain: TimeGrain): Day {
  const months = MONTHS[grain];
  if (months === undefined) return addPeriods(day, -count, grain);
  const next = addDays(day, 1);
  // The day before the first of a month is the last of one.
  return next.endsWith('-01') ? addDays(addMonths(next, -count * months), -1) : addMonths(day, -count * months);
}

/** First day of every period in a range, both ends inclusive. */
export function periodsBetween(from: Day, to: Day, grain: TimeGrain): Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addPeriods(day, 1, grain)) days.push(day);
  return days;
}

const word = (value: string): Expression => ({ kind: 'text', value, at: 0 });
const whole = (value: number): Expression => {
  const number: Expression = { kind: 'number', value: String(Math.abs(value)), at: 0 };
  return value < 0 ? { kind: 'negative', of: number, at: 0 } : number;
};

/** A time stored in UTC, as local time. */
export function localTime(time: Expression, { timeZone }: Calendar): Expression {
  return call('local_time', time, word(timeZone));
}

/** Replaces numbers of periods between dates by what they are in a calendar. */
export function bindPeriods(expression: Expression, calendar: Calendar): Expression {
  const map = (item: Expression): Expression => {
    if (item.kind !== 'since') return mapParts(item, map);
    const [from, to] = [item.from, item.to].map((date, place) =>
      periodExpression(item.times[place] ? localTime(map(date), calendar) : map(date), item.grain, calendar),
    );
    return call('date_diff', word(STEP_UNIT[item.grain]), from!, to!);
  };
  return map(expression);
}

/** The unit of which one makes a period of a grain. */
export const STEP_UNIT: Record<Exclude<TimeGrain, 'hour'>, string> = {
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
  fiscal_quarter: 'quarter',
  fiscal_year: 'year',
};

/** A day moved by a number of units, as an expression. */
export const moved = (day: Expression, count: number, unit: string): Expression =>
  call('date_add', day, whole(count), word(unit));

/**
 * Truncates a day to its period, as an expression. Custom week and year starts shift the day before truncating and
 * shift it back after.
 */
export function periodExpression(day: Expression, grain: TimeGrain, calendar: Calendar): Expression {
  const shifted = (count: number, unit: 'day' | 'month', of: string) =>
    count === 0
      ? call('date_trunc', word(of), day)
      : moved(call('date_trunc', word(of), moved(day, -count, unit)), count, unit);
  switch (grain) {
    case 'hour':
    case 'day':
    case 'month':
    case 'quarter':
    case 'year':
      return call('date_trunc', word(grain), day);
    case 'week':
      return shifted(calendar.weekStart - 1, 'day', 'week');
    case 'fiscal_year':
      return shifted(calendar.fiscalYearStart - 1, 'month', 'year');
    case 'fiscal_quarter':
      return shifted((calendar.fiscalYearStart - 1) % 3, 'month', 'quarter');
  }
}
