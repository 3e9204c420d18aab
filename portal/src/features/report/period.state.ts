import type { ReportState } from '@rise/contract';

export type Period = NonNullable<ReportState['period']>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const UNITS = new Set(['day', 'week', 'month', 'quarter', 'year', 'fiscal_quarter', 'fiscal_year']);

/** All days. */
export const ALL_DAYS: Period = {};

/** The inverse of `writePeriod`; null for anything else. */
export function readPeriod(text: string | undefined): Period | null {
  if (!text) return null;
  if (text === 'all') return ALL_DAYS;
  const [, last, unit] = /^last-(\d{1,4})-(\w+)$/.exec(text) ?? [];
  if (unit !== undefined && UNITS.has(unit) && Number(last) >= 1 && Number(last) <= 1000)
    return { last: Number(last), unit: unit as never, including: false, from: 'data' };
  const [, current] = /^this-(\w+)$/.exec(text) ?? [];
  if (current !== undefined && UNITS.has(current)) return { current: current as never, from: 'data' };
  const [since, until, ...rest] = text.split('..');
  const isDay = (day: string | undefined) => day === '' || DAY.test(day ?? '');
  if (until === undefined || rest.length > 0 || !isDay(since) || !isDay(until) || since === until) {
    return since !== undefined && since === until && DAY.test(since) ? { since, until } : null;
  }
  return { ...(since && { since }), ...(until && { until }) };
}
