/** A point in time, or a plain number. Text is ISO 8601: a date, or a date and time. */
export type ChartX = Date | string | number;

export interface TimeAxis {
  /** Dates without a time do not depend on the time zone, so they are read in UTC. */
  utc: boolean;
  /** About `count` evenly spaced ticks; null where the chart library's own units (hours, months, years) are better. */
  ticks: (places: number) => number[] | null;
  /** Label of a tick, as short as distinguishes it from its neighbors. Milliseconds since 1970. */
  writeTick: (time: number) => string;
  /** Full date and time, for tooltips and tables. */
  writeMoment: (time: number) => string;
}

const DAY = 86_400_000;
const DAY_ONLY = /^\d{4}-\d{2}-\d{2}$/;

export const chartNumber = (x: ChartX): number => (typeof x === 'number' ? x : new Date(x).getTime());

/** How a chart's dates and times are formatted in a locale. */
export function timeAxis(xs: readonly ChartX[], locale: string): TimeAxis {
  const utc = xs.every((x) => typeof x === 'string' && DAY_ONLY.test(x));
  const times = xs.map(chartNumber).filter((time) => Number.isFinite(time));
  const span = Math.max(...times) - Math.min(...times);
  const write = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, ...(utc && { timeZone: 'UTC' }) });
    return (time: number) => format.format(time);
  };
  const time = write({ hour: 'numeric', minute: '2-digit' });
  const day = write({ day: 'numeric', month: 'short' });
  const month = write({ month: 'short' });
  const year = write({ year: 'numeric' });
  const parts = (at: number) => {
    const date = new Date(at);
    return utc
      ? { clock: at % DAY !== 0, day: date.getUTCDate(), month: date.getUTCMonth() }
      : {
          clock: date.getHours() + date.getMinutes() + date.getSeconds() > 0,
          day: date.getDate(),
          month: date.getMonth(),
        };
  };
  return {
    utc,
    ticks: (places) => (span > 2 * DAY && span <= 92 * DAY ? dayTicks(times, span, places, utc) : null),
    writeTick: (at) => {
      const of = parts(at);
      if (of.clock) return time(at);
      if (of.day !== 1 || span <= 92 * DAY) return day(at);
      return of.month === 0 ? year(at) : month(at);
    },
    writeMoment:
      span <= 7 * DAY && times.some((at) => parts(at).clock)
        ? write({ dateStyle: 'medium', timeStyle: 'short' })
        : write({ dateStyle: 'medium' }),
  };
}

/** Every n-th day; the chart library would restart with each month. */
function dayTicks(times: readonly number[], span: number, places: number, utc: boolean): number[] {
  const days = DAY_STEPS.find((step) => span / DAY / step <= places) ?? 28;
  const at = new Date(Math.min(...times));
  if (!utc) at.setHours(0, 0, 0, 0);
  const ticks: number[] = [];
  for (const end = Math.max(...times); at.getTime() <= end;) {
    if (at.getTime() >= end - span) ticks.push(at.getTime());
    // A local day may have 23 or 25 hours.
    if (utc) at.setUTCDate(at.getUTCDate() + days);
    else at.setDate(at.getDate() + days);
  }
  return ticks;
}

const DAY_STEPS = [1, 2, 4, 7, 14];
